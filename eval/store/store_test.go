package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// open opens a store for a test.
func open(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func TestPutGetList(t *testing.T) {
	name := "a store?#%.db"
	if runtime.GOOS == "windows" { // which has no such names
		name = "a store#%.db"
	}
	path := filepath.Join(t.TempDir(), name)
	s := open(t, path)
	ctx := context.Background()
	first := Run{ID: "abc", Spec: "one", Settings: `{"loop":"lt"}`, Seed: 1<<63 + 5, Data: "d", Metrics: "{}", Model: []byte{1, 2}, Seconds: 2.5}
	for _, r := range []Run{first, {ID: "abd", Spec: "two", Model: []byte{}}, {ID: "abc", Spec: "other", Model: []byte{9}}} {
		if err := s.Put(ctx, &r); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	s, err := OpenExisting(path)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	got, err := s.Get(ctx, "abc")
	if err != nil || got.Spec != "one" || got.Seed != first.Seed || !bytes.Equal(got.Model, first.Model) {
		t.Errorf("got %+v, %v: a run of the same id must stay as it was", got, err)
	}
	if runs, err := s.List(ctx, ""); err != nil || len(runs) != 2 {
		t.Errorf("list: %d runs, %v", len(runs), err)
	}
	if runs, err := s.List(ctx, "two"); err != nil || len(runs) != 1 || runs[0].ID != "abd" {
		t.Errorf("list of one spec: %+v, %v", runs, err)
	}
	for prefix, want := range map[string]string{"ab": "more than one", "x": `no run "x"`} {
		if _, err := s.Get(ctx, prefix); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Get(%q): %v", prefix, err)
		}
	}
}

// A run that is finished is kept whatever happens elsewhere; a context that ends while
// runs are added leaves the store as it was, at once.
func TestEndOfContext(t *testing.T) {
	dir := t.TempDir()
	s := open(t, filepath.Join(dir, "runs.db"))
	ended, end := context.WithCancel(t.Context())
	end()
	if err := s.Put(ended, &Run{ID: "abc", Model: []byte{1}}); err != nil {
		t.Error(err)
	}
	other := open(t, filepath.Join(dir, "other.db"))
	if err := other.Add(ended, s); !errors.Is(err, context.Canceled) {
		t.Errorf("adding ended with %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*-journal")); left != nil {
		t.Errorf("%v is left", left)
	}
	for of, want := range map[*Store]int{s: 1, other: 0} {
		if runs, err := of.List(t.Context(), ""); err != nil || len(runs) != want {
			t.Errorf("%d runs, %v, want %d", len(runs), err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage.db")
	if err := os.WriteFile(garbage, bytes.Repeat([]byte("no database "), 1000), 0o644); err != nil {
		t.Fatal(err)
	}
	newer, other := filepath.Join(dir, "newer.db"), filepath.Join(dir, "other.db")
	execute(t, newer, "PRAGMA user_version = 99")
	execute(t, other, "CREATE TABLE birds (name TEXT)")
	for path, want := range map[string]string{
		garbage: "is damaged, or no store at all", dir: "is a directory",
		newer: "is of version 99, this hardwood knows up to 3", other: "database of something else",
		filepath.Join(dir, "none", "x.db"): "none", "": "no path of a store",
	} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if _, err := OpenExisting(filepath.Join(dir, "absent.db")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("absent store: %v", err)
	}
}

// TestInUse: another process that holds the store is named as the reason.
func TestInUse(t *testing.T) {
	defer func(p time.Duration) { patience = p }(patience)
	patience = 10 * time.Millisecond
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path)
	if _, err := s.db.Exec("BEGIN EXCLUSIVE"); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(path); err == nil || !strings.Contains(err.Error(), "is in use by another process") {
		t.Errorf("got %v", err)
	}
}

// TestReadOnly: what has to be written to says so.
func TestReadOnly(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	if _, err := s.db.Exec("PRAGMA query_only = 1"); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(t.Context(), &Run{ID: "abc"}); err == nil || !strings.Contains(err.Error(), "is read-only: take a copy") {
		t.Errorf("got %v", err)
	}
}

// TestFullDisk: a run that does not fit is refused, and the earlier ones stay.
func TestFullDisk(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path)
	ctx := context.Background()
	if err := s.Put(ctx, &Run{ID: "small", Model: []byte{1}}); err != nil {
		t.Fatal(err)
	}
	if _, err := s.db.Exec("PRAGMA max_page_count = 5"); err != nil {
		t.Fatal(err)
	}
	if err := s.Put(ctx, &Run{ID: "large", Metrics: strings.Repeat("x", 1<<20)}); err == nil || !strings.Contains(err.Error(), "the disk is full, or broken; the runs so far are kept") {
		t.Errorf("got %v", err)
	}
	s.Close()
	s = open(t, path)
	defer s.Close()
	if runs, err := s.List(ctx, ""); err != nil || len(runs) != 1 || runs[0].ID != "small" {
		t.Errorf("after the full disk: %v, %v", runs, err)
	}
}

// TestDamaged: a store that lost its end is refused when it is read.
func TestDamaged(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path)
	ctx := context.Background()
	for _, id := range []string{"a", "b", "c"} {
		if err := s.Put(ctx, &Run{ID: id, Metrics: strings.Repeat("x", 1<<16)}); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if err := os.Truncate(path, 2*4096); err != nil { // pages have 4096 bytes
		t.Fatal(err)
	}
	s, err := Open(path)
	if err == nil {
		defer s.Close()
		_, err = s.Get(ctx, "b")
	}
	if err == nil || !strings.Contains(err.Error(), "is damaged, or no store at all") {
		t.Errorf("got %v", err)
	}
}

// TestFlippedBits: whatever bit of a store flips, no run is read as another one. Most of this run is
// text in which SQLite notices nothing.
func TestFlippedBits(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "runs.db")
	s := open(t, path)
	kept := Run{ID: "3f9a", Spec: "x", Settings: `{"loop":"lt"}`, Seed: 1 << 63, Data: "d", Seconds: 2.5, Metrics: strings.Repeat(`{"robust": 0.5}`, 200)}
	if err := s.Put(t.Context(), &kept); err != nil {
		t.Fatal(err)
	}
	s.Close()
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	damaged := 0
	for at := 0; at < len(whole); at += 29 {
		other := bytes.Clone(whole)
		other[at] ^= 1 << (at % 8)
		path := filepath.Join(dir, "flipped.db")
		if err := os.WriteFile(path, other, 0o666); err != nil {
			t.Fatal(err)
		}
		s, err := OpenExisting(path)
		if err != nil {
			continue
		}
		runs, err := s.List(t.Context(), "")
		s.Close()
		for _, r := range runs {
			if r.Damaged {
				damaged++
			} else if err == nil && !reflect.DeepEqual(r, kept) {
				t.Errorf("byte %d: %+v", at, r)
			}
		}
	}
	if damaged < 100 { // of 3,000 bytes of metrics every 29th
		t.Errorf("%d damaged runs", damaged)
	}
}

// TestDamagedRun: a run whose numbers changed is not added to another store; it can be dropped.
func TestDamagedRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path)
	if err := s.Put(t.Context(), &Run{ID: "3f9a", Seconds: 2.5}); err != nil {
		t.Fatal(err)
	}
	execute(t, path, "UPDATE runs SET seconds = 2.25")
	if r, err := s.Find(t.Context(), "3f"); err != nil || !r.Damaged {
		t.Errorf("found %+v, %v", r, err)
	}
	other := open(t, filepath.Join(t.TempDir(), "other.db"))
	if err := other.Add(t.Context(), s); err == nil || !strings.Contains(err.Error(), "run 3f9a is damaged") {
		t.Errorf("added: %v", err)
	}
	if id, err := s.Drop(t.Context(), "3f"); err != nil || id != "3f9a" {
		t.Errorf("dropped %q, %v", id, err)
	}
}

func execute(t *testing.T, path, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(statement); err != nil {
		t.Fatal(err)
	}
}

// TestAdd: a store gets the runs of another, with their models, and keeps its own.
func TestAdd(t *testing.T) {
	ctx := t.Context()
	open := func(name string, runs ...Run) *Store {
		s := open(t, filepath.Join(t.TempDir(), name))
		for i := range runs {
			if err := s.Put(ctx, &runs[i]); err != nil {
				t.Fatal(err)
			}
		}
		return s
	}
	one := Run{ID: "aa", Spec: "x", Seed: 1 << 63, Metrics: "old", Model: []byte{1}}
	again := Run{ID: "aa", Spec: "x", Metrics: "new", Model: []byte{2}}
	two := Run{ID: "bb", Spec: "x", Seconds: 2.5, Model: []byte{0, 3}}
	s := open("a.db", one)
	for range 2 {
		if err := s.Add(ctx, open("b.db", again, two)); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []Run{one, two} {
		want.ModelSHA256 = sumOf(want.Model)
		if got, err := s.Get(ctx, want.ID); err != nil || !reflect.DeepEqual(*got, want) {
			t.Errorf("%+v, %v, want %+v", got, err, want)
		}
	}
	if all, err := s.List(ctx, ""); err != nil || len(all) != 2 {
		t.Errorf("%d runs, %v", len(all), err)
	}
}

// TestModels: models are files beside the store, which come and go with their runs.
func TestModels(t *testing.T) {
	ctx, path := t.Context(), filepath.Join(t.TempDir(), "runs.db")
	s := open(t, path)
	for _, id := range []string{"aa", "bb", "cc"} {
		if err := s.Put(ctx, &Run{ID: id, Model: []byte("model " + id)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.DropModel(ctx, "aa"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Drop(ctx, "bb"); err != nil {
		t.Fatal(err)
	}
	files, err := os.ReadDir(path + ".models")
	if err != nil || len(files) != 1 || files[0].Name() != "cc.json.gz" {
		t.Errorf("%v, %v: want cc.json.gz alone", files, err)
	}
	for id, want := range map[string]string{"aa": "", "cc": "model cc"} {
		if r, err := s.Get(ctx, id); err != nil || string(r.Model) != want {
			t.Errorf("the model of %s is %q, %v, want %q", id, r.Model, err, want)
		}
	}
	if err := os.WriteFile(filepath.Join(path+".models", "cc.json.gz"), []byte("model bb"), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Get(ctx, "cc"); !errors.Is(err, ErrLost) || !strings.HasSuffix(err.Error(), "cc.json.gz: is damaged, or the model of another run") {
		t.Error(err)
	}
	other := open(t, path+"2")
	if err := other.Add(ctx, s); !errors.Is(err, ErrLost) {
		t.Errorf("a model of another run was added: %v", err)
	}
	if err := s.Put(ctx, &Run{ID: "cc", Model: []byte("model cc")}); err != nil {
		t.Fatal(err)
	}
	if r, err := s.Find(ctx, "cc"); err != nil || s.CheckModel(r) != nil {
		t.Errorf("the model does not come back: %v", err)
	}
	if err := s.Put(ctx, &Run{ID: "../x", Model: []byte("out")}); err == nil || !strings.Contains(err.Error(), `"../x" is no id of a run`) {
		t.Error(err)
	}
	if err := s.Put(ctx, &Run{}); err == nil || !strings.Contains(err.Error(), `"" is no id of a run`) {
		t.Error(err)
	}
	if runs, err := s.List(ctx, ""); err != nil || len(runs) != 2 {
		t.Errorf("%d runs, %v: a run whose model cannot be written must not be kept", len(runs), err)
	}
}

// Heads and runs by id are what was put, without what is large; a run that is not there
// is an error, and whoever breaks off leaves the store usable.
func TestHeadsAndRuns(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	for _, id := range []string{"a", "b", "c"} {
		if err := s.Put(t.Context(), &Run{ID: id, Data: "d", Settings: "{}", Seconds: 2, Metrics: "metrics of " + id, Model: []byte("model")}); err != nil {
			t.Fatal(err)
		}
	}
	heads := map[string]bool{}
	for r, err := range s.Heads(t.Context()) {
		if err != nil || r.Metrics != "" || r.Model != nil || r.Seconds != 2 {
			t.Fatalf("%+v, %v", r, err)
		}
		heads[r.ID] = true
	}
	if len(heads) != 3 {
		t.Errorf("heads of %v", heads)
	}
	for range s.Heads(t.Context()) {
		break
	}
	var got []string
	for r, err := range s.Runs(t.Context(), []string{"c", "a", "bb"}) {
		if err != nil {
			got = append(got, err.Error())
			continue
		}
		got = append(got, r.Metrics)
		if err := s.DropModel(t.Context(), r.ID); err != nil { // the store is free meanwhile
			t.Fatal(err)
		}
	}
	if len(got) != 2 || got[0] != "metrics of a" || !strings.HasSuffix(got[1], `no run "bb"`) {
		t.Errorf("runs %q", got)
	}
}

// TestRunsOfMany: runs come in the order of their ids, however many of those that a
// store has are asked for.
func TestRunsOfMany(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	const all = 700
	for k := range all {
		if err := s.Put(t.Context(), &Run{ID: fmt.Sprintf("%03d", k), Data: "d", Settings: "{}", Metrics: "m"}); err != nil {
			t.Fatal(err)
		}
	}
	for _, every := range []int{1, 2, 3, 50, all} {
		var ids, got []string
		for k := all - 1; k >= 0; k -= every {
			ids = append(ids, fmt.Sprintf("%03d", k))
		}
		for r, err := range s.Runs(t.Context(), ids) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.ID)
		}
		if slices.Sort(ids); !slices.Equal(got, ids) {
			t.Errorf("one of %d: %d of %d runs", every, len(got), len(ids))
		}
	}
}

// What a killed process has left of models goes when the store is opened some time later;
// what may be being written stays.
func TestModelsLeftBehind(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	models := path + ".models"
	if err := os.Mkdir(models, 0o777); err != nil {
		t.Fatal(err)
	}
	for name, age := range map[string]time.Duration{".abc.json.gz.123": time.Hour, ".abd.json.gz.4": time.Second, "abe.json.gz": time.Hour} {
		file := filepath.Join(models, name)
		if err := os.WriteFile(file, []byte{1}, 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(file, time.Time{}, time.Now().Add(-age)); err != nil {
			t.Fatal(err)
		}
	}
	open(t, path)
	entries, err := os.ReadDir(models)
	if err != nil {
		t.Fatal(err)
	}
	var left []string
	for _, e := range entries {
		left = append(left, e.Name())
	}
	if want := []string{".abd.json.gz.4", "abe.json.gz"}; !slices.Equal(left, want) && runtime.GOOS == "linux" { // others may have no locks
		t.Errorf("left are %q, want %q", left, want)
	}
}

// Runs without a model are counted, whether a version before had models in the store.
func TestWithoutModel(t *testing.T) {
	s := open(t, filepath.Join(t.TempDir(), "runs.db"))
	for id, model := range map[string][]byte{"abc": {1}, "abd": {}, "abe": {}, "abf": {}} {
		if err := s.Put(t.Context(), &Run{ID: id, Metrics: "{}", Model: model}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.db.Exec("UPDATE runs SET model = x'00' WHERE id = 'abe'"); err != nil {
		t.Fatal(err)
	}
	if n, err := s.WithoutModel(t.Context(), []string{"abc", "abd", "abe"}); n != 1 || err != nil {
		t.Errorf("%d of three, %v", n, err)
	}
	if _, err := s.WithoutModel(t.Context(), []string{"none"}); err == nil {
		t.Error("a run that is not there")
	}
}

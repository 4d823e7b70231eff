package store

import (
	"bytes"
	"context"
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestPutGetList(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a store?#%.db")
	s, err := Open(path)
	if err != nil {
		t.Fatal(err)
	}
	ctx := context.Background()
	first := Run{ID: "abc", Spec: "one", Settings: `{"loop":"lt"}`, Seed: 1<<63 + 5, Data: "d", Metrics: "{}", Model: []byte{1, 2}, Seconds: 2.5}
	for _, r := range []Run{first, {ID: "abd", Spec: "two", Model: []byte{}}, {ID: "abc", Spec: "other", Model: []byte{9}}} {
		if err := s.Put(ctx, &r); err != nil {
			t.Fatal(err)
		}
	}
	s.Close()
	if s, err = OpenExisting(path); err != nil {
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
		newer: "is of version 99, this hardwood knows up to 1", other: "database of something else",
		filepath.Join(dir, "none", "x.db"): "none",
	} {
		if _, err := Open(path); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %q", path, err, want)
		}
	}
	if _, err := OpenExisting(filepath.Join(dir, "absent.db")); err == nil || !strings.Contains(err.Error(), "no such file") {
		t.Errorf("absent store: %v", err)
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

package part

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// env is an environment.
func env(pairs ...string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1], true
			}
		}
		return "", false
	}
}

func TestParse(t *testing.T) {
	kubernetes := env("JOB_COMPLETION_INDEX", "63")
	slurm := env("SLURM_ARRAY_TASK_ID", "7", "SLURM_ARRAY_TASK_MIN", "5")
	for _, c := range []struct {
		text   string
		lookup func(string) (string, bool)
		want   string // the part, or the end of the error
	}{
		{"3/64", env(), "3/64"},
		{"1/1", env(), "1/1"},
		{"env/64", kubernetes, "64/64"},
		{"env/64", slurm, "3/64"},
		{"0/4", env(), "is 0/4, and parts are counted from 1 to 4"},
		{"5/4", env(), "is 5/4, and parts are counted from 1 to 4"},
		{"-1/4", env(), "is -1/4, and parts are counted from 1 to 4"},
		{"env/63", kubernetes, "is 64/63, and parts are counted from 1 to 63"},
		{"env/2", slurm, "is 3/2, and parts are counted from 1 to 2"},
		{"env/4", env(), "neither JOB_COMPLETION_INDEX nor SLURM_ARRAY_TASK_ID is set"},
		{"env/4", env("SLURM_ARRAY_TASK_ID", "7"), "SLURM_ARRAY_TASK_MIN is not set"},
		{"env/4", env("JOB_COMPLETION_INDEX", "x"), `JOB_COMPLETION_INDEX is "x", not a number`},
		{"1/0", env(), "not a part such as 3/64 or env/64"},
		{"1", env(), "not a part such as 3/64 or env/64"},
		{"1/2/3", env(), "not a part such as 3/64 or env/64"},
		{"", env(), "not a part such as 3/64 or env/64"},
	} {
		p, err := Parse(c.text, c.lookup)
		got := p.String()
		if err != nil {
			got = err.Error()
		}
		if !strings.HasSuffix(got, c.want) {
			t.Errorf("%q: %s, want %s", c.text, got, c.want)
		}
	}
}

// TestCut: parts follow each other, leave nothing out and differ by one at most.
func TestCut(t *testing.T) {
	for n := range 20 {
		all := make([]int, n)
		for i := range all {
			all[i] = i
		}
		for of := 1; of < 25; of++ {
			next := 0
			for number := 1; number <= of; number++ {
				some := Cut(Part{number, of}, all)
				if len(some) < n/of || len(some) > n/of+1 {
					t.Fatalf("part %d/%d of %d has %d", number, of, n, len(some))
				}
				for _, v := range some {
					if v != next {
						t.Fatalf("part %d/%d of %d has %d, want %d", number, of, n, v, next)
					}
					next++
				}
			}
			if next != n {
				t.Fatalf("%d parts of %d hold %d", of, n, next)
			}
		}
		if len(Cut(Part{}, all)) != n {
			t.Errorf("the whole of %d is %d", n, len(Cut(Part{}, all)))
		}
	}
	if from, to := (Part{1_000_000, 1_000_000}).Bounds(2_000_000_000); to != 2_000_000_000 || from != to-2000 {
		t.Errorf("bounds overflow: %d to %d", from, to)
	}
	of, last := math.MaxInt/2, 0
	for number := 1; number <= of-of/100; number += of / 100 {
		from, to := (Part{number, of}).Bounds(569)
		if from < last || to < from || to > from+1 || from != int(float64(number-1)/float64(of)*569) {
			t.Errorf("part %d of %d: rows %d to %d", number, of, from, to)
		}
		last = to
	}
	if _, to := (Part{of, of}).Bounds(569); to != 569 {
		t.Errorf("the last of %d parts ends at %d", of, to)
	}
}

// write writes a file of a part with its note.
func write(t *testing.T, dir, text string, n Note) string {
	t.Helper()
	path := filepath.Join(dir, strings.ReplaceAll(n.Part.String(), "/", "-"))
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := Seal(path, n); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestCollect(t *testing.T) {
	job := Job{Command: "attack", Version: "1", Arch: "amd64", Settings: map[string]string{"seed": "0"}, Inputs: map[string]string{"model": "ab"}}
	note := func(number, of int, change func(*Job)) Note {
		j := job
		j.Settings = map[string]string{"seed": "0"}
		if change != nil {
			change(&j)
		}
		return Note{Part: Part{number, of}, Holds: Rows, Job: &j}
	}
	first := write(t, t.TempDir(), "c;\"a\nb\"\n1,2\n", note(1, 2, nil))
	second := write(t, t.TempDir(), "c;\"a\nb\"\n3,4\n", note(2, 2, nil))
	s, err := Collect([]string{second, first}, "1", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	bare := func(j *Job) { j.Settings["no-quotes"] = "true" }
	inches, err := Collect([]string{write(t, t.TempDir(), "5\"\tc\n1\t2\n", note(1, 2, bare)), write(t, t.TempDir(), "5\"\tc\n3\"\t4\n", note(2, 2, bare))}, "1", "amd64")
	if err != nil {
		t.Fatal(err)
	}
	var tabs bytes.Buffer
	if err := inches.WriteCSV(&tabs); err != nil || tabs.String() != "5\"\tc\n1\t2\n3\"\t4\n" {
		t.Errorf("merged %q, %v", &tabs, err)
	}
	var b bytes.Buffer
	if err := s.WriteCSV(&b); err != nil || b.String() != "c;\"a\nb\"\n1,2\n3,4\n" {
		t.Errorf("merged %q, %v", &b, err)
	}
	for _, c := range []struct {
		change func(*Job)
		want   string
	}{
		{func(j *Job) { j.Version = "2" }, "was made by hardwood 2 on amd64, and this is hardwood 1 on amd64: their results do not mix"},
		{func(j *Job) { j.Arch = "arm64" }, "was made by hardwood 1 on arm64, and this is hardwood 1 on amd64: their results do not mix"},
		{func(j *Job) { j.Command = "verify" }, "its command is verify, not attack"},
		{func(j *Job) { j.Inputs = map[string]string{"model": "cd"} }, "its model is a file with other content"},
		{func(j *Job) { j.Inputs = nil }, "its model is a file with other content"},
		{func(j *Job) { j.Settings["seed"] = "1" }, `its seed is "1", not "0"`},
		{func(j *Job) { j.Settings["norm"] = "2" }, `its norm is "2", not ""`},
	} {
		other := write(t, t.TempDir(), "a\n", note(2, 2, c.change))
		if _, err := Collect([]string{first, other}, "1", "amd64"); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestOpenRefuses(t *testing.T) {
	job := &Job{Command: "attack", Version: "1", Arch: "amd64"}
	for _, c := range []struct{ replace, by, want string }{
		{`"hardwood_part": 1`, `"hardwood_part": 2`, "is of version 2, this hardwood knows 1"},
		{`"version": "1"`, `"version": "2"`, "is damaged"}, // whose hash is no longer the job
		{`"part": 1`, `"part": 3`, "is damaged"},
		{`"sha256": "`, `"sha256": "0`, "cut off, or was changed after the part was finished: make the part again"},
		{`}`, ``, "is damaged: unexpected end of JSON input"},
	} {
		path := write(t, t.TempDir(), "a\n", Note{Part: Part{1, 2}, Holds: Rows, Job: job})
		note, err := os.ReadFile(path + Extension)
		if err != nil {
			t.Fatal(err)
		}
		changed := strings.Replace(string(note), c.replace, c.by, 1)
		if changed == string(note) {
			t.Fatalf("no %s in %s", c.replace, note)
		}
		if err := os.WriteFile(path+Extension, []byte(changed), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := readNote(path); err == nil || !strings.HasSuffix(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.by, err, c.want)
		}
	}
}

// TestOneProcess: two commands do not gather parts in one folder; when the first has
// left it, or was killed, the other goes on with its parts.
func TestOneProcess(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parts")
	n := Note{Part: Part{Of: 2}, Job: &Job{Command: "attack"}}
	first, err := OpenFolder(dir, n, []string{Rows})
	if err != nil {
		t.Fatal(err)
	}
	if err := first.Keep(Part{1, 2}, []Content{{Rows, []byte("a\n")}}); err != nil {
		t.Fatal(err)
	}
	_, err = OpenFolder(dir, n, []string{Rows})
	if want := "another command does this job and gathers its parts in " + dir; err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %q", err, want)
	}
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	second, err := OpenFolder(dir, n, []string{Rows})
	if err != nil || len(second.Missing()) != 1 {
		t.Fatal(err)
	}
	if err := second.Remove(); err != nil {
		t.Fatal(err)
	}
}

// TestFolderWithoutParts: a folder in which nothing has gathered goes when it is closed,
// and one of another job stays as it is.
func TestFolderWithoutParts(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "parts")
	n := Note{Part: Part{Of: 2}, Job: &Job{Command: "attack"}}
	open := func() *Folder {
		t.Helper()
		f, err := OpenFolder(dir, n, []string{Rows})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if err := open().Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder is still there: %v", err)
	}
	f := open()
	if err := errors.Join(f.Keep(Part{2, 2}, []Content{{Rows, []byte("a\n")}}), f.Close()); err != nil {
		t.Fatal(err)
	}
	n.Job = &Job{Command: "verify"}
	if _, err := OpenFolder(dir, n, []string{Rows}); err == nil || !strings.HasSuffix(err.Error(), "holds parts of another job: remove it, or write to another file") {
		t.Error(err)
	}
	n.Job = &Job{Command: "attack"}
	f = open()
	defer f.Close()
	if missing := f.Missing(); len(missing) != 1 || missing[0].Number != 1 {
		t.Errorf("missing are %v", missing)
	}
}

// A file that changes between the look at its hash and the reading is no part.
func TestChangedWhileRead(t *testing.T) {
	dir := t.TempDir()
	var paths []string
	for number := 1; number <= 2; number++ {
		path := filepath.Join(dir, fmt.Sprintf("%d.csv", number))
		if err := os.WriteFile(path, []byte("row,label\n1,a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := Seal(path, Note{Part: Part{number, 2}, Holds: Rows, Job: &Job{}}); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	set, err := Collect(paths, "", "")
	if err != nil {
		t.Fatal(err)
	}
	var whole bytes.Buffer
	if err := set.WriteCSV(&whole); err != nil || whole.String() != "row,label\n1,a\n1,a\n" {
		t.Errorf("%q, %v", whole.String(), err)
	}
	for _, path := range paths {
		if err := os.WriteFile(path, []byte("row,label\n1,b\n"), 0o644); err != nil {
			t.Fatal(err)
		}
		if err := set.WriteCSV(io.Discard); err == nil || !errors.Is(err, ErrChanged) || err.Error() != path+": was changed since this command began: start it again" {
			t.Errorf("%s: %v", path, err)
		}
		if err := os.WriteFile(path, []byte("row,label\n1,a\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// The whole job is written as a part that Parse reads, and that has all of it.
func TestStringOfTheWholeJob(t *testing.T) {
	p, err := Parse(Part{}.String(), nil)
	if err != nil {
		t.Fatal(err)
	}
	if from, to := p.Bounds(7); from != 0 || to != 7 {
		t.Errorf("%v is from %d to %d of 7", p, from, to)
	}
}

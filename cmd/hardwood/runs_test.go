package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// A run that cannot be read does not hide the others, and can be dropped.
func TestBrokenRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "runs.db")
	s, err := store.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	const metrics = `{"schema": 2, "models": {"model": {"robust_accuracy": {"0.1": 0.5}, "clean_accuracy": 0.75}}}`
	for _, r := range []store.Run{
		{ID: "1111aaaa", Settings: `{"loop": "lt"}`, Metrics: metrics}, {ID: "2222bbbb", Settings: `{"loop": "none"}`, Metrics: "{"},
		{ID: "3333cccc", Settings: `[`, Metrics: metrics},
	} {
		r.Spec, r.Data, r.Hash, r.Version, r.Finished, r.Model = "small", "wdbc", "0", "0", "now", []byte{0}
		if err := s.Put(t.Context(), &r); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := hardwood(t, "runs", "list", "--store", path)
	if lines := strings.Split(stdout, "\n"); code != 0 || len(lines) != 5 || !strings.Contains(stdout, "50.0 %") {
		t.Errorf("exit code %d: %s", code, stdout)
	}
	for _, id := range []string{"2222bbbb", "3333cccc"} {
		if !strings.Contains(stderr, "run "+id+": ") || !strings.Contains(stderr, "hardwood runs drop removes it") {
			t.Errorf("the broken run %s is not named: %s", id, stderr)
		}
		if code, stdout, stderr := hardwood(t, "runs", "drop", id[:2], "--store", path); code != 0 || stdout != "dropped "+id+"\n" {
			t.Errorf("%d: %s%s", code, stdout, stderr)
		}
		if code, _, stderr := hardwood(t, "runs", "drop", id, "--store", path); code != 1 {
			t.Errorf("dropped twice: %s", stderr)
		}
	}
	if _, stdout, stderr := hardwood(t, "runs", "list", "--store", path); stderr != "" || strings.Count(stdout, "\n") != 2 {
		t.Errorf("%s%s", stdout, stderr)
	}
}

// Runs say that they were judged on the rows of a test file, and comparing runs on different
// rows does not attribute the difference to their settings alone.
func TestRunsOnOtherRows(t *testing.T) {
	dir := t.TempDir()
	for name, test := range map[string]string{"wdbc": "", "wdbc, test file": "test = \"builtin:wdbc\"\n"} {
		path, spec := filepath.Join(dir, name+".db"), filepath.Join(dir, "spec.toml")
		text := "seeds = [0, 1]\nloop = \"none\"\n[[data]]\nname = \"wdbc\"\nsource = \"builtin:wdbc\"\neps = 0.1\n" + test + "[train]\nrounds = 2\n"
		if err := os.WriteFile(spec, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if code, _, stderr := hardwood(t, "ablate", spec, "--quiet", "--store", path, "--out", filepath.Join(dir, "out")); code != 0 {
			t.Fatal(stderr)
		}
		s, err := store.OpenExisting(path)
		if err != nil {
			t.Fatal(err)
		}
		runs, err := s.List(t.Context(), "")
		s.Close()
		if err != nil || len(runs) != 2 {
			t.Fatalf("%d runs, %v", len(runs), err)
		}
		for _, r := range runs {
			if want := `"source": "` + name + `"`; !strings.Contains(r.Metrics, want) {
				t.Errorf("no %s in %s", want, r.Metrics[:600])
			}
		}
		code, stdout, stderr := hardwood(t, "runs", "compare", runs[0].ID[:8], runs[1].ID[:8], "--store", path)
		if noted := strings.Contains(stderr, "judged on different test rows"); code != 0 || noted != (test == "") || strings.Contains(stdout, "test rows") != (test == "") {
			t.Errorf("%s: %d: %s%s", name, code, stdout, stderr)
		}
	}
}

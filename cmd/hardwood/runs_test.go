package main

import (
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

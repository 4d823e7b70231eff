package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// TestModelNobodyReads: parts whose model no worker can read are given up with the
// error, and the worker goes on with other jobs.
func TestModelNobodyReads(t *testing.T) {
	dir := t.TempDir()
	url := queueServer(t, dir)
	worker := exec.Command("hardwood", "worker", "--quiet", "--on", url, "--threads", "2", "--cache", filepath.Join(dir, "cache"))
	if err := worker.Start(); err != nil {
		t.Fatal(err)
	}
	defer worker.Wait()
	defer worker.Process.Kill()
	q, err := queue.Dial(t.Context(), queue.Options{URL: url})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	whole := filepath.Join(dir, "whole.json")
	hardwoodOutput(t, "train", "--quiet", "--data", "builtin:wdbc", "--rounds", "2", "--out", whole)
	cut := filepath.Join(dir, "cut.json")
	text := read(t, whole)
	if err := os.WriteFile(cut, text[:len(text)/2], 0o600); err != nil {
		t.Fatal(err)
	}
	verify := func(model string) (failed []string) {
		t.Helper()
		sum, err := part.SumFile(model)
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Base(model)
		j := &queue.Job{
			Job:   &part.Job{Command: "verify", Version: mixVersion(), Arch: part.Arch(), Inputs: map[string]string{"model": sum}},
			Args:  []string{"--data=builtin:wdbc", "--rows=4"},
			Files: []queue.File{{Flag: "model", Name: name, SHA256: sum, Path: model}},
		}
		tasks := []queue.Task{{Name: "1", Body: "1/2"}, {Name: "2", Body: "2/2"}}
		err = q.Coordinate(t.Context(), j, len(tasks), 0, slices.Values(tasks), func(r *queue.Result) error {
			if r.Err != "" {
				failed = append(failed, r.Err)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		return failed
	}
	failed := verify(cut)
	for _, why := range failed {
		if !strings.HasPrefix(why, "failed 3 times: ") || !strings.Contains(why, "cut.json: ") || strings.Contains(why, "\n") {
			t.Errorf("it says %q", why)
		}
	}
	if len(failed) != 2 {
		t.Errorf("%d parts failed, want 2", len(failed))
	}
	if failed := verify(whole); failed != nil {
		t.Errorf("of a whole model it says %q", failed)
	}
}

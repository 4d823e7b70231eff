package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/fault"
)

// faultsVariable is the environment variable that lets every operation of every
// command fail, as make torture does. Without it a few of each do.
const faultsVariable = "HARDWOOD_FAULTS"

// mode is how operations on files fail from the n-th on.
type mode struct {
	name string
	hook func(n int) fault.Hook
}

var modes = []mode{
	{"the disk is full", func(n int) fault.Hook {
		return counted(func(i int, operation string, _ []byte) error {
			if i >= n && (operation == "write" || operation == "create" || operation == "sync") {
				return syscall.ENOSPC
			}
			return nil
		})
	}},
	{"one operation fails", func(n int) fault.Hook {
		return counted(func(i int, _ string, _ []byte) error {
			if i == n {
				return syscall.EIO
			}
			return nil
		})
	}},
	{"other bytes are read", func(n int) fault.Hook {
		return counted(func(i int, _ string, read []byte) error {
			if i >= n && len(read) > 0 {
				read[i*7919%len(read)] ^= 1 << (i % 8)
			}
			return nil
		})
	}},
}

// counted returns a hook that knows which operation it is asked about, from 0.
func counted(f func(i int, operation string, read []byte) error) fault.Hook {
	var lock sync.Mutex
	next := 0
	return func(operation, _ string, read []byte) error {
		lock.Lock()
		defer lock.Unlock()
		next++
		return f(next-1, operation, read)
	}
}

// TestFaults: whatever operation on a file fails, a command ends with one line that
// says so, or with the right result; every file is whole or not there, nothing
// hidden is left, and the next run is as if nothing had been.
func TestFaults(t *testing.T) {
	rows := filepath.Join(t.TempDir(), "rows.csv")
	text := "a,b,c,label\n"
	for i := range 60 {
		text += fmt.Sprintf("%d,%d,%.2f,%s\n", i%11, i*i%17, float64(i%7)/7, []string{"x", "y"}[i*i%17/9])
	}
	dir := filepath.Dir(rows)
	spec := strings.ReplaceAll(killSpec, "rounds = 10", "rounds = 2")
	for name, text := range map[string]string{"rows.csv": text, "spec.toml": spec, "threat.toml": "[feature.a]\nfrozen = true\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	model := filepath.Join(dir, "model.json")
	if code, _, stderr := hardwood(t, "train", "--quiet", "--data", rows, "--rounds", "4", "--out", model); code != 0 {
		t.Fatal(stderr)
	}
	on := []string{"--model", model, "--data", rows, "--rows", "10"}
	with := func(command string, more ...string) []string {
		return append(append([]string{command}, on...), more...)
	}
	for name, args := range map[string][]string{
		"train":       {"train", "--data", rows, "--rounds", "3", "--checkpoint", "state", "--out", "m.json"},
		"attack":      with("attack", "--threat", filepath.Join(dir, "threat.toml"), "--no-times", "--out", "a.csv", "--examples", "e.csv"),
		"verify":      with("verify", "--eps", "0.1", "--no-times", "--out", "v.csv"),
		"eval":        with("eval", "--resamples", "10", "--no-times", "--out", "report"),
		"harden":      {"harden", "--data", rows, "--rounds", "3", "--eps", "0.1", "--out", "hardened"},
		"predict":     {"predict", "--model", model, "--data", rows, "--out", "p.csv"},
		"convert":     {"convert", "--in", model, "--to", "lightgbm", "--out", "m.txt"},
		"data show":   {"data", "show", "--data", rows, "--write-schema", "s.toml", "--write-threat", "t.toml"},
		"export milp": {"export", "milp", "--model", model, "--data", rows, "--out", "row.lp"},
		"ablate":      {"ablate", filepath.Join(dir, "spec.toml"), "--store", "runs.db", "--out", "tables"},
	} {
		t.Run(name, func(t *testing.T) { everyFault(t, append(args, "--quiet")) })
	}
}

// everyFault runs a command with faults.
func everyFault(t *testing.T, args []string) {
	operations := 0
	t.Chdir(t.TempDir())
	undo := fault.Inject(counted(func(i int, _ string, _ []byte) error { operations = i + 1; return nil }))
	code, _, stderr := hardwood(t, args...)
	undo()
	if code != exitOK || operations == 0 {
		t.Fatalf("without faults, %d operations: %s", operations, stderr)
	}
	want := filesHere(t)
	t.Chdir(t.TempDir())
	if code, _, stderr := hardwood(t, args...); code != exitOK {
		t.Fatal(stderr)
	}
	for name, content := range filesHere(t) {
		if measured := strings.HasPrefix(name, "hardened") && !strings.HasSuffix(name, "ed.json"); measured || !bytes.Equal(content, want[name]) {
			want[name] = nil // of what holds times, which differ from run to run
		}
	}
	step := max(1, operations/3)
	if os.Getenv(faultsVariable) != "" {
		step = 1
	}
	for _, m := range modes {
		for n := 0; n < operations; n += step {
			t.Chdir(t.TempDir())
			undo := fault.Inject(m.hook(n))
			code, _, stderr := hardwood(t, args...)
			undo()
			what := fmt.Sprintf("%s from operation %d of %d on", m.name, n, operations)
			lines := strings.Split(strings.TrimSuffix(stderr, "\n"), "\n")
			if last := lines[len(lines)-1]; code != exitOK && !strings.HasPrefix(last, "hardwood: ") {
				t.Errorf("%s: exit code %d, stderr is %q", what, code, stderr)
			}
			changed := m.name == "other bytes are read"
			compare(t, what, want, filesHere(t), code == exitOK, changed)
			if changed {
				continue
			}
			if code, _, stderr := hardwood(t, args...); code != exitOK {
				t.Errorf("%s, and again without: %s", what, stderr)
			}
			compare(t, what+", and again without", want, filesHere(t), true, false)
		}
	}
}

// compare holds the files that a command has left against those of a run without
// faults, nil for what differs anyway: of each all or nothing, all of them where it
// ended well.
func compare(t *testing.T, what string, want, got map[string][]byte, ended, changed bool) {
	t.Helper()
	for name, content := range got {
		switch whole, known := want[name]; {
		case strings.HasPrefix(filepath.Base(name), "."), !known && !changed:
			t.Errorf("%s: %s is left", what, name)
		case changed, known && whole == nil:
		case !bytes.Equal(content, whole):
			t.Errorf("%s: %s holds\n%.300s\nnot\n%.300s", what, name, content, whole)
		}
	}
	for name := range want {
		if got[name] == nil && ended && !changed {
			t.Errorf("%s: %s is not there", what, name)
		}
	}
}

// filesHere returns the files below the working directory.
func filesHere(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			files[path], err = os.ReadFile(path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

package main

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

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

// killVariable is the environment variable that says at which operation on a file a
// command kills itself.
const killVariable = "HARDWOOD_KILL_AT"

// mortal is main for tests.
func mortal() {
	if at, err := strconv.Atoi(os.Getenv(killVariable)); err == nil {
		fault.Inject(counted(func(i int, _ string, _ []byte) error {
			if i == at {
				self, err := os.FindProcess(os.Getpid())
				if err == nil {
					err = self.Kill()
				}
				panic(err) // which a killed process does not live to see
			}
			return nil
		}))
	}
	main()
}

// TestFaults: whatever operation on a file fails, a command ends with one line that
// says so, or with the right result; every file is whole or not there, nothing
// hidden is left, and the next run is as if nothing had been, whatever the clock
// says by then.
func TestFaults(t *testing.T) {
	for name, args := range fileCommands(t) {
		t.Run(name, func(t *testing.T) { everyFault(t, append(args, "--quiet")) })
	}
}

// fileCommands returns commands by their names that write into the working directory,
// and makes what they read.
func fileCommands(t *testing.T) map[string][]string {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	text := "a,b,c,label\n"
	for i := range 60 {
		text += fmt.Sprintf("%d,%d,%.2f,%s\n", i%11, i*i%17, float64(i%7)/7, []string{"x", "y"}[i*i%17/9])
	}
	spec := strings.ReplaceAll(killSpec, "rounds = 10", "rounds = 2")
	for name, text := range map[string]string{"rows.csv": text, "spec.toml": spec, "threat.toml": "[feature.a]\nfrozen = true\n"} {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	on := []string{"--model", in("model.json"), "--data", in("rows.csv"), "--rows", "10"}
	with := func(command string, more ...string) []string {
		return append(append([]string{command}, on...), more...)
	}
	decide := []string{"--resamples", "10", "--no-times"}
	for _, args := range [][]string{
		{"train", "--data", in("rows.csv"), "--rounds", "4", "--out", in("model.json")},
		with("attack", "--no-times", "--part", "1/2", "--out", in("1.csv")),
		with("attack", "--no-times", "--part", "2/2", "--out", in("2.csv")),
		with("eval", append(decide, "--part", "1/2", "--out", in("d1.csv"))...),
		with("eval", append(decide, "--part", "2/2", "--out", in("d2.csv"))...),
		{"ablate", in("spec.toml"), "--part", "1/2", "--store", in("1.db")},
		{"ablate", in("spec.toml"), "--part", "2/2", "--store", in("2.db")},
		{"ablate", in("spec.toml"), "--store", in("whole.db"), "--out", in("tables")},
	} {
		if code, _, stderr := hardwood(t, append(args, "--quiet")...); code != exitOK {
			t.Fatal(stderr)
		}
	}
	_, list, _ := hardwood(t, "runs", "list", "--store", in("whole.db"), "--out", "-")
	lines := strings.Split(list, "\n") // of the header, and of a run or more
	if len(lines) < 3 {
		t.Fatalf("the runs are %q", list)
	}
	first, _, _ := strings.Cut(lines[1], ",")
	return map[string][]string{
		"train":        {"train", "--data", in("rows.csv"), "--rounds", "3", "--checkpoint", "state", "--out", "m.json"},
		"attack":       with("attack", "--threat", in("threat.toml"), "--no-times", "--out", "a.csv", "--examples", "e.csv"),
		"attack part":  with("attack", "--no-times", "--part", "1/2", "--out", "a.csv", "--examples", "e.csv"),
		"verify":       with("verify", "--eps", "0.1", "--no-times", "--out", "v.csv"),
		"eval":         with("eval", append(decide, "--out", "report")...),
		"eval part":    with("eval", append(decide, "--part", "1/2", "--out", "d.csv")...),
		"harden":       {"harden", "--data", in("rows.csv"), "--rounds", "3", "--eps", "0.1", "--out", "hardened"},
		"predict":      {"predict", "--model", in("model.json"), "--data", in("rows.csv"), "--out", "p.csv"},
		"convert":      {"convert", "--in", in("model.json"), "--to", "lightgbm", "--out", "m.txt"},
		"data show":    {"data", "show", "--data", in("rows.csv"), "--write-schema", "s.toml", "--write-threat", "t.toml"},
		"export milp":  {"export", "milp", "--model", in("model.json"), "--data", in("rows.csv"), "--out", "row.lp"},
		"ablate":       {"ablate", in("spec.toml"), "--store", "runs.db", "--out", "tables"},
		"ablate part":  {"ablate", in("spec.toml"), "--part", "1/2", "--store", "runs.db"},
		"merge rows":   {"merge", "a.csv", in("2.csv"), in("1.csv")},
		"merge report": {"merge", "report", in("d2.csv"), in("d1.csv")},
		"merge stores": {"merge", "runs.db", in("2.db"), in("1.db")},
		"runs list":    {"runs", "list", "--store", in("whole.db"), "--out", "runs.csv"},
		"runs show":    {"runs", "show", first, "--store", in("whole.db")},
		"runs export":  {"runs", "export", first, "--store", in("whole.db"), "--out", "run.json"},
		"check":        {"check", in("model.json")},
		"importance":   {"importance", in("model.json"), "--out", "i.csv"},
		"exporter":     {"export", "sklearn-exporter", "--out", "exporter.py"},
	}
}

// everyFault runs a command with faults.
func everyFault(t *testing.T, args []string) {
	operations := 0
	want := wantedFiles(t, args)
	t.Chdir(t.TempDir())
	undo := fault.Inject(counted(func(i int, _ string, _ []byte) error { operations = i + 1; return nil }))
	code, _, stderr := hardwood(t, args...)
	undo()
	if code != exitOK || operations == 0 {
		t.Fatalf("without faults, %d operations: %s", operations, stderr)
	}
	step := max(1, operations/3)
	if os.Getenv(faultsVariable) != "" {
		step = 1
	}
	t.Logf("%d faults of each kind", (operations+step-1)/step)
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
			moveClock(t, n)
			if code, _, stderr := hardwood(t, args...); code != exitOK {
				t.Errorf("%s, and again without: %s", what, stderr)
			}
			compare(t, what+", and again without", want, filesHere(t), true, false)
		}
	}
}

// wantedFiles returns what a command writes, nil of what differs from run to run.
func wantedFiles(t *testing.T, args []string) map[string][]byte {
	t.Helper()
	var want map[string][]byte
	for range 2 {
		t.Chdir(t.TempDir())
		if code, _, stderr := hardwood(t, args...); code != exitOK {
			t.Fatal(stderr)
		}
		first := want == nil
		if first {
			want = filesHere(t)
		}
		for name, content := range filesHere(t) {
			measured := strings.HasPrefix(name, "hardened") && !strings.HasSuffix(name, "ed.json")
			if !first && (measured || !bytes.Equal(content, want[name])) {
				want[name] = nil
			}
		}
	}
	return want
}

// moveClock lets all files here be of another century.
func moveClock(t *testing.T, number int) {
	t.Helper()
	then := time.Date([]int{1999, 2099}[number%2], 1, 1, 0, 0, 0, 0, time.UTC)
	for name := range filesHere(t) {
		if err := os.Chtimes(name, then, then); err != nil {
			t.Fatal(err)
		}
	}
}

// compare checks the files that a command has left against those of a run without faults,
// nil for those that differ anyway: each must be whole or missing, and none may be missing if
// the command ended well.
func compare(t *testing.T, what string, want, got map[string][]byte, ended, changed bool) {
	t.Helper()
	for name, content := range got {
		switch whole, known := want[name]; {
		case strings.HasPrefix(filepath.Base(name), "."), !known && !changed:
			t.Errorf("%s: %s is left", what, name)
		case changed, known && whole == nil:
		case !ended && strings.HasSuffix(name, ".db"): // the runs so far are kept
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

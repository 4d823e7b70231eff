package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hardwood-ml/hardwood/eval/cluster/server"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"hardwood": mortal})
}

// TestSessions runs the command-line sessions in testdata, one per command,
// with its failures. See the package testscript for the words. $FORMATS is
// the folder trainer/format, where models of other libraries are. $SERVER, in
// sessions whose names begin with on_, is a server for workers.
func TestSessions(t *testing.T) {
	formats, err := filepath.Abs("../../trainer/format")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(e *testscript.Env) error {
			e.Setenv("FORMATS", formats)
			if !strings.HasPrefix(filepath.Base(e.WorkDir), "script-on_") {
				return nil
			}
			e.Setenv("SERVER", queueServer(t, e.WorkDir))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){"exits": exits, "timeless": timeless, "same": same, "none": none},
	})
}

// queueServer starts a server in a directory and returns its address.
func queueServer(t *testing.T, dir string) string {
	s, err := server.Start(server.Options{Dir: filepath.Join(dir, "queue"), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s.URL()
}

// exits runs a command and asks for an exit code: exits 2 hardwood frob.
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND ...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	var failed *exec.ExitError
	if err := ts.Exec(args[1], args[2:]...); errors.As(err, &failed) {
		got = failed.ExitCode()
	} else {
		ts.Check(err)
	}
	if got != want {
		ts.Fatalf("exit code %d, want %d", got, want)
	}
}

// same compares two files or directories byte by byte, except for the path that a report
// gives of itself: same a b.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same PATH PATH")
	}
	a, b := ts.MkAbs(args[0]), ts.MkAbs(args[1])
	files, err := os.ReadDir(b)
	if err != nil {
		plain := func(path string) string { return reportAt.ReplaceAllString(ts.ReadFile(path), "") }
		if plain(args[0]) != plain(args[1]) {
			ts.Fatalf("%s and %s differ", args[0], args[1])
		}
		return
	}
	if here, err := os.ReadDir(a); err != nil || len(here) != len(files) {
		ts.Fatalf("%s does not hold the files of %s: %v", args[0], args[1], err)
	}
	for _, f := range files {
		if ts.ReadFile(filepath.Join(a, f.Name())) != ts.ReadFile(filepath.Join(b, f.Name())) {
			ts.Fatalf("%s differs in %s and %s", f.Name(), args[0], args[1])
		}
	}
}

// none asks that no file has a name of a pattern: none .*.csv.
func none(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: none PATTERN")
	}
	found, err := filepath.Glob(ts.MkAbs(args[0]))
	ts.Check(err)
	if found != nil {
		ts.Fatalf("there are %s", found)
	}
}

var reportAt = regexp.MustCompile(`(?m)^report: .*$`)

var times = regexp.MustCompile(`("\w*seconds": ).*`)

// timeless compares two files byte by byte, apart from the values of
// "..._seconds": timeless a/metrics.json b/metrics.json.
func timeless(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: timeless FILE FILE")
	}
	a, b := times.ReplaceAllString(ts.ReadFile(args[0]), "$1"), times.ReplaceAllString(ts.ReadFile(args[1]), "$1")
	if a != b {
		ts.Fatalf("%s and %s differ in more than times", args[0], args[1])
	}
}

package main

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// momentsVariable is the environment variable that says at how many random
// moments each command is ended, as make torture does. Without it some commands
// are ended once.
const momentsVariable = "HARDWOOD_MOMENTS"

// TestEndsAtAnyMoment: whatever a command is doing, it ends when a signal asks it
// to, says so in one line, and leaves nothing half-written; those that then report on what is finished end
// when a second one asks. With the variable, where
// the machine is known to be good enough for a measurement, it also has to end
// within a second of processor time.
func TestEndsAtAnyMoment(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("processor time of others is not known here")
	}
	moments, commands, limit := 1, 6, 5*time.Minute
	if text := os.Getenv(momentsVariable); text != "" {
		limit = time.Second
		var err error
		if moments, err = strconv.Atoi(text); err != nil {
			t.Fatal(err)
		}
		commands = math.MaxInt
	}
	many := commands == math.MaxInt
	signals := slices.DeleteFunc([]syscall.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP},
		func(s syscall.Signal) bool { return signal.Ignored(s) }) // as in the background, by commands that begin too
	dir := t.TempDir()
	all := longCommands(t, dir)
	if many {
		maps.Copy(all, commandsOfManyRows(t, dir))
	}
	for name, args := range all { // in random order
		if commands--; commands < 0 {
			break
		}
		mean := 400 * time.Millisecond
		if strings.HasSuffix(name, manyRows) {
			mean = 10 * time.Second
		}
		t.Run(name, func(t *testing.T) {
			for range moments {
				after := time.Duration(rand.ExpFloat64() * float64(mean))
				endAt(t, dir, after, signals[rand.IntN(len(signals))], limit, args)
			}
		})
	}
}

// longCommands returns commands that take a while, by their names, and makes what
// they read in a folder.
func longCommands(t *testing.T, dir string) map[string][]string {
	in := func(name string) string { return filepath.Join(dir, name) }
	longer := strings.NewReplacer("rounds = 10", "rounds = 3000", "builtin:wdbc", "builtin:digits", "test-rows = 40", "")
	for name, text := range map[string]string{"spec.toml": longer.Replace(killSpec), "small.toml": killSpec} {
		if err := os.WriteFile(in(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range [][]string{
		{"train", "--out", in("digits.json"), "--data", "builtin:digits", "--rounds", "60"},
		{"train", "--out", in("wdbc.json"), "--data", "builtin:wdbc", "--rounds", "300"},
		{"train", "--out", in("votes.json"), "--data", "builtin:digits", "--rounds", "60", "--booster", "forest",
			"--max-depth", "12"},
		{"ablate", in("small.toml"), "--store", in("small.db"), "--out", in("small")},
	} {
		if text, err := exec.Command("hardwood", append(args, "--quiet")...).CombinedOutput(); err != nil {
			t.Fatalf("%s", text)
		}
	}
	out := in("out")
	digits := []string{"--model", in("digits.json"), "--data", "builtin:digits"}
	wdbc := []string{"--model", in("wdbc.json"), "--data", "builtin:wdbc"}
	votes := []string{"--model", in("votes.json"), "--data", "builtin:digits"}
	attack := func(method string, of []string, more ...string) []string {
		return append(append([]string{"attack", "--method", method, "--out", in("adv.csv")}, of...), more...)
	}
	return map[string][]string{
		"train": {"train", "--data", "builtin:digits", "--rounds", "100000", "--out", in("m.json")},
		"train forest": {"train", "--data", "builtin:digits", "--out", in("m.json"), "--rounds", "100000",
			"--booster", "forest"},
		"train robust": {"train", "--data", "builtin:digits", "--out", in("m.json"), "--rounds", "100000",
			"--robust-eps", "2"},
		"harden":       {"harden", "--data", "builtin:digits", "--rounds", "2000", "--eps", "0.1", "--out", out},
		"harden tuned": {"harden", "--data", "builtin:wdbc", "--rounds", "2000", "--eps", "0.1", "--tune", "--out", out},
		"eval": append([]string{"eval", "--out", out, "--eps", "1", "--norm", "2",
			"--resamples", "100000"}, digits...),
		"ablate":         {"ablate", in("spec.toml"), "--store", in("runs.db"), "--out", out},
		"auto":           attack("auto", votes, "--norm", "1"),
		"exact":          attack("exact", votes, "--norm", "2"),
		"lt":             attack("lt", votes, "--starts", "1000"),
		"cube":           attack("cube", digits),
		"signopt":        attack("signopt", wdbc, "--norm", "2"),
		"hsja":           attack("hsja", wdbc, "--norm", "2"),
		"dive":           attack("dive", votes),
		"verify":         append([]string{"verify", "--method", "exact", "--norm", "1", "--out", in("v.csv")}, votes...),
		"verify clique":  append([]string{"verify", "--method", "clique", "--out", in("v.csv")}, votes...),
		"verify bound":   append([]string{"verify", "--method", "bound", "--out", in("v.csv")}, votes...),
		"predict":        append([]string{"predict", "--out", in("p.csv")}, votes...),
		"convert":        {"convert", "--in", in("votes.json"), "--to", "xgboost", "--out", in("x.json")},
		"data show":      {"data", "show", "--data", "builtin:digits"},
		"check":          {"check", in("votes.json")},
		"runs list":      {"runs", "list", "--store", in("small.db")},
		"importance":     {"importance", in("votes.json")},
		"attack of few":  attack("auto", wdbc, "--rows", "10"),
		"attack in bits": attack("lt", digits, "--norm", "1", "--examples", in("e.csv")),
	}
}

// manyRows is how the names of commands end that take seconds to look over their rows.
const manyRows = "of many rows"

// commandsOfManyRows returns commands on a table of many rows, some of whose columns are
// categories, and makes the table in a folder.
func commandsOfManyRows(t *testing.T, dir string) map[string][]string {
	in := func(name string) string { return filepath.Join(dir, name) }
	file, err := os.Create(in("many.csv"))
	if err != nil {
		t.Fatal(err)
	}
	w := bufio.NewWriter(file)
	fmt.Fprintln(w, "a,b,c,d,e,f,g,h,i,j,k,l,p,q,r,s,label")
	r := seed.At(36)
	for range 2_000_000 {
		sum := 0.0
		for range 12 {
			v := r.Float64()
			sum += v
			fmt.Fprintf(w, "%.4f,", v)
		}
		for range 3 {
			fmt.Fprintf(w, "level %d,", r.IntN(30))
		}
		fmt.Fprintf(w, "%d,%t\n", r.IntN(50), sum+r.Float64() > 6.5)
	}
	if err := cmp.Or(w.Flush(), file.Close()); err != nil {
		t.Fatal(err)
	}
	rows := []string{"--data", in("many.csv")}
	if text, err := exec.Command("hardwood", append([]string{"train", "--quiet", "--rounds", "40", "--out", in("many.json")}, rows...)...).CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	rows = append(rows, "--model", in("many.json"))
	return map[string][]string{
		"data show " + manyRows: {"data", "show", "--data", in("many.csv"), "--write-threat", in("many.toml")},
		"train " + manyRows:     {"train", "--data", in("many.csv"), "--rounds", "20", "--out", in("m.json")},
		"predict " + manyRows:   append([]string{"predict", "--out", in("p.csv")}, rows...),
		"attack " + manyRows:    append([]string{"attack", "--rows", "2000", "--out", in("adv.csv")}, rows...),
		"verify " + manyRows:    append([]string{"verify", "--rows", "2000", "--out", in("v.csv")}, rows...),
		"eval " + manyRows:      append([]string{"eval", "--eps", "0.02", "--out", in("out")}, rows...),
		"harden " + manyRows: {"harden", "--data", in("many.csv"), "--rounds", "10", "--eps", "0.02", "--test-rows", "500",
			"--out", in("out")},
	}
}

// endAt runs a command and ends it after some time, for which it may use some
// processor time.
func endAt(t *testing.T, dir string, after time.Duration, by syscall.Signal, limit time.Duration, args []string) {
	t.Helper()
	var stderr bytes.Buffer
	c := exec.Command("hardwood", append(args, "--quiet")...)
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	before := processorTime(c.Process.Pid)
	c.Process.Signal(by)
	twice := args[0] == "eval" || args[0] == "harden"
	if twice { // a report may follow, which the next signal ends
		time.Sleep(200 * time.Millisecond)
		before = processorTime(c.Process.Pid)
		c.Process.Signal(by)
	}
	stop := time.AfterFunc(5*time.Minute, func() { c.Process.Signal(syscall.SIGQUIT) })
	c.Wait()
	what := strings.Join(args, " ") + ", " + by.String() + " after " + after.String()
	if !stop.Stop() {
		t.Fatalf("%s: does not end:\n%s", what, stderr.String())
	}
	if used := c.ProcessState.UserTime() + c.ProcessState.SystemTime() - before; used > limit {
		t.Errorf("%s: %v of processor time until its end", what, used)
	}
	status := c.ProcessState.Sys().(syscall.WaitStatus)
	switch {
	case status.Signaled(): // before the program had begun, or by the second one while it read
		if status.Signal() != by || !twice && after > 200*time.Millisecond && before > 100*time.Millisecond {
			t.Errorf("%s: ended by %v", what, status.Signal())
		}
	case status.ExitStatus() == exitInterrupted:
		if !strings.HasPrefix(stderr.String(), "hardwood: ") || strings.Count(stderr.String(), "\n") != 1 {
			t.Errorf("%s: stderr is %q", what, stderr.String())
		}
	case status.ExitStatus() != exitOK:
		t.Errorf("%s: exit code %d: %s", what, status.ExitStatus(), stderr.String())
	}
	for _, place := range []string{dir, filepath.Join(dir, "out")} {
		left, _ := filepath.Glob(filepath.Join(place, ".*"))
		for _, file := range left {
			if !status.Signaled() {
				t.Errorf("%s: %s is left half-written", what, file)
			}
			os.Remove(file)
		}
	}
}

// processorTime returns the processor time that a process has used, 0 if it has
// ended.
func processorTime(pid int) time.Duration {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return 0
	}
	fields := bytes.Fields(text[bytes.LastIndexByte(text, ')')+1:])
	ticks := 0
	for _, i := range []int{11, 12} { // utime and stime, in hundredths of a second
		n, err := strconv.Atoi(string(fields[i]))
		if err != nil {
			return 0
		}
		ticks += n
	}
	return time.Duration(ticks) * 10 * time.Millisecond
}

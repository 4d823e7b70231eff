package main

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval"
)

// TestCtrlC: an interrupted command keeps what is finished, says so in one line, exits
// with 130 and leaves nothing half-written.
func TestCtrlC(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	for _, c := range []struct {
		args []string
		wait string // for this file before Ctrl-C
		says string
		kept string // a whole model
	}{
		{[]string{"harden", "--data", "builtin:digits", "--rounds", "400", "--attack-rows", "0", "--eps", "0.1", "--out", dir},
			in("natural.json"), "hardwood: interrupted; finished so far: " + in("natural.json"), in("natural.json")},
		{[]string{"train", "--data", "builtin:wdbc", "--rounds", "1000000", "--checkpoint", in("part.json"), "--checkpoint-rounds", "1", "--out", in("model.json")},
			in("part.json"), "hardwood: interrupted; the trees so far are in " + in("model.json") + "\n", in("model.json")},
	} {
		if got := interrupt(t, c.wait, c.args...); !strings.HasPrefix(got, c.says) || strings.Count(got, "\n") != 1 {
			t.Errorf("%s: stderr is %q", c.args[0], got)
		}
		if out, err := exec.Command("hardwood", "check", c.kept).CombinedOutput(); err != nil {
			t.Errorf("%s: the model: %s", c.args[0], out)
		}
		if left, _ := filepath.Glob(in(".*")); len(left) > 0 {
			t.Errorf("%s: half-written files are left: %v", c.args[0], left)
		}
	}
}

// interrupt runs hardwood until a file exists, interrupts it, and returns its stderr.
func interrupt(t *testing.T, file string, args ...string) string {
	t.Helper()
	var stderr bytes.Buffer
	c := exec.Command("hardwood", append(args, "--quiet")...)
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for range 1200 { // up to a minute on a busy machine
		if _, err := os.Stat(file); err == nil {
			break
		}
		time.Sleep(50 * time.Millisecond)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("%s ended with %v, want exit code %d", args[0], err, exitInterrupted)
	}
	return stderr.String()
}

// TestCtrlCWhileAttacking: the report of an interrupted evaluation is about the rows that are finished,
// and says so.
func TestCtrlCWhileAttacking(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	slow := []string{"--data", "builtin:digits", "--method", "lt", "--starts", "400", "--threads", "1", "--eps", "0.1", "--resamples", "10", "--out", in("out")}
	for _, args := range [][]string{
		{"train", "--data", "builtin:digits", "--rounds", "5", "--out", in("first.json")},
		{"train", "--data", "builtin:digits", "--rounds", "3", "--out", in("second.json")},
	} {
		if text, err := exec.Command("hardwood", append(args, "--quiet")...).CombinedOutput(); err != nil {
			t.Fatalf("%s", text)
		}
	}
	for _, args := range [][]string{
		append([]string{"eval", "--model", in("first.json"), "--against", in("second.json")}, slow...),
		append([]string{"harden", "--rounds", "5"}, slow...),
	} {
		stdout, last := interruptAt(t, []string{`^attack \d+ rows by lt: \d\d+ of `}, args...)
		says := regexp.MustCompile(`^Interrupted: all figures are about (\d+) of (\d+) rows, `).FindStringSubmatch(stdout)
		if says == nil || !strings.Contains(stdout, "\nAt eps 0.1 (L-inf), on "+says[1]+" of "+says[2]+" rows (interrupted), the ") {
			t.Fatalf("%s: stdout is %s", args[0], stdout)
		}
		if want := "the report is about " + says[1] + " of " + says[2] + " rows"; !strings.HasPrefix(last, "hardwood: interrupted; ") || !strings.HasSuffix(last, want) {
			t.Errorf("%s: stderr ends with %q, want %q", args[0], last, want)
		}
		document, err := eval.ReadDocument(contentOf(t, in("out/metrics.json")))
		if err != nil {
			t.Fatal(err)
		}
		if i := document.Interrupted; i == nil || strconv.Itoa(i.Finished) != says[1] || strconv.Itoa(i.Of) != says[2] || document.Data.Rows != i.Finished {
			t.Errorf("%s: metrics.json is about %d rows, and says %+v", args[0], document.Data.Rows, i)
		}
		if page := string(contentOf(t, in("out/report.html"))); !strings.Contains(page, strings.TrimSpace(says[0])) {
			t.Errorf("%s: the report does not say %q", args[0], says[0])
		}
		if lines := bytes.Count(contentOf(t, in("out/examples.csv")), []byte("\n")); lines != 1+2*document.Data.Rows {
			t.Errorf("%s: examples.csv has %d lines for %d rows of two models", args[0], lines, document.Data.Rows)
		}
		if left, _ := filepath.Glob(in("out/.*")); len(left) > 0 {
			t.Errorf("%s: half-written files are left: %v", args[0], left)
		}
	}
}

// TestCtrlCTwice: a second Ctrl-C ends the report on what the first one left.
func TestCtrlCTwice(t *testing.T) {
	dir := t.TempDir()
	model, out := filepath.Join(dir, "m.json"), filepath.Join(dir, "out")
	if text, err := exec.Command("hardwood", "train", "--quiet", "--data", "builtin:wdbc", "--rounds", "3", "--out", model).CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	stdout, last := interruptAt(t, []string{`^attack 569 rows by auto`, `^interrupted: a report on the rows that are finished follows; `},
		"eval", "--model", model, "--data", "builtin:wdbc", "--eps", "0.1", "--resamples", "1000000000", "--out", out)
	if stdout != "" || !strings.HasPrefix(last, "hardwood: interrupted; no report is written") {
		t.Errorf("stdout is %q, stderr ends with %q", stdout, last)
	}
	if left, err := os.ReadDir(out); len(left) > 0 || err != nil {
		t.Errorf("left: %v, %v", left, err)
	}
}

// interruptAt runs hardwood, interrupts it at the first line of stderr that matches a pattern, then at the
// first one that matches the next, and returns its stdout and the last line of stderr.
func interruptAt(t *testing.T, patterns []string, args ...string) (stdout, last string) {
	t.Helper()
	var out bytes.Buffer
	c := exec.Command("hardwood", args...)
	c.Stdout = &out
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(stderr); lines.Scan(); {
		last = lines.Text()
		if len(patterns) > 0 && regexp.MustCompile(patterns[0]).MatchString(last) {
			c.Process.Signal(os.Interrupt) // an error means that it has ended
			patterns = patterns[1:]
		}
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("%s ended with %v, want exit code %d: %s", args[0], err, exitInterrupted, last)
	}
	return out.String(), last
}

// TestCtrlCWhileShowing: what columns hold, one on each line, is not printed to its end first.
func TestCtrlCWhileShowing(t *testing.T) {
	table := filepath.Join(t.TempDir(), "wide.libsvm")
	if err := os.WriteFile(table, []byte("0 1:1\n1 20000:1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	c := exec.Command("hardwood", "data", "show", "--data", table)
	stdout, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := bufio.NewReader(stdout).ReadString('\n'); err != nil { // the rest waits in the pipe
		t.Error(err)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Error(err)
	}
	stuck := time.AfterFunc(time.Minute, func() { c.Process.Kill() })
	defer stuck.Stop()
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("data show ended with %v, want exit code %d", err, exitInterrupted)
	}
}

// TestCtrlCWhileReading: a file that takes minutes to read is not read to its
// end first.
func TestCtrlCWhileReading(t *testing.T) {
	const rows, side = 1 << 28, 16 // 64 GiB of zeros, of which the file system stores none
	dir := t.TempDir()
	images := filepath.Join(dir, "images-idx3")
	hole(t, images, rows*side*side, 0x0803, rows, side, side)
	hole(t, filepath.Join(dir, "labels-idx1"), rows, 0x0801, rows)
	c := exec.Command("hardwood", "train", "--stream", "--data", images, "--out", filepath.Join(dir, "model.json"))
	stderr, err := c.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	last, lines := "", bufio.NewScanner(stderr)
	for lines.Scan() {
		if last = lines.Text(); last == "read "+images+" ..." {
			if err := c.Process.Signal(os.Interrupt); err != nil {
				t.Fatal(err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		t.Error(err)
	}
	if want := "hardwood: interrupted while reading " + images; last != want {
		t.Errorf("the last line is %q, want %q", last, want)
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("ended with %v, want exit code %d", err, exitInterrupted)
	}
}

// hole writes an IDX file of zeros with the numbers of its header.
func hole(t *testing.T, path string, size int64, header ...uint32) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := binary.Write(f, binary.BigEndian, header); err != nil {
		t.Fatal(err)
	}
	if err := f.Truncate(int64(4*len(header)) + size); err != nil {
		t.Skipf("no room for a file with a hole: %v", err)
	}
}

// TestKilledReport: whenever an evaluation is killed, a report is there with its
// own files beside it, or none.
func TestKilledReport(t *testing.T) {
	dir := t.TempDir()
	model, out := filepath.Join(dir, "m.json"), filepath.Join(dir, "out")
	if text, err := exec.Command("hardwood", "train", "--quiet", "--data", "builtin:wdbc", "--rounds", "3", "--out", model).CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	evaluate := func(eps string, more ...string) *exec.Cmd {
		return exec.Command("hardwood", append([]string{"eval", "--quiet", "--model", model, "--data", "builtin:wdbc", "--rows", "10",
			"--resamples", "10", "--eps", eps, "--out", out}, more...)...)
	}
	if text, err := evaluate("0.137", "--starts-curve", "1").CombinedOutput(); err != nil {
		t.Fatalf("%s", text)
	}
	names := []string{"metrics.json", "comparison.csv", "comparison.tex", "report.html"}
	whole := func() (of string) {
		if _, err := os.Stat(filepath.Join(out, "report.html")); err != nil {
			return "nothing"
		}
		for _, name := range names {
			text, err := os.ReadFile(filepath.Join(out, name))
			if err != nil {
				t.Fatal(err)
			}
			has := func(eps string) bool {
				return bytes.Contains(text, []byte("robust at "+eps)) || bytes.Contains(text, []byte("--eps="+eps))
			}
			eps := "0.283"
			if !has(eps) {
				eps = "0.137"
			}
			if of != "" && of != eps || !has(eps) {
				t.Fatalf("%s is of eps %s, beside files of %s", name, eps, of)
			}
			of = eps
		}
		return of
	}
	for i := range 8 {
		metrics := filepath.Join(out, "metrics.json")
		before, err := os.Stat(metrics)
		if err != nil {
			t.Fatal(err)
		}
		left, _ := filepath.Glob(filepath.Join(out, ".*")) // of the last kill
		for _, file := range left {
			os.Remove(file)
		}
		c := evaluate([]string{"0.283", "0.137"}[i%2])
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		for range 5000 { // until the report is being written
			hidden, _ := filepath.Glob(filepath.Join(out, ".metrics.json.*"))
			if now, err := os.Stat(metrics); len(hidden) > 0 || err == nil && !now.ModTime().Equal(before.ModTime()) {
				break
			}
			time.Sleep(time.Millisecond)
		}
		time.Sleep(time.Duration(i/2) * 10 * time.Millisecond)
		c.Process.Kill()
		c.Wait()
		whole()
	}
	if text, err := evaluate("0.283").CombinedOutput(); err != nil || whole() != "0.283" {
		t.Errorf("%s, %v", text, err)
	}
	if left, _ := filepath.Glob(filepath.Join(out, "distance-time.*")); left != nil {
		t.Errorf("%s are of the first report", left)
	}
}

const killSpec = `
name = "killed"
seeds = [0, 1, 2]
loop = ["none", "lt"]
split = [0, 1]
attack-rows = 20
[[data]]
name = "wdbc"
source = "builtin:wdbc"
eps = 0.1
test-rows = 40
[train]
rounds = 10
max-depth = 3
[evaluate]
method = "lt"
starts = 2
`

// TestKilled: an ablation that is killed again and again ends with the same
// table as one that is not.
func TestKilled(t *testing.T) {
	dir := t.TempDir()
	spec := filepath.Join(dir, "spec.toml")
	if err := os.WriteFile(spec, []byte(killSpec), 0o644); err != nil {
		t.Fatal(err)
	}
	ablate := func(store string) *exec.Cmd {
		return exec.Command("hardwood", "ablate", "--quiet", spec, "--store", filepath.Join(dir, store), "--out", filepath.Join(dir, "out"))
	}
	want, err := ablate("whole.db").Output()
	if err != nil {
		t.Fatal(err)
	}
	killed := 0
	for i := range 20 { // moments from before the store exists to after the last run
		c := ablate("killed.db")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(10+15*i) * time.Millisecond)
		if c.Process.Kill() == nil {
			killed++
		}
		c.Wait()
	}
	got, err := ablate("killed.db").Output()
	if err != nil {
		t.Fatal(err)
	}
	if killed == 0 || !bytes.Equal(got, want) {
		t.Errorf("after %d kills:\n%s\nwithout:\n%s", killed, got, want)
	}
}

package main

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestCtrlC: harden that is interrupted after its first phase keeps the
// natural model, says so, and exits with 130.
func TestCtrlC(t *testing.T) {
	dir := t.TempDir()
	var stderr bytes.Buffer
	c := exec.Command("hardwood", "harden", "--quiet", "--data", "builtin:digits", "--rounds", "400", "--attack-rows", "0", "--eps", "0.1", "--out", dir)
	c.Stderr = &stderr
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	natural := filepath.Join(dir, "natural.json")
	for range 600 { // up to a minute on a busy machine
		if _, err := os.Stat(natural); err == nil {
			break
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err := c.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	var exit *exec.ExitError
	if err := c.Wait(); !errors.As(err, &exit) || exit.ExitCode() != exitInterrupted {
		t.Errorf("ended with %v, want exit code %d", err, exitInterrupted)
	}
	if got := stderr.String(); !strings.Contains(got, "interrupted; finished so far: "+natural) || strings.Count(got, "\n") != 1 {
		t.Errorf("stderr is %q", got)
	}
	if out, err := exec.Command("hardwood", "check", natural).CombinedOutput(); err != nil {
		t.Errorf("the natural model: %s", out)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
		t.Errorf("half-written files are left: %v", left)
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

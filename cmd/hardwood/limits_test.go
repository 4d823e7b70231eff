//go:build linux

package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/fault"
)

// TestKills: if a command is killed, at any operation on a file, every file is whole or
// missing, and the next run is as if nothing had happened: it sweeps hidden files.
func TestKills(t *testing.T) {
	forEach(t, func(t *testing.T, args []string, want map[string][]byte) {
		operations := 0
		t.Chdir(t.TempDir())
		undo := fault.Inject(counted(func(i int, _ string, _ []byte) error { operations = i + 1; return nil }))
		hardwood(t, args...)
		undo()
		killed := 0
		for _, n := range sampled(operations) {
			t.Chdir(t.TempDir())
			c := exec.Command("hardwood", args...)
			c.Env = append(os.Environ(), fmt.Sprintf("%s=%d", killVariable, n))
			c.Run()
			if !c.ProcessState.Sys().(syscall.WaitStatus).Signaled() {
				continue // some commands have no fixed order of operations
			}
			killed++
			again(t, fmt.Sprintf("killed at operation %d of %d", n, operations), args, want, true)
		}
		t.Logf("killed %d times", killed)
	})
}

// TestSmallFiles: where files cannot be larger than some size, as on a disk that is
// nearly full, also those of SQLite, a command ends with one line, every file is whole
// or not there, and the next run is as if nothing had been.
func TestSmallFiles(t *testing.T) {
	forEach(t, func(t *testing.T, args []string, want map[string][]byte) {
		most := 0
		for _, content := range want {
			most = max(most, len(content)/512+2)
		}
		for _, blocks := range sampled(max(most, 20)) {
			limited(t, "-f", blocks, args, want)
		}
	})
}

// TestFewDescriptors: a command that may open few files ends with one line or its
// result. With fewer than eight Go does not start.
func TestFewDescriptors(t *testing.T) {
	forEach(t, func(t *testing.T, args []string, want map[string][]byte) {
		for _, more := range sampled(12) {
			limited(t, "-n", 8+more, args, want)
		}
	})
}

// limited runs a command under a limit of the shell.
func limited(t *testing.T, limit string, number int, args []string, want map[string][]byte) {
	t.Helper()
	t.Chdir(t.TempDir())
	var stderr bytes.Buffer
	what := fmt.Sprintf("ulimit %s %d", limit, number)
	c := exec.Command("sh", append([]string{"-c", what + ` && exec hardwood "$@"`, "sh"}, args...)...)
	c.Stderr = &stderr
	c.Run()
	lines := strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
	ok := c.ProcessState.Success()
	if !ok && !strings.HasPrefix(lines[len(lines)-1], "hardwood: ") {
		t.Errorf("%s: %v, stderr is %.3000q", what, c.ProcessState, stderr.String())
	}
	if ok {
		compare(t, what, want, filesHere(t), true, false)
		return
	}
	again(t, what, args, want, false)
}

// again compares what a command has left, and what it makes of that when it runs again. A
// journal, which SQLite plays back, belongs to its store.
func again(t *testing.T, what string, args []string, want map[string][]byte, killed bool) {
	t.Helper()
	left := filesHere(t)
	for name := range left {
		if killed && strings.HasPrefix(filepath.Base(name), ".") || strings.HasSuffix(name, "-journal") {
			delete(left, name)
		}
	}
	compare(t, what, want, left, false, false)
	moveClock(t, 0) // what is hidden is old enough to be swept
	if code, _, stderr := hardwood(t, args...); code != exitOK {
		t.Errorf("%s, and again without: %s", what, stderr)
	}
	compare(t, what+", and again without", want, filesHere(t), true, false)
}

// forEach runs a test for the commands of [fileCommands], some of them without
// [faultsVariable], which write the wanted files.
func forEach(t *testing.T, test func(t *testing.T, args []string, want map[string][]byte)) {
	for name, args := range fileCommands(t) {
		if os.Getenv(faultsVariable) == "" && name != "ablate" && name != "merge report" && name != "train" {
			continue
		}
		t.Run(name, func(t *testing.T) {
			args := append(args, "--quiet")
			test(t, args, wantedFiles(t, args))
		})
	}
}

// sampled returns the numbers below n, or three of them without [faultsVariable].
func sampled(n int) []int {
	numbers := rand.Perm(n)
	if os.Getenv(faultsVariable) == "" {
		numbers = numbers[:min(n, 3)]
	}
	return numbers
}

// TestAddressSpace: a small file that would be a large table ends in one line under
// ulimit -v too, which counts what Go maps and does not use.
func TestAddressSpace(t *testing.T) {
	if testing.Short() || strconv.IntSize == 32 {
		t.Skip("the race detector maps more than any limit, and 32 bits have less than these")
	}
	t.Chdir(t.TempDir())
	attributes := 50_000
	content := "@relation r\n" + strings.Repeat("@attribute a numeric\n", attributes) + "@data\n" + strings.Repeat("{0 1}\n", attributes)
	if err := os.WriteFile("bomb.arff", []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, gigabytes := range []int{2, 3} { // with more, memory may do for as many rows as are refused for being too sparse
		var stderr bytes.Buffer
		c := exec.Command("sh", "-c", fmt.Sprintf("ulimit -v %d && exec hardwood data show --quiet --data bomb.arff", gigabytes<<20))
		c.Stderr = &stderr
		if err := c.Run(); err == nil || strings.Count(stderr.String(), "\n") != 1 || !strings.Contains(stderr.String(), "too little memory") {
			t.Errorf("ulimit -v of %d GB: %v, stderr is %.300q", gigabytes, err, stderr.String())
		}
	}
}

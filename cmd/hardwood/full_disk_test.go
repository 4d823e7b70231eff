//go:build unix

package main

import (
	"bytes"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// little returns the program with so little room that no file may have more than 32
// or 64 KB, as if the disk was full then.
func little(args ...string) *exec.Cmd {
	return exec.Command("sh", append([]string{"-c", `trap "" XFSZ; ulimit -f 64; exec hardwood "$@"`, "hardwood"}, args...)...)
}

// failsWith runs a program that has to end with exit code 1 and one line, after notes.
func failsWith(t *testing.T, p *exec.Cmd, want string) {
	t.Helper()
	var stderr bytes.Buffer
	p.Stderr = &stderr
	p.Run()
	lines := strings.Split(strings.TrimSpace(stderr.String()), "\n")
	if last := lines[len(lines)-1]; p.ProcessState.ExitCode() != 1 || !strings.HasPrefix(last, "hardwood: ") || !strings.Contains(last, want) {
		t.Errorf("exit code %d, %q, want %q", p.ProcessState.ExitCode(), stderr.String(), want)
	}
}

// TestFullDisks: a full disk at the server, at a worker and at the coordinator each
// ends that process with a line. Where it is started again with room, the job goes on.
func TestFullDisks(t *testing.T) {
	dir := t.TempDir()
	in := func(name string) string { return filepath.Join(dir, name) }
	hardwoodOutput(t, "train", "--quiet", "--data", "builtin:digits", "--rounds", "20", "--out", in("model.json"))
	attack := func(out string, more ...string) []string {
		return append([]string{"attack", "--quiet", "--model", in("model.json"), "--data", "builtin:digits", "--rows", "400", "--method", "lt",
			"--starts", "1", "--no-times", "--out", in(out), "--examples", in(out + ".examples")}, more...)
	}
	hardwoodOutput(t, attack("one")...)
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	on := []string{"--on", "nats://" + address}
	serve := []string{"serve", "--quiet", "--dir", in("queue"), "--listen", address}
	worker := append([]string{"worker", "--quiet", "--threads", "2", "--cache", in("cache")}, on...)

	job := exec.Command("hardwood", attack("on", on...)...)
	if err := job.Start(); err != nil {
		t.Fatal(err)
	}
	failsWith(t, little(serve...), "the server cannot keep what it is given in "+in("queue")+": ")
	again := exec.Command("hardwood", serve...)
	if err := again.Start(); err != nil {
		t.Fatal(err)
	}
	defer again.Wait()
	defer again.Process.Kill()
	failsWith(t, little(worker...), "this worker cannot go on: ")
	other := exec.Command("hardwood", worker...)
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	defer other.Wait()
	defer other.Process.Kill()
	if err := job.Wait(); err != nil {
		t.Error(err)
	}
	same := func() {
		t.Helper()
		for _, name := range []string{"", ".examples"} {
			if !bytes.Equal(read(t, in("on"+name)), read(t, in("one"+name))) {
				t.Errorf("on%s differs", name)
			}
		}
	}
	same()
	failsWith(t, little(attack("on", append(on, "--seed", "1")...)...), "cannot write "+in("on"))
	same() // of the job before
	hardwoodOutput(t, attack("one", "--seed", "1")...)
	hardwoodOutput(t, attack("on", append(on, "--seed", "1")...)...)
	same()
}

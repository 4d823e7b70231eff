package main

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// TestChaos: whichever processes are killed, and whenever, the output is that of a single
// process. make chaos kills more.
func TestChaos(t *testing.T) {
	seeds, kills := number("HARDWOOD_CHAOS_SEEDS", 1), number("HARDWOOD_CHAOS_KILLS", 6)
	dir := t.TempDir()
	model := filepath.Join(dir, "model.json")
	hardwoodOutput(t, "train", "--quiet", "--data", "builtin:digits", "--rounds", "20", "--out", model)
	for seed := range seeds {
		attack := func(out string, more ...string) []string {
			return append([]string{"attack", "--quiet", "--model", model, "--data", "builtin:digits", "--rows", "500", "--method", "lt",
				"--starts", "10",
				"--seed", strconv.Itoa(seed), "--no-times", "--out", filepath.Join(dir, out), "--examples", filepath.Join(dir, out+".examples")}, more...)
		}
		want := hardwoodOutput(t, attack("one.csv")...)
		c := newChaos(t, dir, seed)
		got, killed := c.run(attack("on.csv", "--on", c.url, "--parts", "100"), kills)
		if !bytes.Equal(got, want) {
			t.Errorf("seed %d: with kills it prints %q, without %q", seed, got, want)
		}
		for _, name := range []string{".csv", ".csv.examples"} {
			if !bytes.Equal(read(t, filepath.Join(dir, "on"+name)), read(t, filepath.Join(dir, "one"+name))) {
				t.Errorf("seed %d: %s differs", seed, name)
			}
		}
		t.Logf("seed %d: killed %v; 100 parts, %d deliveries", seed, killed, c.deliveries())
		c.stop()
	}
}

// TestChaosHarden: the attack in the loop is done to the bit, whichever worker dies.
func TestChaosHarden(t *testing.T) {
	dir := t.TempDir()
	harden := func(out string, more ...string) []string {
		return append([]string{"harden", "--quiet", "--data", "builtin:digits", "--rows", "700", "--loop", "lt", "--eps", "0.1",
			"--rounds", "15", "--attack-rows", "0", "--resamples", "10", "--out", filepath.Join(dir, out)}, more...)
	}
	hardwoodOutput(t, harden("one")...)
	c := newChaos(t, dir, 0)
	_, killed := c.run(harden("on", "--on", c.url), 4)
	c.stop()
	for _, name := range []string{"natural.json", "hardened.json"} {
		if !bytes.Equal(read(t, filepath.Join(dir, "on", name)), read(t, filepath.Join(dir, "one", name))) {
			t.Errorf("killed %v: %s differs", killed, name)
		}
	}
}

// number returns the number that a variable of the environment holds.
func number(variable string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(variable)); err == nil {
		return n
	}
	return otherwise
}

// hardwoodOutput runs the program and returns what it prints.
func hardwoodOutput(t *testing.T, args ...string) []byte {
	t.Helper()
	out, err := exec.Command("hardwood", args...).Output()
	if err != nil {
		t.Fatalf("hardwood %s: %v", args[0], err)
	}
	return out
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// chaos is a server, workers and a coordinator that are killed and started again.
type chaos struct {
	t      *testing.T
	url    string
	random *rand.Rand

	mu      sync.Mutex
	started [][]string // command lines: server, workers, coordinator
	running []*exec.Cmd
	stopped bool
	wait    sync.WaitGroup
}

// The places of processes in chaos.
const (
	serverAt = iota
	workerAt
	otherWorkerAt
	coordinatorAt
)

// newChaos starts a server and two workers.
func newChaos(t *testing.T, dir string, seed int) *chaos {
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	c := &chaos{t: t, url: "nats://" + address, random: rand.New(rand.NewPCG(uint64(seed), 0)), running: make([]*exec.Cmd, coordinatorAt+1)}
	worker := func(cache string) []string {
		return []string{"worker", "--quiet", "--on", c.url, "--threads", "2", "--redeliver", "1s", "--cache", filepath.Join(dir, cache)}
	}
	c.started = [][]string{{"serve", "--quiet", "--dir", filepath.Join(dir, fmt.Sprint("queue", seed)), "--listen", address}, worker("cache1"), worker("cache2"), nil}
	for at := range c.started[:coordinatorAt] {
		c.wait.Go(func() { c.keepAlive(at) })
	}
	t.Cleanup(c.stop)
	return c
}

// keepAlive starts a process again and again.
func (c *chaos) keepAlive(at int) {
	for {
		p := c.start(at)
		if p == nil {
			return
		}
		p.Wait()
		time.Sleep(100 * time.Millisecond)
	}
}

// start starts a process, unless all is over.
func (c *chaos) start(at int) *exec.Cmd {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stopped {
		return nil
	}
	p := exec.Command("hardwood", c.started[at]...)
	if at == coordinatorAt {
		p.Stdout = &bytes.Buffer{}
	}
	if err := p.Start(); err != nil {
		c.t.Error(err)
		return nil
	}
	c.running[at] = p
	return p
}

// kill kills one of the processes, mostly a worker.
func (c *chaos) kill() (at int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	at = []int{workerAt, workerAt, workerAt, otherWorkerAt, otherWorkerAt, otherWorkerAt, otherWorkerAt, serverAt, serverAt, coordinatorAt}[c.random.IntN(10)]
	if p := c.running[at]; p != nil {
		p.Process.Kill()
	}
	return at
}

// run runs a coordinator to its end while processes are killed, and returns its output and
// how often each was killed.
func (c *chaos) run(args []string, kills int) ([]byte, map[string]int) {
	c.started[coordinatorAt] = args
	killed, over := map[string]int{}, make(chan bool)
	c.wait.Go(func() {
		for range kills {
			select {
			case <-over:
				return
			case <-time.After(time.Duration(100+c.random.IntN(400)) * time.Millisecond):
				killed[[]string{"server", "worker", "worker", "coordinator"}[c.kill()]]++
			}
		}
	})
	defer close(over)
	for {
		p := c.start(coordinatorAt)
		if p == nil {
			return nil, killed
		}
		err := p.Wait()
		var exit *exec.ExitError
		switch {
		case err == nil:
			return p.Stdout.(*bytes.Buffer).Bytes(), killed
		case errors.As(err, &exit) && exit.ExitCode() >= 0: // it was not killed
			c.t.Errorf("the coordinator ended with %v", err)
			return nil, killed
		}
	}
}

// deliveries returns how many tasks the server gave to workers.
func (c *chaos) deliveries() uint64 {
	conn, err := nats.Connect(c.url, nats.MaxReconnects(50), nats.RetryOnFailedConnect(true))
	if err != nil {
		c.t.Fatal(err)
	}
	defer conn.Close()
	js, err := jetstream.New(conn)
	if err != nil {
		c.t.Fatal(err)
	}
	n := uint64(0)
	stream, err := js.Stream(c.t.Context(), "hardwood-tasks")
	if err != nil {
		c.t.Fatal(err)
	}
	for about := range stream.ListConsumers(c.t.Context()).Info() {
		n += about.Delivered.Consumer
	}
	return n
}

// stop ends all processes.
func (c *chaos) stop() {
	c.mu.Lock()
	c.stopped = true
	for _, p := range c.running {
		if p != nil {
			p.Process.Kill()
		}
	}
	c.mu.Unlock()
	c.wait.Wait()
}

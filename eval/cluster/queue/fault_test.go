package queue_test

import (
	"context"
	"io"
	"net"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// wire is a network to a server that can be cut: what is sent then arrives nowhere, and
// nobody is told.
type wire struct {
	listener net.Listener
	to       string
	cut      atomic.Bool
	until    atomic.Int64 // bytes until it stands still for a while, once
}

// standstill is longer than the library waits for the next piece of a file.
const standstill = 1200 * time.Millisecond

// newWire returns a wire to the server at a URL.
func newWire(t *testing.T, url string) *wire {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	w := &wire{listener: l, to: strings.TrimPrefix(url, "nats://")}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			here, err := l.Accept()
			if err != nil {
				return
			}
			there, err := net.Dial("tcp", w.to)
			if err != nil {
				here.Close()
				continue
			}
			go w.forward(here, there)
			go w.forward(there, here)
		}
	}()
	return w
}

func (w *wire) url() string { return "nats://" + w.listener.Addr().String() }

// forward copies from one end to the other until one of them closes.
func (w *wire) forward(from, to net.Conn) {
	defer from.Close()
	defer to.Close()
	io.Copy(end{w, to}, from)
}

// end is the far end of a wire.
type end struct {
	*wire
	to net.Conn
}

func (e end) Write(p []byte) (int, error) {
	if e.cut.Load() {
		return len(p), nil
	}
	if n := int64(len(p)); e.until.Add(-n) <= 0 && e.until.Load() > -n {
		time.Sleep(standstill)
	}
	return e.to.Write(p)
}

// TestCutNetwork: what a worker has goes to another one where its network is cut, and
// a result that it sends when it is back changes nothing.
func TestCutNetwork(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	net := newWire(t, url)
	began, late := make(chan bool, 9), make(chan bool)
	work(t, dial(t, net.url()), func(_ context.Context, task queue.Task) ([]byte, error) {
		net.cut.Store(true)
		began <- true
		<-late
		return []byte("late"), nil
	})
	go func() {
		<-began
		work(t, dial(t, url), echo)
	}()
	got := map[string]string{}
	err := dial(t, url).Coordinate(t.Context(), job("cut"), 5, 0, slices.Values(tasks(5)), func(r *queue.Result) error {
		if got[r.Name] != "" {
			t.Errorf("task %s is kept twice", r.Name)
		}
		got[r.Name] = string(r.Data)
		return nil
	})
	net.cut.Store(false)
	close(late)
	for _, task := range tasks(5) {
		if got[task.Name] != "did "+task.Body {
			t.Errorf("task %s: %q", task.Name, got[task.Name])
		}
	}
	if err != nil {
		t.Error(err)
	}
}

// TestExpired: a clock that jumps by weeks lets all that the server has expire at
// once. The job goes on, and each result is kept once.
func TestExpired(t *testing.T) {
	url := serve(t, t.TempDir(), "127.0.0.1:0").URL()
	js := jetStream(t, url)
	var once sync.Once
	expire := func() {
		for name := range js.StreamNames(t.Context()).Name() {
			s, err := js.Stream(t.Context(), name)
			if err == nil {
				err = s.Purge(t.Context())
			}
			if err != nil {
				t.Error(err)
			}
		}
	}
	var done atomic.Int64
	work(t, dial(t, url), func(ctx context.Context, task queue.Task) ([]byte, error) {
		if done.Add(1) > 10 {
			once.Do(expire)
		}
		return echo(ctx, task)
	})
	got := map[string]bool{}
	err := dial(t, url).Coordinate(t.Context(), job("expired"), 60, 0, slices.Values(tasks(60)), func(r *queue.Result) error {
		if got[r.Name] || r.Err != "" {
			t.Errorf("task %s is kept twice, or failed: %s", r.Name, r.Err)
		}
		got[r.Name] = true
		return nil
	})
	if err != nil || len(got) != 60 {
		t.Errorf("%d of 60 results, %v", len(got), err)
	}
}

package queue_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
	"github.com/hardwood-ml/hardwood/internal/cputime"
)

// benchServer starts a server and some connections to it.
func benchServer(b *testing.B, some int) []*queue.Queue {
	s, err := server.Start(server.Options{Dir: b.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(s.Close)
	var all []*queue.Queue
	for range some {
		q, err := queue.Dial(b.Context(), queue.Options{URL: s.URL()})
		if err != nil {
			b.Fatal(err)
		}
		b.Cleanup(q.Close)
		all = append(all, q)
	}
	return all
}

// BenchmarkEmptyTask measures what a task of no work with 4 KB of result costs server,
// workers and coordinator together.
func BenchmarkEmptyTask(b *testing.B) { benchTasks(b, 0) }

// BenchmarkSecondTask measures what a task costs them that waits for a second, as if it
// worked elsewhere: in percent of that second.
func BenchmarkSecondTask(b *testing.B) { benchTasks(b, time.Second) }

// benchTasks measures the overhead of b.N tasks that take some time but no CPU.
func benchTasks(b *testing.B, each time.Duration) {
	all := benchServer(b, 5)
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	result := make([]byte, 4<<10)
	for _, q := range all[1:] {
		go q.Work(ctx, queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1,
			Do: func(context.Context, *queue.Job, queue.Task) ([]byte, error) { time.Sleep(each); return result, nil }})
	}
	b.ResetTimer()
	before := cputime.Seconds()
	err := all[0].Coordinate(ctx, job("tasks"), b.N, 0, slices.Values(tasks(b.N)), func(*queue.Result) error { return nil })
	if err != nil {
		b.Fatal(err)
	}
	spent := (cputime.Seconds() - before) / float64(b.N)
	b.ReportMetric(1000*spent, "cpu-ms/op")
	if each > 0 {
		b.ReportMetric(100*spent/each.Seconds(), "cpu-%")
	}
}

// BenchmarkRedeliver measures how long after the death of its worker a task is at
// another one, beyond the time of redelivery.
func BenchmarkRedeliver(b *testing.B) {
	const redeliver = 2 * time.Second
	all := benchServer(b, 1)
	died, again := make(chan time.Time, 1), make(chan time.Time, 1)
	worker := func(ctx context.Context, do func(q *queue.Queue)) {
		q, err := queue.Dial(b.Context(), queue.Options{URL: all[0].URL, Redeliver: redeliver})
		if err != nil {
			b.Error(err)
			return
		}
		q.Work(ctx, queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1,
			Do: func(context.Context, *queue.Job, queue.Task) ([]byte, error) { do(q); return nil, nil }})
		q.Close()
	}
	var longest time.Duration
	for n := range b.N {
		ctx, stop := context.WithCancel(b.Context())
		go worker(ctx, func(q *queue.Queue) {
			q.Close() // as if it was killed
			died <- time.Now()
			worker(ctx, func(*queue.Queue) { again <- time.Now() })
		})
		err := all[0].Coordinate(ctx, job(fmt.Sprint("dead", n)), 1, 0, slices.Values(tasks(1)), func(*queue.Result) error { return nil })
		if err != nil {
			b.Fatal(err)
		}
		longest = max(longest, (<-again).Sub(<-died)-redeliver)
		stop()
	}
	b.ReportMetric(longest.Seconds(), "s-beyond-at-most")
}

// BenchmarkRound measures 64 questions of 100 KB at a time, with answers of 10 KB.
func BenchmarkRound(b *testing.B) {
	all := benchServer(b, 5)
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	question, answer := make([]byte, 100<<10), make([]byte, 10<<10)
	for _, q := range all[1:] {
		go q.Answer(ctx, queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1},
			func(context.Context, []byte) ([]byte, error) { return answer, nil })
	}
	asker := all[0].Asker("1.2.3", "any")
	for known := 0; known < len(all)-1; {
		present, err := all[0].Workers(ctx, 100*time.Millisecond)
		if err != nil {
			b.Fatal(err)
		}
		known = len(present)
	}
	for b.Loop() {
		var round sync.WaitGroup
		for range 64 {
			round.Go(func() {
				if _, err := asker.Ask(ctx, question); err != nil {
					b.Error(err)
				}
			})
		}
		round.Wait()
	}
}

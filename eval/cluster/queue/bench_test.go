package queue_test

import (
	"context"
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
func BenchmarkEmptyTask(b *testing.B) {
	all := benchServer(b, 5)
	ctx, stop := context.WithCancel(b.Context())
	defer stop()
	result := make([]byte, 4<<10)
	for _, q := range all[1:] {
		go q.Work(ctx, queue.WorkOptions{Version: "1.2.3", Arch: "any", Slots: 1,
			Do: func(context.Context, *queue.Job, queue.Task) ([]byte, error) { return result, nil }})
	}
	b.ResetTimer()
	before := cputime.Seconds()
	err := all[0].Coordinate(ctx, job("empty"), b.N, 0, slices.Values(tasks(b.N)), func(*queue.Result) error { return nil })
	if err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(1000*(cputime.Seconds()-before)/float64(b.N), "cpu-ms/op")
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
	if _, err := asker.Ask(ctx, question); err != nil {
		b.Fatal(err)
	}
	time.Sleep(100 * time.Millisecond) // until all workers are known
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

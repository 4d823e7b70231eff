package loop_test

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/cluster/cache"
	"github.com/hardwood-ml/hardwood/eval/cluster/loop"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/eval/cluster/server"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// workers starts a server with some workers and returns an asker, and the number of questions that they
// got.
func workers(dir string, some int) (*queue.Asker, *atomic.Int64, func()) {
	s, err := server.Start(server.Options{Dir: dir, Listen: "127.0.0.1:0"})
	if err != nil {
		panic(err)
	}
	ctx, stop := context.WithCancel(context.Background())
	asked := &atomic.Int64{}
	var queues []*queue.Queue
	for range some + 1 {
		q, err := queue.Dial(ctx, queue.Options{URL: s.URL()})
		if err != nil {
			panic(err)
		}
		queues = append(queues, q)
	}
	for i, q := range queues[1:] {
		w := &loop.Worker{Queue: q, Inputs: &cache.Cache{Dir: fmt.Sprintf("%s/cache%d", dir, i)}}
		go q.Answer(ctx, queue.WorkOptions{Version: "1.0.0", Arch: "any", Slots: 2}, func(ctx context.Context, question []byte) ([]byte, error) {
			asked.Add(1)
			return w.Answer(ctx, question)
		})
	}
	return queues[0].Asker("1.0.0", "any"), asked, func() {
		stop()
		for _, q := range queues {
			q.Close()
		}
		s.Close()
	}
}

// rows returns some rows of digits.
func rows(n int) *data.Table {
	t, err := data.Read(context.Background(), "builtin:digits", data.Options{})
	if err != nil {
		panic(err)
	}
	t = t.Sample(n, 0)
	if err := data.FitScaling(t).Apply(t); err != nil {
		panic(err)
	}
	return t
}

// train returns a hardened model as it is written.
func train(t *testing.T, table *data.Table, p trainer.Params, how advboost.Strategy) []byte {
	t.Helper()
	e, err := advboost.Harden(t.Context(), table, p, how)
	if err != nil {
		t.Fatal(err)
	}
	return written(t, e)
}

func written(t *testing.T, e *ensemble.Ensemble) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := format.Write(&b, e, format.Hardwood); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// A model that is hardened with the help of a worker.
func Example() {
	dir, err := os.MkdirTemp("", "loop")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	asker, asked, stop := workers(dir, 1)
	defer stop()
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 3
	e, err := advboost.Harden(context.Background(), rows(60), p, advboost.Strategy{
		Eps: 0.1, Loop: "lt", Elsewhere: loop.Elsewhere(asker),
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(len(e.Trees), "trees, the worker was asked:", asked.Load() > 0)
	// Output: 30 trees, the worker was asked: true
}

// TestSameModel: with workers, a model is the same to the bit.
func TestSameModel(t *testing.T) {
	asker, asked, stop := workers(t.TempDir(), 2)
	defer stop()
	table := rows(150)
	for name, how := range map[string]advboost.Strategy{
		"lt":      {Eps: 0.1, Loop: "lt"},
		"ball":    {Eps: 0.1, Loop: advboost.InBallAttack, Use: advboost.Replace},
		"far":     {Eps: 0.1, Loop: "lt", AnyDistance: true, Norm: attack.L2, NoWarmStart: true},
		"forest":  {Eps: 0.1, Loop: "rba", Booster: trainer.Forest},
		"refit":   {Eps: 0.1, Loop: "lt", Gradient: advboost.TreeBound, Refit: 3, Rows: 50},
		"reweigh": {Eps: 0.1, Loop: advboost.InBallAttack, Use: advboost.Reweigh, Norm: attack.L1},
		"worst":   {Eps: 0.5, Loop: advboost.WorstAttack, Norm: attack.L1},
	} {
		t.Run(name, func(t *testing.T) {
			p := trainer.Defaults(how.Booster)
			p.Rounds, p.Seed = 4, 3
			if how.Booster == trainer.Forest { // which grows its trees in batches
				p.Rounds = 40
			}
			table := table
			if how.Loop == advboost.WorstAttack { // only rows that miss numbers are handed out
				table = rows(150)
				for i := range 50 {
					table.Row(3 * i)[20+i%10] = math.NaN()
				}
			}
			want := train(t, table, p, how)
			before := asked.Load()
			how.Elsewhere = loop.Elsewhere(asker)
			if got := train(t, table, p, how); !bytes.Equal(got, want) {
				t.Error("the model is another one")
			}
			if asked.Load() == before {
				t.Error("no worker was asked")
			}
		})
	}
}

// TestLostFiles: where the server loses all it has while a model is trained, a worker that
// comes later gets the rows nevertheless.
func TestLostFiles(t *testing.T) {
	first, err := server.Start(server.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var asked atomic.Int64
	work := func(until context.Context, q *queue.Queue, before func()) {
		w := &loop.Worker{Queue: q, Inputs: &cache.Cache{Dir: t.TempDir()}}
		q.Answer(until, queue.WorkOptions{Version: "1.0.0", Arch: "any", Slots: 1}, func(ctx context.Context, question []byte) ([]byte, error) {
			before()
			return w.Answer(ctx, question)
		})
		q.Close()
	}
	early, end := context.WithCancel(ctx)
	go work(early, dial(ctx, t, first.URL()), func() {
		if asked.Add(1) != 20 { // in the first round, of 64
			return
		}
		first.Close()
		again, err := server.Start(server.Options{Dir: t.TempDir(), Listen: strings.TrimPrefix(first.URL(), "nats://")})
		if err != nil {
			t.Error(err)
			return
		}
		t.Cleanup(again.Close)
		go work(ctx, dial(ctx, t, first.URL()), func() {})
		end()
	})
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 4
	how := advboost.Strategy{Eps: 0.1, Loop: "lt"}
	want := train(t, rows(150), p, how)
	how.Elsewhere = loop.Elsewhere(dial(ctx, t, first.URL()).Asker("1.0.0", "any"))
	if got := train(t, rows(150), p, how); !bytes.Equal(got, want) {
		t.Error("the model is another one")
	}
	if asked.Load() < 20 {
		t.Errorf("%d questions: the server has lost nothing", asked.Load())
	}
}

// TestNoAnswer: what a worker does not answer is asked again.
func TestNoAnswer(t *testing.T) {
	s, err := server.Start(server.Options{Dir: t.TempDir(), Listen: "127.0.0.1:0"})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	q, err := queue.Dial(t.Context(), queue.Options{URL: s.URL(), Wait: time.Second})
	if err != nil {
		t.Fatal(err)
	}
	defer q.Close()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var had atomic.Int64
	go q.Answer(ctx, queue.WorkOptions{Version: "1.0.0", Arch: "any", Slots: 4}, func(ctx context.Context, question []byte) ([]byte, error) {
		if had.Add(1) < 3 {
			<-ctx.Done()
		}
		return append([]byte("again, "), question...), nil
	})
	got, err := q.Asker("1.0.0", "any").Ask(t.Context(), []byte("please"))
	if string(got) != "again, please" || err != nil || had.Load() != 3 {
		t.Errorf("%q after %d questions, %v", got, had.Load(), err)
	}
}

// dial connects to a server until the test ends.
func dial(ctx context.Context, t *testing.T, url string) *queue.Queue {
	q, err := queue.Dial(ctx, queue.Options{URL: url, Wait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(q.Close)
	return q
}

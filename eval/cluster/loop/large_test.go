package loop_test

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	inner "github.com/nats-io/nats-server/v2/server"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/cluster/cache"
	"github.com/hardwood-ml/hardwood/eval/cluster/loop"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/trainer"
)

// TestLargeAnswers: where the examples of a share of the rows do not fit into a message, the share is
// asked about in halves.
func TestLargeAnswers(t *testing.T) {
	s, err := inner.NewServer(&inner.Options{Host: "127.0.0.1", Port: inner.RANDOM_PORT, NoSigs: true, JetStream: true, StoreDir: t.TempDir(), MaxPayload: 8 << 10})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	defer s.Shutdown()
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("not ready")
	}
	ctx, stop := context.WithTimeout(t.Context(), 5*time.Minute)
	defer stop()
	q := dial(ctx, t, s.ClientURL())
	w := &loop.Worker{Queue: q, Inputs: &cache.Cache{Dir: t.TempDir()}}
	go q.Answer(ctx, queue.WorkOptions{Version: "1.0.0", Arch: "any", Slots: 2}, w.Answer)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 12
	how := advboost.Strategy{Eps: 0.3, Schedule: advboost.Schedule{Every: 11}, Loop: advboost.InBallAttack}
	table := synthetic(2000, 60)
	want := train(t, table, p, how)
	how.Elsewhere = loop.Elsewhere(dial(ctx, t, s.ClientURL()).Asker("1.0.0", "any"))
	e, err := advboost.Harden(ctx, table, p, how)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written(t, e), want) {
		t.Error("the model is another one")
	}
}

// synthetic returns rows of two classes, in which every column counts.
func synthetic(rows, cols int) *data.Table {
	r := rand.New(rand.NewPCG(1, 2))
	t := &data.Table{Rows: rows, Cols: cols, Classes: []string{"no", "yes"}}
	for range cols {
		t.Features = append(t.Features, fmt.Sprint("x", len(t.Features)))
	}
	for range rows {
		sum := 0.0
		for range cols {
			v := r.Float64()
			t.X, sum = append(t.X, v), sum+v
		}
		class := 0
		if sum > float64(cols)/2 {
			class = 1
		}
		t.Y = append(t.Y, class)
	}
	return t
}

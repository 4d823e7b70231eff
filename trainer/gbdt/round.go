package gbdt

import (
	"context"
	"math/rand/v2"
	"sync"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/grow"
	"github.com/hardwood-ml/hardwood/trainer/internal/rounds"
)

// run is one training run. It implements rounds.Engine.
type run struct {
	params    trainer.Params
	ensemble  *ensemble.Ensemble
	rows      *rounds.Rows
	loss      trainer.Objective
	leastGain float64

	workers  []*worker // one per tree that grows at a time
	sampling grow.Sampling
	*memory
}

// memory is the working memory of a run, which it leaves to the next one.
type memory struct {
	gradients gradients
	scratch   []scratch // by worker
	leafOf    [][]int32 // by tree of the round: the leaf of each row
}

var memories = sync.Pool{New: func() any { return &memory{} }}

// release leaves the memory of a run to others.
func (r *run) release() {
	for _, w := range r.workers {
		w.Release()
	}
	r.rows.Bins.Release()
	memories.Put(r.memory)
	r.memory = nil
}

var _ rounds.Engine = (*run)(nil)

// prepare sets up what stays the same over the rounds.
func (r *run) prepare() {
	p := &r.params
	r.loss = p.Objective
	if r.loss == nil {
		r.loss = loss(r.ensemble, p.SoftmaxHessian)
	}
	r.leastGain = r.gainOf()
	// With rows that go to both children, a tree is grown by one goroutine.
	atOnce := 1
	if p.Robust() && p.RobustBoth {
		atOnce = max(1, min(p.Threads, r.ensemble.Outputs*p.ParallelTrees))
	}
	for range atOnce {
		r.workers = append(r.workers, newWorker(r, max(1, p.Threads/atOnce)))
	}
	slots := len(r.rows.Bins.Slots)
	r.sampling = grow.Sampling{Seed: p.Seed, Groups: p.InteractionConstraints}
	r.sampling.ByTree = trainer.Share(p.ColsampleByTree, slots)
	r.sampling.ByLevel = trainer.Share(p.ColsampleByLevel, r.sampling.ByTree)
	r.sampling.ByNode = trainer.Share(p.ColsampleByNode, r.sampling.ByLevel)
}

// Grow grows the trees of a round, one for each output and parallel tree.
func (r *run) Grow(ctx context.Context, round int) error {
	r.rows.Bins.List(r.params.Threads)
	r.computeGradients()
	if err := r.checkGradients(); err != nil {
		return err
	}
	trees := r.ensemble.Outputs * r.params.ParallelTrees
	for len(r.leafOf) < trees {
		r.leafOf = append(r.leafOf, nil)
	}
	first := len(r.ensemble.Trees)
	r.ensemble.Trees = append(r.ensemble.Trees, make([]ensemble.Tree, trees)...)
	parallel.Workers(len(r.workers), trees, func(worker, at int) {
		if ctx.Err() == nil {
			r.ensemble.Trees[first+at] = r.workers[worker].grow(round, at)
		}
	})
	return ctx.Err()
}

// sample writes the rows of a tree's sample to ids and returns how many.
func (r *run) sample(sample int, ids []int32) int {
	if r.params.Subsample == 1 && !r.rows.Weighted() {
		parallel.For(r.params.Threads, parallel.Chunks(len(ids)), func(chunk int) {
			lo, hi := parallel.Chunk(len(ids), chunk)
			for i := lo; i < hi; i++ {
				ids[i] = int32(i)
			}
		})
		return len(ids)
	}
	var random rand.PCG
	seed.Reset(&random, r.params.Seed, bins.StreamRows, sample)
	limit := uint64(r.params.Subsample * (1 << 53))
	n := 0
	for i := range ids {
		if random.Uint64()>>11 < limit && r.rows.Weight(i) > 0 {
			ids[n] = int32(i)
			n++
		}
	}
	return n
}

// Accept adds the trees of the round to the scores.
func (r *run) Accept(first int) {
	k, n := r.ensemble.Outputs, r.rows.Len()
	parallel.For(r.params.Threads, parallel.Chunks(n), func(chunk int) {
		lo, hi := parallel.Chunk(n, chunk)
		for at := range r.ensemble.Trees[first:] {
			tree := &r.ensemble.Trees[first+at]
			scores := r.rows.Scores[tree.Output:]
			for i, leaf := range r.leafOf[at][lo:hi] {
				scores[(lo+i)*k] += tree.Leaves[leaf]
			}
		}
	})
}

package gbdt

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/hist"
	"github.com/hardwood-ml/hardwood/trainer/internal/rounds"
)

// run is one training run. It implements rounds.Engine.
type run struct {
	params      trainer.Params
	ensemble    *ensemble.Ensemble
	rows        *rounds.Rows
	classWeight []float64
	loss        trainer.Objective

	gradients gradients
	scratch   []scratch // by worker
	newton    *hist.Newton
	robust    *hist.Robust // the criterion that newton is part of, nil where splits are natural
	grower    hist.Grower
	sampling  hist.Sampling
	leafOf    [][]int32 // per tree of the round the leaf of each row
}

var _ rounds.Engine = (*run)(nil)

// prepare sets up what stays the same over the rounds.
func (r *run) prepare(features int) {
	p := &r.params
	r.loss = p.Objective
	if r.loss == nil {
		r.loss = loss(r.ensemble)
	}
	r.newton = &hist.Newton{
		Lambda: p.Lambda, Alpha: p.Alpha, MinChildWeight: p.MinChildWeight, MaxDeltaStep: p.MaxDeltaStep,
		MinRows: p.MinSamplesLeaf, Monotone: p.MonotoneConstraints,
	}
	var criterion hist.Criterion = r.newton
	if p.Robust() {
		r.robust = &hist.Robust{Newton: *r.newton, Placements: p.RobustSplit == trainer.FourPlacements}
		r.newton, criterion = &r.robust.Newton, r.robust
	}
	r.grower = hist.Grower{
		Bins: r.rows.Bins, Criterion: criterion, Threads: p.Threads, Both: p.Robust() && p.RobustBoth,
		Limits: hist.Limits{
			MaxDepth: p.MaxDepth, MaxLeaves: p.MaxLeaves, MinRows: p.MinSamplesLeaf,
			MinGain: max(p.Gamma, leastGain), LossGuide: p.GrowPolicy == trainer.LossGuide,
		},
	}
	slots := len(r.rows.Bins.Slots)
	r.sampling = hist.Sampling{Seed: p.Seed, Groups: p.InteractionConstraints}
	r.sampling.ByTree = trainer.Share(p.ColsampleByTree, slots)
	r.sampling.ByLevel = trainer.Share(p.ColsampleByLevel, r.sampling.ByTree)
	r.sampling.ByNode = trainer.Share(p.ColsampleByNode, r.sampling.ByLevel)
}

// leastGain is the smallest loss reduction that is not rounding, as in
// XGBoost.
const leastGain = 1e-6

// Grow grows the trees of a round: for each output and parallel tree one.
func (r *run) Grow(ctx context.Context, round int) error {
	r.rows.Bins.List(r.params.Threads)
	r.computeGradients()
	k, parallel := r.ensemble.Outputs, r.params.ParallelTrees
	for len(r.leafOf) < k*parallel {
		r.leafOf = append(r.leafOf, nil)
	}
	for output := range k {
		for i := range parallel {
			if err := ctx.Err(); err != nil {
				return err
			}
			at := output*parallel + i
			grown := r.growTree(round*k*parallel+at, round*parallel+i, output)
			r.ensemble.Trees = append(r.ensemble.Trees, r.settle(grown, output, at))
		}
	}
	return nil
}

// growTree grows tree number t for an output on a sample of the rows. Trees
// of all outputs of a round share their sample.
func (r *run) growTree(t, sample, output int) *hist.Tree {
	grad, hess := r.gradients.of(output, r.rows.Len())
	ids, values := r.grower.Rows(r.rows.Len())
	n := r.sample(sample, ids)
	if n == 0 { // an unlucky sample of few rows: a tree of one leaf
		return &hist.Tree{Leaves: []hist.Leaf{{Bounds: [2]float64{math.Inf(-1), math.Inf(1)}}}}
	}
	r.newton.Quantiser = hist.Quantise(values[:n], ids[:n], grad, hess, r.params.Threads)
	r.grower.Rows(n)
	if r.robust != nil {
		r.part(output)
	}
	return r.grower.Grow(t, r.sampling)
}

// part puts the rows that an adversary pushes down in an output into channel
// 1, and the others, which it pushes up, into channel 0.
func (r *run) part(output int) {
	class := output
	if r.ensemble.Outputs == 1 {
		class = 1
	}
	channel := r.grower.Channel[:0]
	for i := range r.rows.Len() {
		down := uint8(0)
		if r.rows.Class(i) == class {
			down = 1
		}
		channel = append(channel, down)
	}
	r.grower.Channel = channel
}

// sample writes the rows of a tree's sample to ids and returns how many.
func (r *run) sample(sample int, ids []int32) int {
	n := 0
	if r.params.Subsample == 1 {
		for i := range r.rows.Len() {
			if r.rows.Weight(i) > 0 {
				ids[n] = int32(i)
				n++
			}
		}
		return n
	}
	var random rand.PCG
	seed.Reset(&random, r.params.Seed, hist.StreamRows, sample)
	limit := uint64(r.params.Subsample * (1 << 53))
	for i := range r.rows.Len() {
		if random.Uint64()>>11 < limit && r.rows.Weight(i) > 0 {
			ids[n] = int32(i)
			n++
		}
	}
	return n
}

// settle computes the leaf values of a grown tree from the exact gradients and
// notes the leaf of each row in r.leafOf[at]. It goes through the rows chunk by
// chunk, which stay in the cache over all leaves.
func (r *run) settle(grown *hist.Tree, output, at int) ensemble.Tree {
	n, leaves := r.rows.Len(), grown.Leaves
	grad, hess := r.gradients.of(output, n)
	leafOf := r.leavesOf(grown, at)
	chunks := hist.Chunks(n)
	sums := make([][2]float64, chunks*len(leaves)) // added up in order, whatever the threads
	hist.Parallel(r.params.Threads, chunks, func(chunk int) {
		lo, hi := hist.Chunk(n, chunk)
		for l := range leaves {
			rows := leaves[l].Rows
			first, _ := slices.BinarySearch(rows, int32(lo))
			g, h := 0.0, 0.0
			for _, i := range rows[first:] {
				if int(i) >= hi {
					break
				}
				g += float64(grad[i])
				h += float64(hess[i])
				if !r.grower.Both {
					leafOf[i] = int32(l)
				}
			}
			sums[chunk*len(leaves)+l] = [2]float64{g, h}
		}
		for i := lo; i < hi; i++ {
			if leafOf[i] == outside {
				leafOf[i] = int32(grown.Leaf(r.rows.Bins, i))
			}
		}
	})
	tree := ensemble.Tree{Output: output, Leaves: make([]float64, len(leaves)), Splits: grown.Thresholds(r.rows.Bins)}
	rate := r.params.LearningRate / float64(r.params.ParallelTrees)
	for l := range leaves {
		g, h := 0.0, 0.0
		for chunk := range chunks {
			s := sums[chunk*len(leaves)+l]
			g += s[0]
			h += s[1]
		}
		tree.Leaves[l] = rate * min(max(r.newton.Weight(g, h), leaves[l].Bounds[0]), leaves[l].Bounds[1])
	}
	return tree
}

// leavesOf returns r.leafOf[at], with all rows outside if any is.
func (r *run) leavesOf(grown *hist.Tree, at int) []int32 {
	n, inside := r.rows.Len(), 0
	if cap(r.leafOf[at]) < n {
		r.leafOf[at] = make([]int32, n)
	}
	r.leafOf[at] = r.leafOf[at][:n]
	for _, leaf := range grown.Leaves {
		inside += len(leaf.Rows)
	}
	if inside < n || r.grower.Both { // then leaves share rows
		for i := range r.leafOf[at] {
			r.leafOf[at][i] = outside
		}
	}
	return r.leafOf[at]
}

// outside marks the rows outside a tree's sample until their leaf is known.
const outside = -1

// Accept adds the trees of the round to the scores.
func (r *run) Accept(first int) {
	k, n := r.ensemble.Outputs, r.rows.Len()
	hist.Parallel(r.params.Threads, hist.Chunks(n), func(chunk int) {
		lo, hi := hist.Chunk(n, chunk)
		for at := range r.ensemble.Trees[first:] {
			tree := &r.ensemble.Trees[first+at]
			scores := r.rows.Scores[tree.Output:]
			for i, leaf := range r.leafOf[at][lo:hi] {
				scores[(lo+i)*k] += tree.Leaves[leaf]
			}
		}
	})
}

package gbdt

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
	"github.com/hardwood-ml/hardwood/trainer/internal/grow"
)

// worker grows one tree after another, in its own memory.
type worker struct {
	grow.Grower
	run    *run
	newton *criterion.Newton
	robust *criterion.Robust // the criterion that newton is part of, nil if splits are natural
	sums   [][2]float64      // of gradients and hessians, by chunk of rows and leaf
}

func newWorker(r *run, threads int) *worker {
	p := &r.params
	w := &worker{run: r}
	smooth := r.smooth()
	group := min(p.MinDataPerGroup, int(mostOfLevels*float64(r.rows.Len())))
	w.newton = &criterion.Newton{
		Lambda: p.Lambda, Alpha: p.Alpha, MinChildWeight: p.MinChildWeight, MaxDeltaStep: p.MaxDeltaStep,
		MinRows: p.MinSamplesLeaf, Monotone: p.MonotoneConstraints, Smooth: smooth,
	}
	var splits criterion.Criterion = w.newton
	if p.Robust() {
		w.robust = &criterion.Robust{Newton: *w.newton, Placements: p.RobustSplit == trainer.FourPlacements, Still: p.Attacker.Moves != nil}
		w.newton, splits = &w.robust.Newton, w.robust
	}
	var still []bool // by channel
	if w.robust != nil && w.robust.Still {
		still = []bool{false, false, true}
	}
	w.Grower = grow.Grower{
		Bins: r.rows.Bins, Criterion: splits, Threads: threads, Both: p.Robust() && p.RobustBoth, Still: still,
		Levels: criterion.LevelLimits{
			OneHot: p.MaxCatToOneHot, Smooth: smooth, L2: p.CatL2, Most: p.MaxCatThreshold, MinGroup: group,
			ByMean: r.ensemble.Classes == 0, // in a classification, few rows tell a class by chance
		},
		Limits: grow.Limits{
			MaxDepth: p.MaxDepth, MaxLeaves: p.MaxLeaves, MinRows: p.MinSamplesLeaf,
			MinGain: max(p.Gamma, r.leastGain), LossGuide: p.GrowPolicy == trainer.LossGuide,
		},
	}
	return w
}

// mostOfLevels caps CatSmooth and MinDataPerGroup at a share of all rows: they are meant for thousands
// of rows, and would not allow a split on any of six levels in 70 rows.
const mostOfLevels = 0.05

// leastGain is the smallest loss reduction that is not taken for rounding, as in XGBoost.
const leastGain = 1e-6

// gainOf returns the least gain of a run. If targets vary little, such as rates of a thousandth, it is
// that share of their variance, because otherwise nothing could be learnt from them.
func (r *run) gainOf() float64 {
	if r.ensemble.Classes > 0 || r.params.Objective != nil {
		return leastGain
	}
	total, mean, variance := 0.0, 0.0, 0.0
	for i := range r.rows.Len() {
		w := r.rows.WeightByClass(i)
		total += w
		mean += float64(w * r.rows.Label(i))
	}
	mean /= total
	for i := range r.rows.Len() {
		d := r.rows.Label(i) - mean
		variance += float64(r.rows.WeightByClass(i) * d * d)
	}
	return leastGain * min(1, variance/total)
}

// grow grows tree number at of a round.
func (w *worker) grow(round, at int) ensemble.Tree {
	k, parallel := w.run.ensemble.Outputs, w.run.params.ParallelTrees
	output := at / parallel
	grown := w.growTree(round*k*parallel+at, round*parallel+at%parallel, output)
	return w.settle(grown, output, at)
}

// growTree grows tree number t for an output on a sample of the rows. The trees of all outputs of a
// round share their sample.
func (w *worker) growTree(t, sample, output int) *grow.Tree {
	r := w.run
	grad, hess := r.gradients.of(output, r.rows.Len())
	ids, values := w.Rows(r.rows.Len())
	n := r.sample(sample, ids)
	if n == 0 { // an unlucky sample of few rows: a tree of one leaf
		return &grow.Tree{Leaves: []grow.Leaf{{Bounds: [2]float64{math.Inf(-1), math.Inf(1)}}}}
	}
	w.newton.Quantiser = criterion.Quantise(values[:n], ids[:n], grad, hess, w.Threads)
	w.Rows(n)
	if w.robust != nil {
		w.part(output)
	}
	return w.Grow(t, r.sampling)
}

// part puts rows into channels: 1 for those that the attacker pushes down in an output, 0 for those
// that it pushes up, 2 for those that it cannot move.
func (w *worker) part(output int) {
	r := w.run
	class := output
	if r.ensemble.Outputs == 1 {
		class = 1
	}
	channel := w.Channel[:0]
	for i := range r.rows.Len() {
		down, of := uint8(0), r.rows.Class(i)
		switch {
		case w.robust.Still && r.rows.Stays(i):
			down = 2
		case of == class:
			down = 1
		}
		channel = append(channel, down)
	}
	w.Channel = channel
}

// settle computes the leaf values of a grown tree from the exact gradients and notes the leaf of each
// row in r.leafOf[at]. It goes through the rows in chunks, each of which stays in the cache for all
// leaves.
func (w *worker) settle(grown *grow.Tree, output, at int) ensemble.Tree {
	r := w.run
	n, leaves := r.rows.Len(), grown.Leaves
	grad, hess := r.gradients.of(output, n)
	leafOf := w.leavesOf(grown, at)
	leafFor := grown.Finder(r.rows.Bins)
	chunks := parallel.Chunks(n)
	w.sums = slices.Grow(w.sums[:0], chunks*len(leaves))[:chunks*len(leaves)] // by chunk, to be independent of threads
	parallel.For(w.Threads, chunks, func(chunk int) {
		lo, hi := parallel.Chunk(n, chunk)
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
				leaf := int32(l)
				if w.Both && leafOf[i] != outside {
					leaf = several
				}
				leafOf[i] = leaf
			}
			w.sums[chunk*len(leaves)+l] = [2]float64{g, h}
		}
		for i := lo; i < hi; i++ {
			if leafOf[i] < 0 {
				leafOf[i] = int32(leafFor(i))
			}
		}
	})
	tree := ensemble.Tree{Output: output, Leaves: make([]float64, len(leaves)), Splits: grown.Model(r.rows.Bins)}
	rate := r.params.LearningRate / float64(r.params.ParallelTrees)
	l2 := w.levelL2(grown)
	for l := range leaves {
		g, h := 0.0, l2[l]
		for chunk := range chunks {
			s := w.sums[chunk*len(leaves)+l]
			g += s[0]
			h += s[1]
		}
		tree.Leaves[l] = rate * min(max(w.newton.Weight(g, h), leaves[l].Bounds[0]), leaves[l].Bounds[1])
	}
	return tree
}

// levelL2 returns the regularisation of each leaf beside lambda: CatL2 if the last split above it is on
// a category with ordered levels, since the order fits the noise of each level.
func (w *worker) levelL2(grown *grow.Tree) []float64 {
	p, l2 := &w.run.params, make([]float64, len(grown.Leaves))
	for _, s := range grown.Splits {
		if s.Levels == nil || len(w.run.rows.Bins.Slots[s.Slot].Levels) <= p.MaxCatToOneHot {
			continue
		}
		for _, child := range [2]int32{s.Left, s.Right} {
			if child < 0 {
				l2[^child] = p.CatL2
			}
		}
	}
	return l2
}

// leavesOf returns r.leafOf[at], with all rows marked as outside if any may be.
func (w *worker) leavesOf(grown *grow.Tree, at int) []int32 {
	r := w.run
	n, inside := r.rows.Len(), 0
	r.leafOf[at] = parallel.Resize(r.leafOf[at], n)
	for _, leaf := range grown.Leaves {
		inside += len(leaf.Rows)
	}
	if inside < n || w.Both { // with Both, leaves share rows
		for i := range r.leafOf[at] {
			r.leafOf[at][i] = outside
		}
	}
	return r.leafOf[at]
}

// Until their leaf is known, outside marks the rows outside a tree's sample, and several those in more
// than one leaf.
const (
	outside = -1
	several = -2
)

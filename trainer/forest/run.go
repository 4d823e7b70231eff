package forest

import (
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
	"github.com/hardwood-ml/hardwood/trainer/internal/grow"
	"github.com/hardwood-ml/hardwood/trainer/internal/rounds"
)

// run is one training run. It implements rounds.Engine.
type run struct {
	params   trainer.Params
	ensemble *ensemble.Ensemble
	rows     *rounds.Rows
	scored   bool    // hooks may ask for margins
	before   int     // number of trees of the model that is continued
	weights  []int64 // of the rows in this batch, including class weights
	unit     float64 // what a unit of them weighs
	parted   []uint8 // by row: its class, plus Classes if the attacker cannot move it

	growers []*grower // one per worker
	bags    []bag     // one per tree of the batch
	oob     outOfBag
}

// grower is the memory of a worker that grows whole trees.
type grower struct {
	grow.Grower
	grad, hess []float64 // of a regression forest
}

var _ rounds.Engine = (*run)(nil)

// begin accounts for trees that are there already.
func (r *run) begin() {
	trees := r.ensemble.Trees
	if r.params.Init != nil {
		r.before = len(trees)
		return
	}
	r.weigh()
	for first := 0; first < len(trees) && r.params.OOBScore; first += r.params.BatchTrees {
		batch := trees[first:min(first+r.params.BatchTrees, len(trees))]
		r.bags = r.bags[:0]
		for i := range batch {
			r.bags = append(r.bags, r.draw(nil, first+i, r.rows.Len()))
		}
		r.oob.add(r, batch)
	}
}

// Grow grows a batch of trees, each on its own goroutine.
func (r *run) Grow(ctx context.Context, round int) error {
	first := round * r.params.BatchTrees
	count := min(r.params.BatchTrees, r.params.Rounds-first)
	r.prepare(count)
	trees := make([]ensemble.Tree, count)
	parallel.Workers(r.params.Threads, count, func(worker, i int) {
		if ctx.Err() == nil {
			number := r.before + first + i
			r.bags[i] = r.draw(r.bags[i], number, r.rows.Len())
			trees[i] = r.grow(r.growers[worker], number, r.bags[i])
		}
	})
	if err := ctx.Err(); err != nil {
		return err
	}
	r.ensemble.Trees = append(r.ensemble.Trees, trees...)
	return nil
}

// prepare makes room for a batch and reads the weights and rows that hooks may have changed.
func (r *run) prepare(count int) {
	r.weigh()
	if r.parted = r.parted[:0]; r.params.Robust() && r.params.Attacker.Moves != nil {
		for i, class := range r.rows.Classes {
			if r.rows.Stays(i) {
				class += uint8(r.ensemble.Classes)
			}
			r.parted = append(r.parted, class)
		}
	}
	if r.params.ColsampleByNode < 1 {
		r.rows.Bins.ByColumn(r.params.Threads)
	}
	for len(r.bags) < count {
		r.bags = append(r.bags, nil)
	}
	workers := min(r.params.Threads, count)
	for len(r.growers) < workers {
		r.growers = append(r.growers, &grower{})
	}
	p := &r.params
	leastGain := p.Gamma
	if r.ensemble.Classes == 0 { // whose gains are sums over the units of weights, not shares of all rows
		leastGain /= r.unit
	}
	for _, g := range r.growers {
		g.Bins, g.Threads, g.Both = r.rows.Bins, max(1, p.Threads/workers), p.Robust() && p.RobustBoth
		g.Levels = criterion.LevelLimits{Most: bins.Missing} // any set of levels
		g.Limits = grow.Limits{
			MaxDepth: p.MaxDepth, MaxLeaves: p.MaxLeaves, MinRows: p.MinSamplesLeaf,
			MinGain: leastGain, LossGuide: p.GrowPolicy == trainer.LossGuide,
		}
	}
}

// weigh reads the weights of the rows.
func (r *run) weigh() {
	r.weights, r.unit = bins.Whole(r.weights, r.rows.Len(), r.rows.WeightByClass)
}

// sampling says which features are tried.
func (r *run) sampling() grow.Sampling {
	p := &r.params
	s := grow.Sampling{Seed: p.Seed, Groups: p.InteractionConstraints, Insist: true}
	s.ByTree = trainer.Share(p.ColsampleByTree, len(r.rows.Bins.Slots))
	s.ByLevel = trainer.Share(p.ColsampleByLevel, s.ByTree)
	byNode := p.ColsampleByNode
	if byNode == 0 && r.ensemble.Classes == 0 {
		byNode = 0.5 // a target is learnt better from more features than a class
	}
	s.ByNode = trainer.Share(byNode, s.ByLevel)
	return s
}

// grow grows tree number t on a bag.
func (r *run) grow(g *grower, t int, b bag) ensemble.Tree {
	ids, values := g.Rows(len(b))
	n := 0
	for i, times := range b {
		v := int64(times) * r.weights[i]
		ids[n], values[n] = int32(i), v
		if v > 0 { // after the row is written, so that this compiles without a branch
			n++
		}
	}
	if n == 0 { // hooks have left all rows out: a tree that predicts nothing
		return r.tree(&grow.Tree{Leaves: []grow.Leaf{{Total: make([]int64, max(1, r.ensemble.Classes))}}}, g)
	}
	if r.ensemble.Classes == 0 {
		r.regress(g, ids[:n], values[:n])
	} else {
		total := int64(0)
		for _, v := range values[:n] {
			total += v
		}
		r.classify(g, ids[:n], values[:n], total)
	}
	g.Rows(n)
	return r.tree(g.Grow(t, r.sampling()), g)
}

// classify prepares a classification tree.
func (r *run) classify(g *grower, ids []int32, values []int64, total int64) {
	p := &r.params
	entropy := p.Criterion == trainer.Entropy
	if r.ensemble.Classes == 2 && !p.Robust() && total < math.MaxInt32 {
		for at, i := range ids {
			values[at] = criterion.PackClass(r.rows.Classes[i], values[at])
		}
		g.Channel, g.Criterion = nil, &criterion.BinaryImpurity{Entropy: entropy, MinRows: p.MinSamplesLeaf, Total: float64(total)}
		return
	}
	classes := r.ensemble.Classes
	impurity := criterion.Impurity{Classes: classes, Entropy: entropy, MinRows: p.MinSamplesLeaf, Total: float64(total)}
	g.Channel, g.Criterion, g.Still = r.rows.Classes, &impurity, nil
	if !p.Robust() {
		return
	}
	still := p.Attacker.Moves != nil && 2*classes <= math.MaxUint8
	if still {
		g.Channel, g.Still = r.parted, append(make([]bool, classes), slices.Repeat([]bool{true}, classes)...)
	}
	g.Criterion = &criterion.RobustImpurity{Impurity: impurity, Placements: p.RobustSplit == trainer.FourPlacements, Still: still}
}

// regress prepares a regression tree: with gradients mean-y, and weights as hessians, the second-order
// criterion is the reduction of the variance. Subtracting the mean keeps targets such as years distinct
// when gradients are rounded to whole numbers.
func (r *run) regress(g *grower, ids []int32, values []int64) {
	n := r.rows.Len()
	g.grad, g.hess = make([]float64, n), make([]float64, n)
	y, total := 0.0, 0.0
	for at, i := range ids {
		w := float64(values[at])
		y += float64(w * r.rows.Label(int(i)))
		total += w
	}
	mean := y / total
	for at, i := range ids {
		w := float64(values[at])
		g.grad[i], g.hess[i] = float64(w*(mean-r.rows.Label(int(i)))), w
	}
	g.Criterion = &criterion.Newton{MinRows: r.params.MinSamplesLeaf, Quantiser: criterion.Quantise(values, ids, g.grad, g.hess, g.Threads)}
}

// tree turns a grown tree into one of the ensemble.
func (r *run) tree(grown *grow.Tree, g *grower) ensemble.Tree {
	t := ensemble.Tree{Splits: grown.Model(r.rows.Bins)}
	if r.ensemble.Outputs > 1 {
		t.Output = ensemble.VectorLeaves
	}
	for _, leaf := range grown.Leaves {
		if r.ensemble.Classes == 0 {
			y, w := 0.0, 0.0
			for _, i := range leaf.Rows {
				y += float64(g.hess[i] * r.rows.Label(int(i)))
				w += g.hess[i]
			}
			t.Leaves = append(t.Leaves, y/max(w, math.SmallestNonzeroFloat64))
			continue
		}
		if k := r.ensemble.Classes; len(leaf.Total) == 2*k { // rows that the attacker cannot move are counted apart
			for c := range k {
				leaf.Total[c] += leaf.Total[k+c]
			}
			leaf.Total = leaf.Total[:k]
		}
		if len(leaf.Total) == 1 { // both classes in one channel
			zeros, ones := criterion.UnpackClasses(leaf.Total[0])
			leaf.Total = []int64{zeros, ones}
		}
		t.Leaves = r.votes(t.Leaves, leaf.Total)
	}
	return t
}

// votes appends the value of a leaf with the given class weights.
func (r *run) votes(leaves []float64, class []int64) []float64 {
	sum := int64(0)
	for _, w := range class {
		sum += w
	}
	share := func(c int) float64 {
		if sum == 0 {
			return 1 / float64(len(class))
		}
		return float64(class[c]) / float64(sum)
	}
	if r.ensemble.Outputs == 1 {
		return append(leaves, share(1)-0.5)
	}
	for c := range class {
		leaves = append(leaves, share(c))
	}
	return leaves
}

// Accept adds the trees of the batch to the scores, if hooks may ask for them.
func (r *run) Accept(first int) {
	trees := r.ensemble.Trees[first:]
	if r.params.OOBScore {
		r.oob.add(r, trees)
	}
	if r.scored {
		r.rows.AddTrees(trees, r.params.Threads)
	}
}

package grow

import (
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// Limits say when a tree is finished.
type Limits struct {
	MaxDepth  int // 0: no limit
	MaxLeaves int // 0: no limit
	MinRows   int // fewest rows of a leaf
	MinGain   float64
	LossGuide bool // split the leaf with the largest gain first, instead of level by level
}

// Grower grows one tree after another on the same bins, in the same memory.
type Grower struct {
	Bins      *bins.Matrix
	Criterion criterion.Criterion
	Limits    Limits
	Channel   []uint8 // by row of Bins; nil if there is one channel
	Threads   int

	// Levels are the settings of splits on levels.
	Levels criterion.LevelLimits

	// Both sends rows to every child that the reach in Bins can bring them to, except rows of the
	// channels that Still marks (nil: none). A tree is then grown by one goroutine; others only help
	// with sums.
	Both  bool
	Still []bool

	all base // all rows
	*memory
}

// Rows returns memory for the row numbers and values of the next tree. Row numbers must ascend, and no
// value may be 0.
func (g *Grower) Rows(n int) (row []int32, value []int64) {
	if g.memory == nil {
		g.memory = memories.Get().(*memory)
	}
	g.rows.resize(n)
	return g.rows.row, g.rows.value
}

// Grow grows tree number t on the rows written to the slices that Rows returned last. The number seeds
// the choice of features.
func (g *Grower) Grow(t int, s Sampling) *Tree {
	g.columns.reset(s, t, g.Bins.Slots)
	w := g.start()
	root := w.arena.node(0, len(g.rows.row), nil)
	w.total(root)
	w.evaluate(root, nil)
	w.expand(root)
	g.expandForks()
	g.tree.Splits, g.tree.Leaves = g.tree.Splits[:0], g.tree.Leaves[:0]
	g.tree.flatten(g, root)
	return &g.tree
}

// start prepares the workers for a tree and returns the one that grows its top.
func (g *Grower) start() *worker {
	for len(g.workers) < max(1, g.Threads) {
		g.workers = append(g.workers, &worker{})
	}
	g.all = base{words: g.Bins.Words(), channel: g.Channel, n: g.Bins.Len()}
	if !g.columns.whole() {
		g.all.columns = g.Bins.Columns()
	}
	shape := layoutOf(g.Bins, g.Criterion.Channels(), g.Limits.MinRows > 1)
	for _, w := range g.workers {
		w.start(g, shape)
	}
	w := g.workers[0]
	for _, other := range g.workers[1:] { // others may have released more than they took
		w.free, other.free = append(w.free, other.free...), nil
	}
	if len(g.rows.row)*len(g.columns.all) >= manyCells {
		w.threads, w.helpers = max(1, g.Threads), g.workers[1:max(1, g.Threads)]
	}
	return w
}

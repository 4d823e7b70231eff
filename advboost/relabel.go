package advboost

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// RelabelOptions are the options of [NewRelabel].
type RelabelOptions struct {
	Ball Ball

	// Moved is the share of a row's vote, 0 to 1, that it casts where the attacker
	// takes it; it casts the rest where it is.
	Moved float64

	// ClassWeight is the factor on the weights of the rows of each class, see
	// [trainer.Params.ClassWeights]; nil for 1.
	ClassWeight []float64

	Threads int // 0 for one per processor
}

// NewRelabel returns the hook that gives the leaves of a forest's new trees
// the votes of rows under attack. When a batch of trees has grown, the hook
// searches the ball of each training row for its worst row in the forest with
// these trees; rows that a bound proves to be safe stay where they are. In the
// inf norm, in which features do not share a radius, a row of one of two classes
// goes to the worst leaf in reach in each tree instead: the models are as robust,
// and a search takes ten times as long. Leaves
// then get the votes of all rows of the table, in the bag or not. Boosted
// trees are left as they are: see [Refit]. Options out of range are an error.
func NewRelabel(o RelabelOptions) (trainer.Hook, error) {
	if err := cmp.Or(o.Ball.check(), parallel.Check(o.Threads)); err != nil {
		return nil, err
	}
	if !(o.Moved >= 0 && o.Moved <= 1) {
		return nil, fmt.Errorf("share %v of moved votes is not between 0 and 1", o.Moved)
	}
	if err := checkClassWeight(o.ClassWeight); err != nil {
		return nil, err
	}
	return &relabel{RelabelOptions: o, margins: margins{ball: &o.Ball, threads: o.Threads}}, nil
}

// relabel is the hook of [NewRelabel].
type relabel struct {
	RelabelOptions
	byTree bool // each tree moves a row on its own

	// Otherwise:
	margins margins // of the trees so far, all votes added up
	points  points
}

var _ trainer.Grown = (*relabel)(nil)

// Before bounds the votes on each row, unless trees move it one by one.
func (h *relabel) Before(_ context.Context, r *trainer.Round) error {
	e := r.Ensemble
	if !e.Average {
		return nil
	}
	if err := cmp.Or(h.Ball.fits(e.Features, e.Classes), fitClassWeight(h.ClassWeight, e.Classes)); err != nil {
		return err
	}
	was := h.byTree
	h.byTree = h.Ball.Norm == attack.LInf && e.Outputs == 1 // of two classes
	switch {
	case !h.byTree:
		if r.Number == 0 { // a new run
			h.points = points{}
		}
		h.margins.update(r, false)
	case r.Number == 0 || !was:
		h.Ball.look(r)
	}
	return nil
}

// Grown relabels the leaves of the new trees.
func (h *relabel) Grown(_ context.Context, r *trainer.Round) error {
	if !r.Ensemble.Average {
		return nil
	}
	if !h.byTree {
		// The new trees have a vote each, which moves the lead by at most 1.
		if err := h.points.search(r, &h.margins, float64(len(r.Trees))); err != nil {
			return err
		}
	}
	parallel.Split(h.Threads, len(r.Trees), func(lo, hi int) { h.vote(r, r.Trees[lo:hi]) })
	return nil
}

// poll counts the votes on the leaves of a tree.
type poll struct {
	of    []float64 // by leaf and class
	total []float64 // by leaf
}

// vote sets the leaf values of trees. Leaves that no row falls into keep
// theirs.
func (h *relabel) vote(r *trainer.Round, trees []ensemble.Tree) {
	classes, n := r.Ensemble.Classes, r.Rows.Table()
	all := make([]poll, len(trees))
	for i := range trees {
		leaves := trees[i].NumLeaves()
		all[i] = poll{make([]float64, leaves*classes), make([]float64, leaves)}
	}
	w := newWalker(&h.Ball)
	var voters [blockRows]voter
	for lo := 0; lo < n; lo += blockRows {
		hi := min(n, lo+blockRows)
		for row := lo; row < hi; row++ {
			voters[row-lo] = h.voter(r, row)
		}
		for i := range trees {
			for row := lo; row < hi; row++ {
				v := &voters[row-lo]
				own, worst := h.leaves(w, &trees[i], v)
				all[i].add(worst, v.class, classes, v.moves)
				all[i].add(own, v.class, classes, v.stays)
			}
		}
	}
	for i := range trees {
		all[i].settle(&trees[i], classes, r.Ensemble.Outputs)
	}
}

// voter is a row with the weights of its votes where it is and where it is moved.
type voter struct {
	x            []float64
	class        int
	stays, moves float64
	point        []float64 // where it is moved, unless that is up to each tree
	still        bool      // that is where the row is
}

// voter returns a row of the table.
func (h *relabel) voter(r *trainer.Round, row int) voter {
	v := voter{class: r.Rows.Class(row)}
	weight := r.Rows.Weight(row)
	if h.ClassWeight != nil {
		weight = float64(weight * h.ClassWeight[v.class])
	}
	moved := h.Moved
	if h.byTree {
		v.x = h.Ball.read(r, row, false)
	} else if v.x, v.point = r.Rows.X(row), h.points.of(row); v.point == nil {
		moved = 0
	} else {
		v.still = slices.Equal(v.x, v.point)
	}
	v.stays, v.moves = float64((1-moved)*weight), float64(moved*weight)
	return v
}

// leaves returns the leaves of a tree that a row is in and that it is moved to.
func (h *relabel) leaves(w *walker, t *ensemble.Tree, v *voter) (own, moved int) {
	if v.moves == 0 || !h.byTree {
		if own = t.Leaf(v.x); v.moves == 0 || v.still {
			return own, own
		}
		return own, t.Leaf(v.point)
	}
	reach := w.leaves(t, v.x, v.class)
	if len(reach) == 1 {
		return int(reach[0]), int(reach[0])
	}
	own = t.Leaf(v.x)
	moved = own
	for _, l := range reach {
		if more := t.Leaves[l] - t.Leaves[moved]; more < 0 && v.class == 1 || more > 0 && v.class == 0 {
			moved = int(l)
		}
	}
	return own, moved
}

// add adds a vote for a class.
func (p *poll) add(leaf, class, classes int, weight float64) {
	p.of[leaf*classes+class] += weight
	p.total[leaf] += weight
}

// settle gives the leaves of a tree their shares of the votes.
func (p *poll) settle(t *ensemble.Tree, classes, outputs int) {
	for leaf, sum := range p.total {
		switch {
		case sum == 0:
		case outputs == 1:
			t.Leaves[leaf] = p.of[leaf*classes+1]/sum - 0.5
		default:
			for c, of := range p.of[leaf*classes : (leaf+1)*classes] {
				t.Leaves[leaf*classes+c] = of / sum
			}
		}
	}
}

package advboost

import (
	"cmp"
	"context"
	"fmt"
	"slices"

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
// these trees; rows that a bound proves to be safe stay where they are. Leaves
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
	margins margins // of the trees so far, all votes added up
	points  points
}

var _ trainer.Grown = (*relabel)(nil)

// Before bounds the votes on each row.
func (h *relabel) Before(_ context.Context, r *trainer.Round) error {
	if r.Number == 0 { // a new run
		h.points = points{}
	}
	e := r.Ensemble
	if !e.Average {
		return nil
	}
	if err := cmp.Or(h.Ball.fits(e.Features, e.Classes), fitClassWeight(h.ClassWeight, e.Classes)); err != nil {
		return err
	}
	h.margins.update(r, false)
	return nil
}

// Grown relabels the leaves of the new trees.
func (h *relabel) Grown(_ context.Context, r *trainer.Round) error {
	if !r.Ensemble.Average {
		return nil
	}
	// The new trees have a vote each, which moves the lead by at most 1.
	if err := h.points.search(r, &h.margins, float64(len(r.Trees))); err != nil {
		return err
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
	var voters [blockRows]voter
	for lo := 0; lo < n; lo += blockRows {
		hi := min(n, lo+blockRows)
		for row := lo; row < hi; row++ {
			x, point := r.Rows.X(row), h.points.of(row)
			voters[row-lo] = voter{x, point, slices.Equal(x, point)}
		}
		for i := range trees {
			for row := lo; row < hi; row++ {
				h.cast(&all[i], &trees[i], r, row, &voters[row-lo])
			}
		}
	}
	for i := range trees {
		all[i].settle(&trees[i], classes, r.Ensemble.Outputs)
	}
}

// voter is a row, the worst row in its ball, nil if it is safe, and whether that is the row itself.
type voter struct {
	x, point []float64
	still    bool
}

// cast adds the votes of a row on a tree.
func (h *relabel) cast(p *poll, t *ensemble.Tree, r *trainer.Round, row int, v *voter) {
	class, weight := r.Rows.Class(row), r.Rows.Weight(row)
	if h.ClassWeight != nil {
		weight = float64(weight * h.ClassWeight[class])
	}
	add := func(leaf int, weight float64) {
		p.of[leaf*r.Ensemble.Classes+class] += weight
		p.total[leaf] += weight
	}
	moved, own := 0.0, t.Leaf(v.x)
	if v.point != nil {
		moved = h.Moved
		at := own
		if !v.still {
			at = t.Leaf(v.point)
		}
		add(at, float64(moved*weight))
	}
	add(own, float64((1-moved)*weight))
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

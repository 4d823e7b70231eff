package attack

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// DerivedReach returns how far features that links derive can fall and rise, if the attacker obeys
// the links and stays within eps: the most for a share of some rows, as a model reads them, and
// +Inf if nothing is known, such as for features that no link derives. It is for training, which
// takes columns one by one; the other rows may be moved farther.
func (c *Constraints) DerivedReach(n Norm, eps float64, rows [][]float64, share float64) (down, up []float64) {
	if c == nil || len(rows) == 0 || !slices.ContainsFunc(c.Links, func(l Link) bool { return !l.AtMost }) {
		return nil, nil
	}
	b, features := newBounding(c), len(rows[0])
	model := &ensemble.Ensemble{Features: features}
	down, up = slices.Repeat([]float64{math.Inf(1)}, features), slices.Repeat([]float64{math.Inf(1)}, features)
	falls, rises := make([][]float64, features), make([][]float64, features)
	for _, x := range rows {
		r := b.reach(model, n, c, x, n.Budget(eps))
		if r.share(); !r.narrow() { // a row that breaks links is not attacked
			continue
		}
		for i, f := range b.columns {
			if b.derives(f) && x[f] == x[f] {
				falls[f], rises[f] = append(falls[f], x[f]-r.at[i].lo), append(rises[f], r.at[i].hi-x[f])
			}
		}
	}
	of := func(moves []float64) float64 {
		slices.Sort(moves)
		return max(0, moves[int(share*float64(len(moves)-1))])
	}
	for f := range features {
		if len(falls[f]) > 0 {
			down[f], up[f] = of(falls[f]), of(rises[f])
		}
	}
	return down, up
}

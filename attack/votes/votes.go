// Package votes has the heuristic attacks of Zhang, Wang, Liu and Wang, "Decision-based evasion
// attacks on tree ensemble classifiers" (World Wide Web 23, 2020, doi:10.1007/s11280-020-00813-y),
// for columns of 0 and 1, trees that vote for one of two classes, and the number of changed columns
// as the distance.
//
// [Attack] knows the trees. It gives each column a weight, by what its change would do to the
// votes, changes the column with the largest weight, and goes on until the model predicts the other
// class. [Substitute] knows nothing of the model but the classes that it predicts for given rows:
// it trains a forest of voting trees on them, and changes columns by the weights in that forest
// until the model itself gives way.
//
// Their integer program is the option Votes of package milp.
//
// The weights are our own: only the abstract of that article, and what the paper of LT-Attack
// (Zhang, Zhang and Hsieh, NeurIPS 2020, section 2) says about it, were available. See
// voters.weigh.
package votes

import (
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Attack is the heuristic for a model whose trees vote, that is, have two leaf values each, like
// stumps and trees whose leaves are classes.
type Attack struct{}

var _ attack.Attack = Attack{}

// Name returns votes.
func (Attack) Name() string { return "votes" }

// CheckNorm accepts norm 0 only, see [attack.CheckNorm].
func (a Attack) CheckNorm(n attack.Norm) error { return attack.Only(a.Name(), n, attack.L0) }

// Prepare refuses models of more than two classes, columns that are not 0 or 1,
// and trees of more than two leaf values.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if err := check(a, p); err != nil {
		return nil, err
	}
	for f := range p.Ensemble.Features {
		if !isBinary(p.Grid, f) {
			return nil, refusal.Unsupportedf("method votes is for columns of 0 and 1, feature %d is split otherwise", f)
		}
	}
	c := p.Grid.Contrast(0, 1)
	for _, t := range c.Trees {
		if _, _, two := c.Votes(p.Grid, t); !two {
			return nil, refusal.Unsupportedf("method votes is for trees of two leaf values, tree %d has more: "+
				"substitute takes any model", t)
		}
	}
	return &prepared{p, newVoters(p.Grid)}, nil
}

// check reports a problem that neither attack supports.
func check(a attack.Attack, p *attack.Problem) error {
	if err := attack.CheckNorm(a, p.Norm); err != nil {
		return err
	}
	if p.Ensemble.Classes != 2 {
		return refusal.Unsupportedf("method %s is for two classes, the model has %d", a.Name(), p.Ensemble.Classes)
	}
	return p.OfNumbers(a.Name())
}

// isBinary reports whether a grid only tells 0 from 1 on a feature.
func isBinary(g *ensemble.Grid, f int) bool {
	cuts := g.Cuts[f]
	return !g.IsLoose(ensemble.Feature(f)) && (len(cuts) == 0 || len(cuts) == 1 && cuts[0] >= 0 && cuts[0] < 1)
}

// prepared is a problem with the trees that provide the weights.
type prepared struct {
	problem *attack.Problem
	voters  *voters
}

// Searcher implements [attack.Prepared].
func (p *prepared) Searcher() attack.Searcher {
	n := p.problem.Ensemble.Features
	return &searcher{
		prepared: p, from: make([]float64, n), x: make([]float64, n),
		cells: make([]ensemble.Cell, n), weight: make([]float64, n), spent: make([]bool, n),
	}
}

type searcher struct {
	*prepared
	from, x []float64
	cells   []ensemble.Cell // of x, as the trees that vote see it
	weight  []float64
	spent   []bool // columns that have been changed, or cannot be
}

// Search changes one column after another, the one with the largest weight first, and then undoes
// changes that turn out not to be needed. A victim with values other than 0 and 1 where trees split
// is not attacked.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	r := attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1)}
	if s.problem.Target == v.Label || !s.begin(v.X) {
		return r
	}
	var changed []int
	for !s.adversarial(v.Label, &r) {
		f := s.next(v.Label)
		if ctx.Err() != nil {
			r.Stop = attack.Cancelled
		}
		if f < 0 || r.Stop == attack.Cancelled {
			return r
		}
		s.x[f], s.cells[f], s.spent[f] = 1-s.x[f], 1-s.cells[f], true
		changed = append(changed, f)
		r.Stats.Iterations++
	}
	for _, f := range changed {
		if s.x[f] = s.from[f]; !s.adversarial(v.Label, &r) {
			s.x[f] = 1 - s.from[f]
		}
	}
	r.Example = slices.Clone(s.x)
	r.Status, r.Class, r.Distance = attack.Found, 1-v.Label, s.problem.Distance(v.X, r.Example)
	return r
}

// begin finds out which columns of a victim can change, and reports whether those that trees split
// are 0 or 1.
func (s *searcher) begin(x []float64) bool {
	s.problem.Ensemble.Round(s.from, x)
	copy(s.x, s.from)
	for f, v := range s.from {
		binary := v == 0 || v == 1
		splits := s.voters.splits(f)
		if splits && !binary {
			return false
		}
		if s.cells[f] = 0; splits {
			s.cells[f] = s.voters.grid.Cell(f, v)
		}
		s.spent[f] = !splits || s.problem.Admit(f, v, 1-v) != 1-v
	}
	return true
}

// adversarial asks the model.
func (s *searcher) adversarial(label int, r *attack.Result) bool {
	r.Stats.Queries++
	return s.problem.Ensemble.Class(s.x) != label
}

// next returns the column to change next, -1 if none is left.
func (s *searcher) next(label int) int {
	s.voters.weigh(s.cells, label, s.weight)
	best := -1
	for f, w := range s.weight {
		if !s.spent[f] && (best < 0 || w > s.weight[best]) {
			best = f
		}
	}
	return best
}

package advboost

import (
	"cmp"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// probe looks into the balls around rows for the whole ensemble at once.
type probe struct {
	problem *attack.Problem
	limit   float64           // on the cost
	groups  *attack.Regrouped // whose levels problem is about, nil for none
}

// newProbe returns the probe of a ball in an ensemble. The ball is around rows as the model
// reads them, as in training, whereas that of an attack.NewProblem is around rows as a file has
// them.
func newProbe(e *ensemble.Ensemble, b *Ball) (*probe, error) {
	grid, err := ensemble.NewGrid(e)
	if err != nil {
		return nil, err
	}
	p := &attack.Problem{Ensemble: e, Grid: grid, Norm: b.Norm, Constraints: b.Constraints, Target: attack.Untargeted}
	if b.Columns == nil {
		p.Constraints = attack.StillLevels(e, b.Constraints)
	}
	var groups *attack.Regrouped
	if b.Groups != nil {
		with := attack.Constraints{}
		if p.Constraints != nil {
			with = *p.Constraints
		}
		with.Groups, p.Constraints = b.Groups, &with
		if groups, err = p.Regroup(); err != nil {
			return nil, err
		}
		p = &groups.Problem
	}
	if p, err = p.ToBlank(); err != nil {
		return nil, err
	}
	probe := probeOf(p, b.Eps)
	probe.groups = groups
	return probe, nil
}

// probeOf returns the probe of the balls of a problem.
func probeOf(p *attack.Problem, eps float64) *probe {
	return &probe{problem: p, limit: p.Norm.Budget(attack.Reach(eps))}
}

// bounds writes bounds on the margins of a row to margins.
func (p *probe) bounds(b *bound.Ball, x []float64, class int, margins []float64) {
	if p.groups != nil {
		x = p.groups.Encode(x)
	}
	b.ResetWithin(x, p.limit)
	for _, duel := range p.problem.Duels(class) {
		rival, most := duel[0].Rival, b.Most(duel[0], p.limit)
		switch {
		case len(margins) > 1:
			margins[rival] = most
		case class == 1:
			margins[0] = p.problem.Ensemble.Cutoff - most
		default:
			margins[0] = p.problem.Ensemble.Cutoff + most
		}
	}
	if len(margins) > 1 {
		margins[class] = 0 // the others are differences to it
	}
}

// point returns the worst row that it finds in the ball, searching from start if that is not nil.
// Rivals for which a bound says that they cannot be worse than one before are left out.
func (p *probe) point(b *bound.Ball, x []float64, class int, start []float64) []float64 {
	own := x
	if p.groups != nil {
		x = p.groups.Encode(own)
		if start != nil {
			start = p.groups.Encode(start)
		}
	}
	b.ResetWithin(x, p.limit)
	type rival struct {
		contrast *ensemble.Contrast
		most     float64
	}
	var rivals []rival
	duels := p.problem.Duels(class)
	for _, duel := range duels {
		most := math.Inf(1)
		if len(duels) > 1 {
			most = b.Plain(duel[0], p.limit)
		}
		rivals = append(rivals, rival{duel[0], most})
	}
	slices.SortStableFunc(rivals, func(a, b rival) int { return cmp.Compare(b.most, a.most) })
	worst, of, example := math.Inf(-1), 0, []float64(nil)
	for _, r := range rivals {
		beats := func(margin float64) bool { return margin > worst || margin == worst && r.contrast.Rival < of }
		if !beats(r.most) {
			continue
		}
		if !beats(b.MostOver(r.contrast, p.limit, worst)) {
			continue
		}
		if found, cells := b.Best(start); beats(found) {
			worst, of, example = found, r.contrast.Rival, b.Example(cells)
		}
	}
	if p.groups != nil && example != nil {
		return p.groups.Decode(own, example)
	}
	return example
}

// whole reports whether a row has all of its numbers: message passing does not support
// missing ones.
func (p *probe) whole(x []float64) bool {
	for f, v := range x {
		if v != v && !p.problem.Grid.IsLoose(ensemble.Feature(f)) {
			return false
		}
	}
	return true
}

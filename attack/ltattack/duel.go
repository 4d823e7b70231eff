package ltattack

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// duel is what a search has to win: one class against another, or, in a targeted attack, the target
// against every other class. Points at which every contrast reaches its Enough are adversarial, up
// to the predictor's rounding.
type duel struct {
	contrasts []*ensemble.Contrast
	trees     []int32 // trees that count in a contrast, ascending
}

// newDuel returns the duel of several contrasts.
func newDuel(g *ensemble.Grid, contrasts []*ensemble.Contrast) duel {
	counts := make([]bool, len(g.Root))
	for _, c := range contrasts {
		for _, t := range c.Trees {
			counts[t] = true
		}
	}
	d := duel{contrasts: contrasts}
	for t, yes := range counts {
		if yes {
			d.trees = append(d.trees, int32(t))
		}
	}
	return d
}

// againstAll returns the duel of the target of a problem.
func againstAll(p *attack.Problem) duel {
	var contrasts []*ensemble.Contrast
	for class := range p.Ensemble.Classes {
		if class != p.Target {
			contrasts = append(contrasts, p.Grid.Contrast(class, p.Target))
		}
	}
	return newDuel(p.Grid, contrasts)
}

// meet lists the duels that make an example of a victim of a label, in the order of the rivals.
func (s *searcher) meet(label int) {
	s.duels = s.duels[:0]
	if s.problem.Target != attack.Untargeted {
		s.duels = append(s.duels, s.all())
		return
	}
	for _, d := range s.problem.Duels(label) {
		s.duels = append(s.duels, duel{d, d[0].Trees})
	}
}

package dive

import (
	"fmt"
	"math"
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Attack is the attack by dives. It has no options, and is for L-inf: under L1 and L2 the value of
// a leaf would have to be weighed against its cost.
type Attack struct{}

var _ attack.Attack = Attack{}

// Name returns dive.
func (Attack) Name() string { return "dive" }

// CheckNorm refuses norms other than L-inf, see [attack.CheckNorm].
func (a Attack) CheckNorm(n attack.Norm) error {
	return attack.Only(a.Name(), n, attack.LInf)
}

// Prepare indexes the model. It refuses norms other than L-inf, and a target class if there are
// more than two classes: a dive wins one contest.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if err := a.CheckNorm(p.Norm); err != nil {
		return nil, err
	}
	switch n := p.Ensemble.Classes; {
	case p.Target == attack.Untargeted:
	case p.Target < 0 || p.Target >= n:
		return nil, fmt.Errorf("target class %d is not one of %d", p.Target, n)
	case n > 2:
		return nil, refusal.Unsupportedf("dives cannot aim at one of %d classes", n)
	}
	if err := p.OfNumbers(a.Name()); err != nil {
		return nil, err
	}
	sides, first := newSides(p.Grid)
	climbs := sync.OnceValues(func() (attack.Prepared, error) { return ltattack.Attack{}.Prepare(p) })
	return &prepared{climbs: climbs, problem: p, plans: newPlans(p.Grid, first), sides: sides, wide: spread(p.Grid)}, nil
}

// spread returns the average distance between the outermost thresholds of a feature, 1 if no
// feature has two.
func spread(g *ensemble.Grid) float64 {
	sum, n := 0.0, 0.0
	for _, cuts := range g.Cuts {
		if len(cuts) > 1 {
			sum += cuts[len(cuts)-1] - cuts[0]
			n++
		}
	}
	if n == 0 || math.IsInf(sum, 1) {
		return 1
	}
	return sum / n
}

// prepared is what all searchers share.
type prepared struct {
	problem *attack.Problem
	plans   *plans
	sides   []side  // of all leaves
	wide    float64 // the scale of distances, see newFrontier

	climbs func() (attack.Prepared, error) // LT-Attack, for victims for which dives find nothing
}

// leaf returns the sides of a leaf.
func (p *prepared) leaf(n *node) []side { return p.sides[n.left : n.left+^n.feature] }

// Searcher returns a searcher with its own scratch memory.
func (p *prepared) Searcher() attack.Searcher {
	n := p.problem.Ensemble.Features
	return &searcher{diver: newDiver(p), best: example{x: make([]float64, n)}, scratch: scratch{x: make([]float64, n), place: newPlace(n)}}
}

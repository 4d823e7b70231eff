package ltattack

import (
	"fmt"
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
)

// Attack is LT-Attack with its options. The zero value is the default: the climb near the victim,
// and random starts only if that finds nothing.
type Attack struct {
	// Paper restricts the search to what the paper describes.
	Paper bool

	// Neighborhood is what a descent looks at. Those other than Bound are for
	// comparison, and imply Paper.
	Neighborhood Neighborhood

	// Starts is the number of the paper's random starts, which are made after
	// the climb; the best of all counts. 0 is none, or 20 with Paper.
	Starts int

	// Patience is how long the climb goes on without finding anything nearer, in moves per feature
	// that matters; 0 for DefaultPatience. More finds nearer examples and takes longer:
	// eval/bench/attack.md compares the default and 300 with the optimum and the paper's program.
	Patience int

	// Exhaustive looks at the whole bound neighbourhood before each move of a descent, instead of
	// moving at the first of the farthest features that gives a better neighbour.
	Exhaustive bool

	// Noise is the number of random points that a descent tries to escape
	// from a local optimum. 0 is none, or 300 with Paper; below 0 is none.
	Noise int
}

// DefaultPatience is what 0 stands for in Patience.
const DefaultPatience = 25

var _ attack.Attack = Attack{}

// CheckNorm accepts all norms, see [attack.CheckNorm].
func (Attack) CheckNorm(attack.Norm) error { return nil }

// Name returns lt, naive-leaf or naive-feature.
func (a Attack) Name() string {
	if a.Neighborhood != Bound {
		return a.Neighborhood.String()
	}
	return "lt"
}

// ofPaper is the name in attack/method of a method that moves as the paper says.
func (a Attack) ofPaper() string {
	if a.Neighborhood == Bound {
		return "lt-paper"
	}
	return a.Name()
}

// Prepare checks the options and indexes the model.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) { return a.prepare(p) }

func (a Attack) prepare(p *attack.Problem) (*prepared, error) {
	switch {
	case a.Starts < 0:
		return nil, fmt.Errorf("number of starts is %d, below 0", a.Starts)
	case a.Patience < 0:
		return nil, fmt.Errorf("patience is %d, below 0", a.Patience)
	case a.Neighborhood > NaiveFeature:
		return nil, fmt.Errorf("unknown %v", a.Neighborhood)
	case p.Target != attack.Untargeted && (p.Target < 0 || p.Target >= p.Ensemble.Classes):
		return nil, fmt.Errorf("target class %d is not one of %d", p.Target, p.Ensemble.Classes)
	}
	a.Paper = a.Paper || a.Neighborhood != Bound
	if a.Paper && a.Starts == 0 {
		a.Starts = 20
	}
	if a.Paper && a.Noise == 0 {
		a.Noise = 300
	}
	a.Noise = max(a.Noise, 0)
	if a.Paper {
		if err := p.OfNumbers(a.ofPaper()); err != nil {
			return nil, err
		}
	}
	if a.Patience == 0 {
		a.Patience = DefaultPatience
	}
	all := sync.OnceValue(func() duel { return againstAll(p) })
	return &prepared{attack: a, problem: p, all: all}, nil
}

// prepared is what all searchers share.
type prepared struct {
	attack  Attack
	problem *attack.Problem
	all     func() duel // of a targeted attack
}

// Searcher returns a searcher with its own scratch memory.
func (p *prepared) Searcher() attack.Searcher { return newSearcher(p) }

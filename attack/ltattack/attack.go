package ltattack

import (
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
)

// Attack is LT-Attack with its options. The zero value is the default.
type Attack struct {
	// Starts is the number of random starting points, 0 for 20. The best
	// result of all starts counts.
	Starts int

	// Exhaustive looks at the whole bound neighbourhood before each move,
	// instead of moving at the first of the farthest features that allows it.
	Exhaustive bool

	// Noise is the number of random points that are tried to escape from a
	// local optimum, as in the paper (300 there). 0 is none.
	Noise int
}

var _ attack.Attack = Attack{}

// Name returns lt.
func (a Attack) Name() string { return "lt" }

// Prepare checks the options and indexes the model.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	switch {
	case a.Starts < 0:
		return nil, fmt.Errorf("number of starts is %d, below 0", a.Starts)
	case a.Noise < 0:
		return nil, fmt.Errorf("number of noise trials is %d, below 0", a.Noise)
	case p.Target != attack.Untargeted && (p.Target < 0 || p.Target >= p.Ensemble.Classes):
		return nil, fmt.Errorf("target class %d is not one of %d", p.Target, p.Ensemble.Classes)
	}
	if a.Starts == 0 {
		a.Starts = 20
	}
	return &prepared{attack: a, problem: p, duels: newDuels(p)}, nil
}

// prepared is what all searchers share.
type prepared struct {
	attack  Attack
	problem *attack.Problem
	duels   *duels
}

// Searcher returns a searcher with its own scratch memory.
func (p *prepared) Searcher() attack.Searcher { return newSearcher(p) }

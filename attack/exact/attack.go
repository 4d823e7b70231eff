package exact

import (
	"fmt"
	"math"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
)

// Attack is the exact search with its budgets, each per victim. The zero
// value searches until the optimum is proved.
type Attack struct {
	Nodes  int           // boxes to look at, 0 for no limit
	Time   time.Duration // 0 for no limit; results then depend on the machine
	Memory int           // bytes of the boxes on the stack, 0 for no limit
	Gap    float64       // relative gap at which the search may stop, in [0,1)

	// Root asks for a lower bound only: no heuristic, and no box is ever cut in two. A ball is
	// bounded again without what messages have ruled out.
	Root bool
}

var _ attack.Attack = Attack{}

// CheckNorm accepts all norms, see [attack.CheckNorm].
func (Attack) CheckNorm(attack.Norm) error { return nil }

// Name returns exact, or bound with Root.
func (a Attack) Name() string {
	if a.Root {
		return "bound"
	}
	return "exact"
}

// Prepare checks the budgets.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	switch {
	case a.Nodes < 0:
		return nil, fmt.Errorf("budget of nodes is %d, below 0", a.Nodes)
	case a.Time < 0:
		return nil, fmt.Errorf("budget of time is %v, below 0", a.Time)
	case a.Memory < 0:
		return nil, fmt.Errorf("budget of memory is %d bytes, below 0", a.Memory)
	case !(a.Gap >= 0 && a.Gap < 1):
		return nil, fmt.Errorf("gap is %v, must be in [0,1)", a.Gap)
	case p.Target != attack.Untargeted && (p.Target < 0 || p.Target >= p.Ensemble.Classes):
		return nil, fmt.Errorf("target class %d is not one of %d", p.Target, p.Ensemble.Classes)
	}
	if a.Nodes == 0 {
		a.Nodes = math.MaxInt
	}
	if a.Memory == 0 {
		a.Memory = math.MaxInt
	}
	quick, err := ltattack.Attack{Patience: quickPatience}.Prepare(p)
	if err != nil {
		return nil, err
	}
	heuristic, err := ltattack.Attack{}.Prepare(p)
	if err != nil {
		return nil, err
	}
	return &prepared{attack: a, problem: p, quick: quick, heuristic: heuristic}, nil
}

// prepared is what all searchers share.
type prepared struct {
	attack           Attack
	problem          *attack.Problem
	quick, heuristic attack.Prepared
}

// Searcher returns a searcher with its own scratch memory. It is an [attack.Decider].
func (p *prepared) Searcher() attack.Searcher { return newSearcher(p) }

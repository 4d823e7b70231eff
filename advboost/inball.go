package advboost

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
)

// InBall is an attack within a given radius: it looks for the row within Eps that the model
// gets wrong by the largest margin, whereas other attacks look for the nearest misclassified
// row. Rows that the bound by message passing proves to be safe are not searched.
type InBall struct {
	Eps float64 // radius of the ball

	// All makes [NewExamples] train on the worst row that it finds for each row, even if the model
	// gets that right, or the row itself wrong. As an attack of its own InBall finds examples only.
	All bool
}

var _ attack.Attack = InBall{}

// Name returns ball, or worst with All.
func (a InBall) Name() string {
	if a.All {
		return WorstAttack
	}
	return InBallAttack
}

// CheckNorm accepts all norms, see [attack.CheckNorm].
func (InBall) CheckNorm(attack.Norm) error { return nil }

// Prepare checks the radius.
func (a InBall) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if !(a.Eps >= 0) || math.IsInf(a.Eps, 1) {
		return nil, fmt.Errorf("eps %v is not a distance", a.Eps)
	}
	if p.Target != attack.Untargeted {
		return nil, fmt.Errorf("attack %s takes no target class", a.Name())
	}
	return &inBall{probeOf(p, a.Eps), attack.Reach(a.Eps)}, nil
}

type inBall struct {
	*probe
	eps float64
}

// Searcher returns a searcher with its own scratch memory.
func (a *inBall) Searcher() attack.Searcher { return &ballSearcher{a, bound.NewBall(a.problem)} }

type ballSearcher struct {
	*inBall
	ball *bound.Ball
}

// Search returns the worst row found in the ball, if it is an example.
func (s *ballSearcher) Search(_ context.Context, v attack.Victim) attack.Result {
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Status: attack.None, Class: -1, Distance: math.Inf(1)}
	s.ball.ResetWithin(v.X, s.limit)
	worst, safe, guess := math.Inf(-1), true, v.Guess()
	for _, duel := range s.problem.Duels(v.Label) {
		c := duel[0]
		if worst > math.Inf(-1) && s.ball.Plain(c, s.limit) <= worst { // no worse than one before
			continue
		}
		if most := s.ball.MostOver(c, s.limit, worst); most < c.Margin(c.Need) || most <= worst {
			continue
		}
		safe = false
		margin, cells := s.ball.Best(guess)
		if margin <= worst {
			continue
		}
		worst = margin
		x := s.ball.Example(cells)
		class, distance := s.problem.Ensemble.Class(x), s.problem.Distance(v.X, x)
		if class != v.Label && distance <= s.eps {
			r.Status, r.Class, r.Example, r.Distance = attack.Found, class, x, distance
		}
	}
	if safe {
		r.LowerBound = math.Nextafter(s.eps, math.Inf(1))
	}
	return r
}

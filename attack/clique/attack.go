package clique

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Attack is the method with its options. It finds lower bounds only, never an
// example: results have the status None.
type Attack struct {
	Levels int // times that groups are formed, 0 for 2
	Size   int // trees, or groups of the level below, in a group; 0 for 2
	Steps  int // bisections of the radius, 0 for 10

	// Limit is the largest number of combinations of a group; a group stops growing before it would
	// have more. 0 is 100000.
	Limit int
}

var _ attack.Attack = Attack{}

// CheckNorm accepts all norms, see [attack.CheckNorm].
func (Attack) CheckNorm(attack.Norm) error { return nil }

// Name returns clique.
func (a Attack) Name() string { return "clique" }

// Prepare checks the options.
func (a Attack) Prepare(p *attack.Problem) (attack.Prepared, error) {
	for _, knob := range []struct {
		name     string
		at       *int
		standard int
	}{{"levels", &a.Levels, 2}, {"size of groups", &a.Size, 2}, {"steps", &a.Steps, 10}, {"limit of combinations", &a.Limit, 100000}} {
		if *knob.at < 0 {
			return nil, fmt.Errorf("clique: %s is %d, below 0", knob.name, *knob.at)
		}
		if *knob.at == 0 {
			*knob.at = knob.standard
		}
	}
	if p.Target != attack.Untargeted && (p.Target < 0 || p.Target >= p.Ensemble.Classes) {
		return nil, fmt.Errorf("target class %d is not one of %d", p.Target, p.Ensemble.Classes)
	}
	return &prepared{a, p}, nil
}

type prepared struct {
	Attack
	problem *attack.Problem
}

// Searcher returns a searcher with its own scratch memory.
func (p *prepared) Searcher() attack.Searcher {
	s := &searcher{prepared: p, space: attack.NewSpace(p.problem)}
	return s
}

// Search bisects for the radius of the largest ball in which the method proves that there is no
// example.
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.space.Reset(v.X)
	r := attack.Result{Row: v.Row, Label: v.Label, Predicted: v.Label, Class: -1, Status: attack.None, Distance: math.Inf(1)}
	least := math.Inf(1)
	for _, duel := range s.problem.Duels(v.Label) {
		least = min(least, s.radius(ctx, duel[0], least))
	}
	r.LowerBound = s.space.Norm.Distance(least)
	if ctx.Err() != nil {
		r.Stop, r.LowerBound = attack.Cancelled, 0
	}
	return r
}

// radius returns a cost up to which the contrast certainly cannot be won, at most most.
func (s *searcher) radius(ctx context.Context, c *ensemble.Contrast, most float64) float64 {
	least, far := math.Inf(1), 0.0
	for _, cost := range s.space.Cost {
		if cost > 0 {
			least = min(least, cost)
		}
		if cost < math.Inf(1) {
			far += cost
		}
	}
	lower, upper := 0.0, min(least, far)
	for s.safe(ctx, c, upper) {
		lower = upper
		if lower >= most || ctx.Err() != nil {
			return most
		}
		if upper >= far {
			return math.Inf(1)
		}
		upper = min(2*upper, far)
	}
	for range s.Steps {
		if mid := float64(lower/2) + float64(upper/2); ctx.Err() == nil && s.safe(ctx, c, mid) {
			lower = mid
		} else {
			upper = mid
		}
	}
	return lower
}

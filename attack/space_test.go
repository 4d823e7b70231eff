package attack_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A space within a limit is the part of the whole that costs no more.
func TestResetWithin(t *testing.T) {
	inside, beyond := 0, 0
	for name, shape := range ensembletest.Shapes {
		for _, norm := range attack.Norms {
			for i := range 20 {
				r := seed.At(9, i)
				p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
				if i%2 == 1 {
					p.Constraints = attacktest.Constraints(r, p.Ensemble.Features)
				}
				v := attacktest.Victim(r, p.Ensemble)
				limit := norm.Cost(0.5 * r.Float64())
				whole, part := attack.NewSpace(p), attack.NewSpace(p)
				whole.Reset(v.X)
				part.ResetWithin(v.X, limit)
				for f := range whole.Home {
					if part.Home[f] != whole.Home[f] {
						t.Fatalf("%s: feature %d is in cell %d, not %d", name, f, part.Home[f], whole.Home[f])
					}
					for c := range p.Grid.Last(f) + 1 {
						at := p.Grid.ID(f, c)
						switch in := c >= part.Lo[f] && c <= part.Hi[f]; {
						case !in && whole.Cost[at] <= limit:
							t.Fatalf("%s: cell %d of feature %d costs %v of %v and is left out", name, c, f, whole.Cost[at], limit)
						case in && (part.Cost[at] != whole.Cost[at] || part.Value[at] != whole.Value[at] && whole.Value[at] == whole.Value[at]):
							t.Fatalf("%s: cell %d of feature %d: %v costs %v, should be %v at %v", name, c, f, part.Value[at], part.Cost[at], whole.Value[at], whole.Cost[at])
						case in:
							inside++
						default:
							beyond++
						}
					}
				}
			}
		}
	}
	if inside == 0 || beyond == 0 {
		t.Errorf("%d cells inside, %d beyond", inside, beyond)
	}
}

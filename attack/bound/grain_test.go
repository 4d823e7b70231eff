package bound_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// No point costs what Whole and Next leave out, and where all prices are multiples of one they leave
// out all that no point can cost.
func TestCostsOfPoints(t *testing.T) {
	const near = 1e-9
	shapes := map[string]ensembletest.Shape{
		"levels":  {Features: 5, Trees: 6, Depth: 3, Levels: 4},
		"mixed":   {Features: 3, Trees: 6, Depth: 3, Levels: 4, Cuts: 4},
		"numbers": {Features: 3, Trees: 6, Depth: 3, Cuts: 4},
		"steps":   {Features: 3, Trees: 6, Depth: 3, Cuts: 4},
	}
	whole, cut := map[string]int{}, map[string]int{}
	for name, shape := range shapes {
		for _, norm := range attack.Norms {
			for i := range 60 {
				r := seed.At(11, i)
				p, err := attack.NewProblem(ensembletest.Random(r, shape), norm)
				if err != nil {
					t.Fatal(err)
				}
				unit := [...]float64{1, 0.1, 0.3}[i%3]
				if norm == attack.L0 {
					unit = 1
				}
				switch name {
				case "levels":
					p.Constraints = pricedBy(r, p.Ensemble, norm, unit)
				case "steps":
					p.Constraints = steps(r, p.Ensemble, unit)
				}
				s := attack.NewSpace(p)
				s.Reset(ensembletest.Row(r, p.Ensemble))
				b := bound.NewBuilder(s)
				b.Reset()
				totals := totals(s)
				for range 40 {
					cost := norm.Cost(unit * 5 * r.Float64())
					if k := r.IntN(3); k > 0 {
						cost = totals[r.IntN(len(totals))] * float64([...]float64{1, 1 - 1e-12}[k-1])
					}
					least, most := math.Inf(1), 0.0 // what points cost above and up to it
					for _, total := range totals {
						if total <= cost {
							most = max(most, total)
						} else if total > cost*(1+near) {
							least = min(least, total)
						}
					}
					down, up := b.Whole(cost), b.Next(cost)
					if down > cost*(1+near) || down < most*(1-near) || up > least*(1+near) {
						t.Fatalf("%s, norm %v, %d: %v lies between %v and %v, points cost %v and %v", name, norm, i, cost, down, up, most, least)
					}
					if norm == attack.L0 && (down > most*(1+near) || up < least) {
						t.Fatalf("%s, %d: %v lies between %v and %v, points change %v columns and %v", name, i, cost, down, up, most, least)
					}
					if whole[name]++; down < cost*(1-near) {
						cut[name]++
					}
				}
			}
		}
	}
	for name, least := range map[string]int{"levels": 10, "steps": 10} { // of those drawn at random, in norms 1 and 2
		if cut[name] < whole[name]/least {
			t.Errorf("%s: %d of %d costs are cut to what points cost", name, cut[name], whole[name])
		}
	}
}

// steps returns constraints under which each step of a number costs a few times the unit.
func steps(r *rand.Rand, e *ensemble.Ensemble, unit float64) *attack.Constraints {
	const step = 0.01
	c := &attack.Constraints{Weight: make([]float64, e.Features), Step: make([]float64, e.Features)}
	for f := range c.Step {
		c.Step[f], c.Weight[f] = step, unit*float64(1+r.IntN(3))
	}
	return c
}

// pricedBy returns constraints under which changes of level cost a few times the unit, and numbers stay.
func pricedBy(r *rand.Rand, e *ensemble.Ensemble, norm attack.Norm, unit float64) *attack.Constraints {
	c := &attack.Constraints{Weight: make([]float64, e.Features), Frozen: make([]bool, e.Features), Levels: make([]attack.LevelPrices, e.Features)}
	for f := range c.Levels {
		if c.Frozen[f] = !e.Categorical(f); c.Frozen[f] {
			c.Weight[f] = 1
			continue
		}
		price := func() float64 {
			if norm == attack.L0 {
				return 1
			}
			return unit * float64(1+r.IntN(3))
		}
		prices := attack.LevelPrices{Other: price()}
		for _, from := range e.Columns[f].Codes {
			for _, to := range e.Columns[f].Codes {
				if from != to && r.IntN(2) == 0 {
					prices.Pairs = append(prices.Pairs, attack.LevelPrice{From: from, To: to, Price: price()})
				}
			}
		}
		c.Levels[f], c.Weight[f] = prices, prices.Least()
	}
	return c
}

// totals returns what the points of a space cost.
func totals(s *attack.Space) (totals []float64) {
	cells := make([]ensemble.Cell, len(s.Home))
	var visit func(f int)
	visit = func(f int) {
		if f < len(cells) {
			for cells[f] = 0; cells[f] <= s.Grid.Last(f); cells[f]++ {
				visit(f + 1)
			}
			return
		}
		if total := s.Total(cells); total < math.Inf(1) {
			totals = append(totals, total)
		}
	}
	visit(0)
	slices.Sort(totals)
	return slices.Compact(totals)
}

package attack_test

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// If the columns that others are derived from are discrete, exact search proves the nearest example
// that obeys the links, or that there is none, as brute force over rows finds it.
func TestExactUnderLinksIsThatOfBruteForce(t *testing.T) {
	draws := 30000
	if testing.Short() {
		draws = 3000
	}
	found, none := 0, 0
	for i := range draws {
		p, victims := attacktest.Draw(seed.At(61, i))
		if p.Constraints == nil || p.Constraints.Links == nil {
			continue
		}
		results := attacktest.Run(t, p, exact.Attack{}, victims, attack.RunOptions{})
		for k, v := range victims {
			missing := slices.ContainsFunc(p.Constraints.Links, func(l attack.Link) bool { return l.Missing(v.X) })
			if results[k].Status == attack.OutOfBounds || missing && len(p.Constraints.Links) > 1 { // an order without values
				continue
			}
			r, nearest := &results[k], attacktest.Nearest(p, v)
			if math.IsInf(nearest, 1) {
				none++
			} else {
				found++
			}
			if math.Abs(r.Distance-nearest) > 1e-9*nearest || (r.Status == attack.Optimal) == math.IsInf(nearest, 1) || r.LowerBound != r.Distance {
				t.Errorf("draw %d, victim %d, norm %v: nearest %v: %+v", i, k, p.Norm, nearest, r)
			}
		}
	}
	t.Logf("%d nearest examples, %d times none", found, none)
	if found < draws/20 || none < draws/20 {
		t.Error("too few")
	}
}

// A derived column that is rounded, to decimals or to whole numbers, leaves nothing open either: rates
// with one decimal place, and halves that may be rounded up or down.
func TestExactUnderRoundedLinksIsThatOfBruteForce(t *testing.T) {
	const most, least = 5, 1 // of the columns a and b
	width := []float64{most, most - least, most}
	for name, c := range map[string]*attack.Constraints{
		"a / b in tenths": {
			Integer: []bool{true, true, false}, Step: []float64{0, 0, 0.1},
			Links: []attack.Link{{Feature: 2, Step: 0.1, Terms: []attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}}},
		},
		"a * b / 5 in whole numbers": {
			Integer: []bool{true, true, true},
			Links:   []attack.Link{{Feature: 2, Step: 1, Terms: []attack.Term{{Factor: 0.2, Times: []int{0, 1}}}}},
		},
		"a / 2 in whole numbers": {
			Integer: []bool{true, true, true},
			Links:   []attack.Link{{Feature: 2, Step: 1, Terms: []attack.Term{{Factor: 0.5, Times: []int{0}}}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.Min, c.Range = []float64{0, least, 0}, width
			c.Lo, c.Hi = []float64{0, 0, math.Inf(-1)}, []float64{1, 1, math.Inf(1)}
			var rows [][]float64
			for a := range most + 1 {
				for b := least; b <= most; b++ {
					raw := []float64{float64(a), float64(b), 0}
					raw[2] = c.Links[0].Value(raw)
					for f := range raw {
						raw[f] = (raw[f] - c.Min[f]) / width[f]
					}
					rows = append(rows, raw)
				}
			}
			for i := range 120 {
				e := ensembletest.Random(seed.At(62, i), ensembletest.Shape{Features: 3, Trees: 5, Depth: 3})
				p := attacktest.NewProblem(t, e, attack.Norms[i%len(attack.Norms)])
				if p.Constraints = c; p.Norm == attack.Cost {
					priced := *c
					priced.Weight = []float64{1, 2, 1}
					p.Constraints = &priced
				}
				nearestOf(t, p, rows, i%len(rows))
			}
		})
	}
}

// Halves are rounded as those of written values are, though scaling leaves 2.9999999999999996 for a step
// to 3, or 0.15000000000000036 for what is written as 0.15.
func TestHalvesOfScaledColumnsAreRoundedAsWritten(t *testing.T) {
	const hundredths = 100
	least, width := []float64{0, -6.5, -7}, []float64{5, 15.75, 19}
	c := &attack.Constraints{
		Integer: []bool{true, false, false}, Frozen: []bool{false, true, false}, Step: []float64{0, 0, 0.1}, Min: least, Range: width,
		Lo: []float64{0, math.Inf(-1), math.Inf(-1)}, Hi: []float64{1, math.Inf(1), math.Inf(1)},
		Links: []attack.Link{{Feature: 2, Step: 0.1, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}}}},
	}
	for i := range 600 {
		b := -645 + 10*(i%150) // -6.45, -6.35 and so on
		var rows [][]float64
		for a := range 6 {
			raw := []float64{float64(a), float64(b) / hundredths, 0}
			raw[2] = c.Links[0].Value(raw)
			for f := range raw {
				raw[f] = (raw[f] - least[f]) / width[f]
			}
			rows = append(rows, raw)
		}
		e := ensembletest.Random(seed.At(63, i), ensembletest.Shape{Features: 3, Trees: 5, Depth: 3})
		p := attacktest.NewProblem(t, e, attack.Norms[i%len(attack.Norms)])
		p.Constraints = c
		nearestOf(t, p, rows, i%len(rows))
	}
}

// nearestOf checks the nearest example of one of all rows that there are.
func nearestOf(t *testing.T, p *attack.Problem, rows [][]float64, victim int) {
	t.Helper()
	v := attack.Victim{X: rows[victim], Label: p.Ensemble.Class(rows[victim])}
	want := math.Inf(1)
	for _, row := range rows {
		if p.Ensemble.Class(row) != v.Label {
			want = min(want, p.Distance(v.X, row))
		}
	}
	results := attacktest.Run(t, p, exact.Attack{}, []attack.Victim{v}, attack.RunOptions{})
	if r := &results[0]; math.Abs(r.Distance-want) > 1e-9*want || (r.Status == attack.Optimal) == math.IsInf(want, 1) || r.LowerBound < r.Distance*(1-1e-9) {
		t.Errorf("norm %v, victim %v: nearest at %v: %+v", p.Norm, v.X, want, r)
	}
}

package attack_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// In a part that need not contain the victim, exact search decides as brute force over its cells
// does, in every norm and with several classes.
func TestDecideInIsThatOfBruteForce(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	var certified, broken, moved int
	for i := range 10000 {
		r := seed.At(23, i)
		shape := ensembletest.Shape{Features: 6, Trees: 3, Depth: 2, Single: i%3 == 0}
		if i%4 == 0 {
			shape.Classes = 3
		}
		p := attacktest.NewProblem(t, ensembletest.Random(r, shape), attack.AllNorms[i%len(attack.AllNorms)])
		x := p.Ensemble.Rounded(ensembletest.Row(r, p.Ensemble))
		v := attack.Victim{X: x, Label: p.Ensemble.Class(x)}
		part, some := attack.DrawPart(r, p, x, 2*r.Float64())
		if !some {
			continue
		}
		prepared, err := exact.Attack{}.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		decider, space := prepared.Searcher().(attack.PartDecider), attack.NewSpace(p)
		nearest := math.Inf(1)
		if space.ResetIn(x, part) {
			nearest = nearestIn(space, p, v.Label)
			for f, home := range space.Home {
				if p.Grid.Cell(f, x[f]) != home {
					moved++
					break
				}
			}
		}
		for _, eps := range []float64{0, 0.5 * nearest, 0.999 * nearest, 1.001 * nearest, r.Float64()} {
			if eps == math.Inf(1) {
				eps = 3
			}
			verdict, result := decider.DecideIn(t.Context(), v, part, eps)
			if want := nearest <= eps; (verdict == attack.Broken) != want || (verdict == attack.Certified) == want {
				t.Fatalf("%d, norm %v: nearest %v, within %v: %v, %v", i, p.Norm, nearest, eps, verdict, result)
			}
			if verdict == attack.Broken {
				broken++
			} else {
				certified++
			}
		}
	}
	if certified < 10000 || broken < 10000 || moved < 1000 {
		t.Errorf("%d certified, %d broken, in %d parts away from the victim only", certified, broken, moved)
	}
}

// nearestIn returns the distance of the nearest example in the cells of a space, +Inf if
// there is none.
func nearestIn(s *attack.Space, p *attack.Problem, label int) float64 {
	nearest, cells := math.Inf(1), make([]ensemble.Cell, len(s.Lo))
	copy(cells, s.Lo)
	for {
		if cost := s.Total(cells); cost < nearest && p.Ensemble.Class(s.Example(cells)) != label {
			nearest = cost
		}
		f := 0
		for ; f < len(cells) && cells[f] == s.Hi[f]; f++ {
			cells[f] = s.Lo[f]
		}
		if f == len(cells) {
			return p.Norm.Distance(nearest)
		}
		cells[f]++
	}
}

// What is derived from a rounded column follows from that column, not from what this one would be at the
// ends of the intervals that its own columns have left.
func TestColumnsDerivedFromRoundedOnes(t *testing.T) {
	p := attacktest.NewProblem(t, &ensemble.Ensemble{
		Features: 3, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Feature: 2, Threshold: 0.5, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}},
	}, attack.L1)
	p.Constraints = &attack.Constraints{
		Weight: []float64{1, 0, 0}, Integer: []bool{false, true, true},
		Links: []attack.Link{
			{Text: "b = a", Feature: 1, Step: 1, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}},
			{Text: "c = b", Feature: 2, Step: 1, Terms: []attack.Term{{Factor: 1, Times: []int{1}}}},
		},
	}
	a := attacktest.Prepare(t, p, exact.Attack{})
	for _, eps := range []float64{0.49, 0.499999, 0.5, 0.500001, 0.51} { // a = 0.5 makes b and c 1
		d, err := a.Decide(t.Context(), []attack.Victim{{X: []float64{0, 0, 0}}}, eps, attack.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if v := d[0].Verdict; v == attack.Certified && eps >= 0.5 || v == attack.Broken && eps < 0.5 {
			t.Errorf("%v within %v", v, eps)
		}
	}
}

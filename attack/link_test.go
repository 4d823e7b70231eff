package attack_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// links are rules for four features: the last is what comes of the first two, and the
// third is at most the first, or not tied.
var links = map[string]struct {
	links  []attack.Link
	derive func(a, b float64) float64
}{
	"sum":      {[]attack.Link{{Text: "d = a + b", Feature: 3, Terms: []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}}}}, func(a, b float64) float64 { return a + b }},
	"ratio":    {[]attack.Link{{Text: "d = a / b", Feature: 3, Terms: []attack.Term{{Factor: 1, Times: []int{0}, Over: []int{1}}}}}, func(a, b float64) float64 { return a / b }},
	"ordering": {[]attack.Link{{Text: "c <= a", Feature: 2, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}}}, nil},
}

// linkProblem returns a random problem of features that take few values, and a victim
// that obeys its links.
func linkProblem(t *testing.T, r *rand.Rand, norm attack.Norm, single bool, name string) (*attack.Problem, attack.Victim) {
	p, err := attack.NewProblem(ensembletest.Random(r, ensembletest.Shape{Features: 4, Trees: 6, Depth: 3, Single: single}), norm)
	if err != nil {
		t.Fatal(err)
	}
	c := &attack.Constraints{Weight: make([]float64, 4), Values: make([][]float64, 4), Links: links[name].links}
	free := r.IntN(2) == 0
	for f := range 4 {
		if c.Weight[f] = 0.5 + r.Float64(); free && c.Derived(f) {
			c.Weight[f] = 0
		}
		if f < 3 {
			c.Values[f] = []float64{0.05 + 0.25*r.Float64(), 0.35 + 0.25*r.Float64(), 0.7 + 0.3*r.Float64()}
		}
	}
	p.Constraints = c
	x := []float64{c.Values[0][r.IntN(3)], c.Values[1][r.IntN(3)], c.Values[2][0], r.Float64()}
	p.Ensemble.Round(x, x)
	if name == "ordering" {
		x[2] = min(x[2], x[0])
	} else {
		x[3] = links[name].derive(x[0], x[1])
	}
	p.Ensemble.Round(x, x)
	return p, attack.Victim{X: x, Label: p.Ensemble.Class(x)}
}

// nearestLinked tries every row that obeys.
func nearestLinked(p *attack.Problem, v attack.Victim, name string) float64 {
	s := attack.NewSpace(p)
	s.Reset(v.X)
	best, x := math.Inf(1), make([]float64, 4)
	values := func(f int) []float64 {
		var all []float64
		if f == 3 { // the nearest of each cell
			for c := range p.Grid.Last(f) + 1 {
				all = append(all, s.Value[p.Grid.ID(f, c)])
			}
			return all
		}
		return append([]float64{v.X[f]}, p.Ensemble.Rounded(p.Constraints.Values[f])...)
	}
	for _, x[0] = range values(0) {
		for _, x[1] = range values(1) {
			for _, x[2] = range values(2) {
				for _, x[3] = range values(3) {
					y := append([]float64(nil), x...)
					switch {
					case name == "ordering" && y[2] > y[0]:
						continue
					case name != "ordering" && y[0] == v.X[0] && y[1] == v.X[1]:
						y[3] = v.X[3]
					case name != "ordering":
						y[3] = links[name].derive(y[0], y[1])
						p.Ensemble.Round(y, y)
					}
					if p.Ensemble.Class(y) != v.Label {
						best = min(best, p.Distance(v.X, y))
					}
				}
			}
		}
	}
	return best
}

// Examples obey links exactly, bounds hold for who obeys, and most examples are the
// nearest of those, by brute force.
func TestLinks(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	found, nearest := 0, 0
	for name := range links {
		for _, norm := range attack.AllNorms {
			for i := range 24 {
				r := seed.At(41, i)
				p, v := linkProblem(t, r, norm, i%2 == 1, name)
				best := nearestLinked(p, v, name)
				for _, a := range []attack.Attack{exact.Attack{}, ltattack.Attack{}, blackbox.New(cube.Method{})} {
					if attack.CheckNorm(a, norm) != nil {
						continue
					}
					results, err := attack.Run(t.Context(), p, a, []attack.Victim{v}, attack.RunOptions{})
					if err != nil {
						t.Fatal(name, err)
					}
					got := &results[0]
					if got.Distance < best*(1-1e-9) || got.LowerBound > best*(1+1e-9) {
						t.Fatalf("%s, %v, %s: %v at %v, bound %v, the nearest is at %v", name, norm, a.Name(), got.Status, got.Distance, got.LowerBound, best)
					}
					if x := got.Example; x != nil {
						found++
						if got.Distance <= best*(1+1e-9) {
							nearest++
						}
						want := v.X[3]
						if name != "ordering" && (x[0] != v.X[0] || x[1] != v.X[1]) {
							want = p.Ensemble.Rounded([]float64{0, 0, 0, links[name].derive(x[0], x[1])})[3]
						}
						if name != "ordering" && x[3] != want || name == "ordering" && x[2] > x[0] {
							t.Fatalf("%s: %v, %v is wanted", name, x, want)
						}
					}
				}
				decideLinked(t, p, v, best)
			}
		}
	}
	t.Logf("%d examples, %d the nearest", found, nearest)
	if found < 200 || nearest < found/2 {
		t.Errorf("%d examples, %d the nearest", found, nearest)
	}
}

// decideLinked checks decisions on both sides of the nearest example.
func decideLinked(t *testing.T, p *attack.Problem, v attack.Victim, best float64) {
	a, err := attack.Prepare(p, exact.Attack{})
	if err != nil {
		t.Fatal(err)
	}
	for _, eps := range []float64{0.7 * min(best, 3), 1.3 * min(best, 3)} {
		d, err := a.Decide(t.Context(), []attack.Victim{v}, eps, attack.RunOptions{})
		if err != nil {
			t.Fatal(err)
		}
		if verdict := d[0].Verdict; verdict == attack.Certified && best <= eps || verdict == attack.Broken && best > eps*(1+1e-9) {
			t.Fatalf("%v within %v, the nearest is at %v", verdict, eps, best)
		}
	}
}

// A row that breaks a link is not attacked, and circles are refused.
func TestLinkFaults(t *testing.T) {
	p, v := linkProblem(t, seed.At(1), attack.L1, false, "sum")
	v.X[3] += 0.5
	v.Label = p.Ensemble.Class(v.X)
	results, err := attack.Run(t.Context(), p, exact.Attack{}, []attack.Victim{v}, attack.RunOptions{})
	if err != nil || results[0].Status != attack.OutOfBounds {
		t.Errorf("%v, %v", results, err)
	}
	p.Constraints.Links = append(p.Constraints.Links, attack.Link{Text: "a = d", Feature: 0, Terms: []attack.Term{{Factor: 1, Times: []int{3}}}})
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), "is part of a circle of links") {
		t.Error(err)
	}
}

package attack_test

import (
	"errors"
	"math"
	"os/exec"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// blankShapes are models small enough to try what goes missing.
var blankShapes = map[string]ensembletest.Shape{
	"numbers": {Features: 3, Trees: 6, Depth: 3},
	"float32": {Features: 3, Trees: 5, Depth: 3, Single: true},
	"classes": {Features: 3, Trees: 6, Depth: 2, Classes: 3},
	"many":    {Features: 2, Trees: 60, Depth: 3},
	"votes":   {Features: 3, Trees: 4, Depth: 3, Classes: 2, Vector: true},
	"levels":  {Features: 3, Trees: 5, Depth: 3, Levels: 4},
}

// Where columns may go missing, every method stays between the optimum of brute force
// and what it proves, the exact search finds it and decides right on both sides of it,
// and values go missing.
func TestColumnsGoMissing(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	names, gone := []string{"exact", "auto", "lt", "rba", "bound", "clique"}, map[string]int{}
	if _, err := exec.LookPath("cbc"); err == nil {
		names = append(names, "milp")
	}
	for name, shape := range blankShapes {
		for _, norm := range attack.AllNorms {
			for trial := range 6 {
				r := seed.At(61, trial)
				e := ensembletest.Random(r, shape)
				p, err := attack.NewProblem(e, norm)
				if err != nil {
					t.Fatal(err)
				}
				v := attacktest.Victim(r, e)
				if trial%2 == 1 {
					attacktest.Constrain(r, p)
					attacktest.Confine(p.Constraints, v.X)
				}
				if attacktest.Blank(r, p); trial%4 == 3 { // who misses something goes on doing so
					v.X[r.IntN(len(v.X))] = math.NaN()
				}
				v.Label = e.Class(v.X)
				cost, err := attacktest.BlankOptimum(p, v)
				if err != nil {
					t.Fatal(err)
				}
				want := norm.Distance(cost)
				rows := [][]float64{e.Rounded(ensembletest.Row(r, e)), e.Rounded(ensembletest.Row(r, e)), e.Rounded(ensembletest.Row(r, e))}
				for _, by := range names {
					if by == "milp" && (trial > 0 || name != "numbers" && name != "levels") {
						continue // it starts a program
					}
					a, err := method.New(by, method.Settings{Rows: rows, Starts: 2, Solver: "cbc"})
					if err != nil {
						t.Fatal(err)
					}
					if attack.CheckNorm(a, norm) != nil {
						continue
					}
					adversary, err := attack.Prepare(p, a)
					if err != nil {
						t.Fatalf("%s, %s: %v", name, by, err)
					}
					one := attack.RunOptions{Threads: 1}
					results, err := adversary.Run(t.Context(), []attack.Victim{v}, one)
					if err != nil {
						t.Fatalf("%s, norm %v, trial %d, %s: %v", name, norm, trial, by, err)
					}
					const slack = 2e-6 // of the solver
					got := results[0]
					if got.LowerBound > want*(1+slack) || got.Distance < want*(1-1e-9) || by == "exact" && !(near(got.Distance, want) && near(got.LowerBound, want)) {
						t.Fatalf("%s, norm %v, trial %d, %s: between %v and %v, brute force has %v", name, norm, trial, by, got.LowerBound, got.Distance, want)
					}
					for f := range got.Example {
						if got.Example[f] != got.Example[f] && v.X[f] == v.X[f] {
							gone[by]++
						}
					}
					if !adversary.CanDecide() || want == 0 || want > 1e300 {
						continue
					}
					for eps, wrong := range map[float64]attack.Verdict{want * 0.99: attack.Broken, want: attack.Certified} {
						d, err := adversary.Decide(t.Context(), []attack.Victim{v}, eps, one)
						if err != nil {
							t.Fatal(err)
						}
						if d[0].Verdict == wrong || by == "exact" && d[0].Verdict == attack.Undecided {
							t.Fatalf("%s, norm %v, trial %d, %s: %v within %v, brute force has %v", name, norm, trial, by, d[0].Verdict, eps, want)
						}
					}
				}
			}
		}
	}
	for _, by := range []string{"exact", "auto", "lt"} {
		if gone[by] < 15 {
			t.Errorf("%s: only %d values go missing", by, gone[by])
		}
	}
}

// Methods that cannot let columns go missing say so by name, and so do constraints of
// columns that cannot.
func TestNoColumnGoesMissing(t *testing.T) {
	p, err := attack.NewProblem(ensembletest.Stumps(), attack.LInf)
	if err != nil {
		t.Fatal(err)
	}
	p.Constraints = &attack.Constraints{Blank: []float64{0, 1}}
	for _, name := range []string{"cube", "hsja", "dive"} {
		a, err := method.New(name, method.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := attack.Prepare(p, a); !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "method "+name+" lets no column go missing") {
			t.Errorf("%s: %v", name, err)
		}
	}
	link := attack.Link{Text: "b <= a", Feature: 1, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}}
	for fault, c := range map[string]attack.Constraints{
		"is not between":                          {Blank: []float64{0, -1}},
		"a column of a link cannot go missing":    {Blank: []float64{0, 1}, Links: []attack.Link{link}},
		"a column of a group cannot go missing":   {Blank: []float64{1, 0}, Groups: []attack.Group{{Name: "g", Features: []int{0, 1}}}},
		"constraints for 3 features, the model r": {Blank: []float64{0, 0, 1}},
	} {
		if err := c.Check(2); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%v, want %q", err, fault)
		}
	}
}

package blackbox_test

import (
	"context"
	"maps"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/boundary"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/hsja"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/attack/opt"
	"github.com/hardwood-ml/hardwood/attack/rba"
	"github.com/hardwood-ml/hardwood/attack/signopt"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// quick are methods with less to do than by default.
var quick = map[string]blackbox.Method{
	"cube": cube.Method{Starts: 2}, "signopt": signopt.Method{Queries: 2000}, "hsja": hsja.Method{Iterations: 8},
	"opt": opt.Method{Queries: 4000}, "boundary": boundary.Method{Queries: 2000},
}

// blackBoxes are all methods that only ask the model, the quick ones where there are any.
func blackBoxes() (all []attack.Attack) {
	for _, m := range method.All {
		if q, is := quick[m.Name]; is {
			all = append(all, blackbox.New(q))
		} else if m.BlackBox() {
			all = append(all, m.New(method.Settings{Starts: 1}))
		}
	}
	return all
}

// rivals are the attacks to test, with training rows for rba.
func rivals(rows [][]float64) []attack.Attack {
	return append(blackBoxes(), rba.Attack{Rows: rows})
}

// TestNeverBetterThanTheOptimum: a rival's example is adversarial under any norm, and no nearer
// than the nearest one; it may be nearer by rounding, because only the plain predictor decides
// here.
func TestNeverBetterThanTheOptimum(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(11, 5))
			found, missed := map[string]int{}, map[string]int{}
			for range 3 {
				e := ensembletest.Random(r, shape)
				rows := randomRows(r, e, 60)
				for _, norm := range attack.Norms {
					p := attacktest.NewProblem(t, e, norm)
					oracle := attacktest.NewOracle(p)
					victims := []attack.Victim{attacktest.Victim(r, e), attacktest.Victim(r, e)}
					for _, a := range rivals(rows) {
						results, err := attack.Run(context.Background(), p, a, victims, attack.RunOptions{Threads: 1})
						if err != nil {
							t.Fatalf("%s: %v", a.Name(), err)
						}
						for i := range results {
							cost, cells := oracle.Optimum(victims[i])
							compare(t, a.Name(), &results[i], norm.Distance(cost), cells != nil)
							if results[i].Example != nil {
								found[a.Name()]++
							} else if cells != nil {
								missed[a.Name()]++
							}
						}
					}
				}
			}
			for a, n := range missed {
				if a == "cube" && shape.Features == 1 {
					continue // the faces of a cube on one axis are two points
				}
				if n > found[a] && shape.Depth > 0 {
					t.Errorf("%s found %d examples and missed %d", a, found[a], n)
				}
			}
		})
	}
}

func compare(t *testing.T, name string, got *attack.Result, optimum float64, exists bool) {
	t.Helper()
	switch {
	case got.Example != nil && !exists:
		t.Errorf("%s: an example at %v, and there is none", name, got.Distance)
	case got.Example != nil && got.Distance < optimum*(1-1e-9) && optimum-got.Distance > 1e-6:
		t.Errorf("%s: distance %v is below the optimum %v", name, got.Distance, optimum)
	case got.Status == attack.Optimal || got.LowerBound != 0:
		t.Errorf("%s claims a proof: %+v", name, got)
	}
}

func randomRows(r *rand.Rand, e *ensemble.Ensemble, n int) [][]float64 {
	rows := make([][]float64, n)
	for i := range rows {
		rows[i] = ensembletest.Row(r, e)
	}
	return rows
}

// TestConstraints: frozen features stay, one-way features move one way, and
// bounds and whole numbers hold.
func TestConstraints(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 3))
	c := &attack.Constraints{
		Weight: []float64{1, 2, 1, 0.5}, Lo: []float64{-1, 0, 0, 0}, Hi: []float64{2, 1, 1, 0.8},
		Frozen: []bool{true, false, false, false}, Increase: []bool{false, true, false, false}, Integer: []bool{false, false, true, false},
		Min: []float64{0, 0, 10, 0}, Range: []float64{1, 1, 7, 1}, // feature 2 runs from 10 to 17 in the data
	}
	found := 0
	for range 10 {
		e := ensembletest.Random(r, ensembletest.Shape{Features: 4, Trees: 8, Depth: 3})
		for _, norm := range attack.Norms {
			p, _ := attack.NewProblem(e, norm)
			p.Constraints = c
			v := attacktest.Victim(r, e)
			for f := range v.X { // a victim keeps the bounds
				v.X[f] = min(max(v.X[f], c.Lo[f]), c.Hi[f])
			}
			v.Label = e.Class(v.X)
			for _, a := range blackBoxes() {
				results := attacktest.Run(t, p, a, []attack.Victim{v}, attack.RunOptions{Threads: 1})
				x := results[0].Example
				if x == nil {
					continue
				}
				found++
				if err := c.Allow(v.X, x); err != nil {
					t.Errorf("%s: %v for %v: %v", a.Name(), x, v.X, err)
				}
			}
		}
	}
	if found == 0 {
		t.Error("no example found: nothing was tested")
	}
}

// halfspace is a model that can only be queried: class 1 if the sum of the features is above 1. Its
// nearest examples are known in closed form.
type halfspace struct{ queries int }

func (h *halfspace) Features() int { return 4 }
func (h *halfspace) Classes() int  { return 2 }
func (h *halfspace) Scores(x, out []float64) {
	h.queries++
	out[0], out[1] = 1, x[0]+x[1]+x[2]+x[3]
}

func TestRunOnAnyModel(t *testing.T) {
	victims := []attack.Victim{{Row: 3, X: []float64{0.1, 0.1, 0.1, 0.1}}, {Row: 4, X: []float64{0.5, 0.1, 0, 0}, Label: 1}}
	for norm, optimum := range map[attack.Norm]float64{attack.LInf: 0.15, attack.L2: 0.3} {
		for _, m := range []blackbox.Method{cube.Method{}, signopt.Method{}, hsja.Method{}, opt.Method{}, boundary.Method{}} {
			h := &halfspace{}
			results, err := blackbox.Run(context.Background(), h, m, victims, blackbox.Options{Norm: norm, Seed: 1, Threads: 1})
			if err != nil {
				t.Fatal(err)
			}
			got := results[0]
			const near = 1.05 // the methods walk towards a smooth boundary's nearest point
			if got.Distance < optimum || m.Name() != "cube" && got.Distance > near*optimum {
				t.Errorf("%s, norm %v: distance %v, optimum %v", m.Name(), norm, got.Distance, optimum)
			}
			if results[1].Status != attack.Misclassified {
				t.Errorf("%s: row 4 is %v", m.Name(), results[1].Status)
			}
			if got.Stats.Queries == 0 || got.Stats.Queries > h.queries || h.queries > got.Stats.Queries+3 {
				t.Errorf("%s: counted %d queries of %d", m.Name(), got.Stats.Queries, h.queries)
			}
		}
	}
}

// line is class 1 above 1, safe for use by several goroutines.
type line struct{}

func (line) Features() int           { return 1 }
func (line) Classes() int            { return 2 }
func (line) Scores(x, out []float64) { out[0], out[1] = 1, x[0] }

// Threads do not matter, and victims that a cancelled run has not reached are marked.
func TestRunThreadsAndCancel(t *testing.T) {
	var victims []attack.Victim
	for i := range 20 {
		victims = append(victims, attack.Victim{Row: i, X: []float64{float64(i) / 25}})
	}
	o := blackbox.Options{Norm: attack.L2, Threads: 1}
	want, err := blackbox.Run(t.Context(), line{}, signopt.Method{}, victims, o)
	if err != nil {
		t.Fatal(err)
	}
	o.Threads = 3
	got, err := blackbox.Run(t.Context(), line{}, signopt.Method{}, victims, o)
	if d := cmp.Diff(want, got, cmpopts.IgnoreFields(attack.Result{}, "Seconds")); d != "" || err != nil {
		t.Error(d, err)
	}

	ctx, cancel := context.WithCancel(t.Context())
	o.Threads, o.Done = 1, func(n int) {
		if n == 5 {
			cancel()
		}
	}
	got, err = blackbox.Run(ctx, line{}, signopt.Method{}, victims, o)
	if err != context.Canceled || len(got) != len(victims) {
		t.Fatalf("%d results, %v", len(got), err)
	}
	for i, r := range got {
		if (r.Stop == attack.Cancelled) != (i >= 5) {
			t.Errorf("row %d: %v", i, r)
		}
	}

	if _, err := blackbox.Run(t.Context(), line{}, signopt.Method{}, []attack.Victim{{Row: 3, X: []float64{0, 1}}}, o); err == nil {
		t.Error("a row of two features is attacked in a model of one")
	}
}

func TestOptionsAreChecked(t *testing.T) {
	for _, m := range []blackbox.Method{
		cube.Method{Starts: -1}, signopt.Method{Directions: -1}, hsja.Method{Iterations: -1},
		opt.Method{Directions: -1}, boundary.Method{Queries: -1},
	} {
		if _, err := blackbox.Run(context.Background(), &halfspace{}, m, nil, blackbox.Options{}); err == nil {
			t.Errorf("%s takes negative options", m.Name())
		}
	}
}

// A victim outside its bounds is not asked about.
func TestRunOutOfBounds(t *testing.T) {
	victims := []attack.Victim{{X: []float64{0.5}}, {X: []float64{-0.5}}}
	o := blackbox.Options{Constraints: &attack.Constraints{Lo: []float64{0}, Hi: []float64{2}}}
	results, err := blackbox.Run(t.Context(), line{}, signopt.Method{}, victims, o)
	if err != nil {
		t.Fatal(err)
	}
	if a, b := results[0], results[1]; a.Status != attack.Found || b.Status != attack.OutOfBounds || !math.IsInf(b.Distance, 1) {
		t.Errorf("got %+v and %+v", a, b)
	}
}

// Classes that are as likely tie, and the first of them is predicted, even where margins differ: an example
// at the other one would be none.
func TestClassesThatAreAsLikely(t *testing.T) {
	shapes := maps.Clone(ensembletest.Rounded)
	maps.DeleteFunc(shapes, func(_ string, s ensembletest.Shape) bool { return !s.ByProbability })
	attacktest.EachOf(t, shapes, 2, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		for _, a := range blackBoxes() {
			if attack.CheckNorm(a, p.Norm) == nil {
				attacktest.Run(t, p, a, victims, attack.RunOptions{Threads: 1}) // checks all examples
			}
		}
	})
}

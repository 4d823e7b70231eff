package exact_test

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

func TestOptimumIsThatOfBruteForce(t *testing.T) {
	attacktest.EachProblem(t, 40, isThatOfBruteForce)
	attacktest.EachOf(t, ensembletest.SetShapes, 20, isThatOfBruteForce)
}

// Several contrasts have to be won together, with boxes of their own, and in norm 0 all cells but
// the victim's are equally far.
func TestTargetsAgainstBruteForce(t *testing.T) {
	attacktest.EachOf(t, map[string]ensembletest.Shape{
		"four classes": {Features: 3, Trees: 24, Depth: 3, Classes: 4, Cuts: 8},
	}, 400, isThatOfBruteForce)
}

func isThatOfBruteForce(t *testing.T, p *attack.Problem, victims []attack.Victim) {
	results := attacktest.Run(t, p, exact.Attack{}, victims, attack.RunOptions{Threads: 1})
	oracle := attacktest.NewOracle(p)
	for i, v := range victims {
		cost, _ := oracle.Optimum(v)
		best, got := p.Norm.Distance(cost), results[i]
		want := attack.Optimal
		if cost == math.Inf(1) {
			want = attack.None
		}
		if got.Status != want || !near(got.Distance, best) || !near(got.LowerBound, best) {
			t.Errorf("row %v: %v at %v, bound %v, the optimum is %v", v.X, got.Status, got.Distance, got.LowerBound, best)
		}
	}
}

// Constraints change what is admissible and what it costs, even in the middle of a feature's range.
func TestConstraintsAgainstBruteForce(t *testing.T) {
	attacktest.EachProblem(t, 40, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		n := p.Ensemble.Features
		c := &attack.Constraints{Weight: make([]float64, n), Increase: make([]bool, n), Integer: make([]bool, n), Frozen: make([]bool, n)}
		for f := range n {
			c.Weight[f] = 1 + float64(f)
			c.Increase[f], c.Integer[f], c.Frozen[f] = f%3 == 1, f%3 == 2, f == 3
		}
		p.Constraints = c
		isThatOfBruteForce(t, p, victims)
		decideAround(t, p, victims[:min(1, len(victims))])
	})
}

// near reports whether two distances differ by no more than rounding.
func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-9*max(a, b)
}

// Deciding at radii around the optimum gives the right verdict each time.
func TestDecideAgreesWithBruteForce(t *testing.T) {
	attacktest.EachProblem(t, 40, decideAround)
	attacktest.EachOf(t, ensembletest.SetShapes, 10, decideAround)
}

func decideAround(t *testing.T, p *attack.Problem, victims []attack.Victim) {
	oracle := attacktest.NewOracle(p)
	prepared, err := exact.Attack{}.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	s := prepared.Searcher().(attack.Decider)
	for _, v := range victims {
		cost, _ := oracle.Optimum(v)
		best := p.Norm.Distance(cost)
		if cost == math.Inf(1) {
			best = 1
		}
		for _, factor := range []float64{0.5, 1 - 1e-6, 1 + 1e-6, 2} {
			eps := best * factor
			want := attack.Certified
			if p.Norm.Distance(cost) <= eps {
				want = attack.Broken
			}
			verdict, r := s.Decide(context.Background(), v, eps)
			if verdict != want {
				t.Errorf("row %v: %v within %v, the optimum is at %v", v.X, verdict, eps, best)
			}
			if err := p.Check(v, &r); err != nil || verdict == attack.Broken && r.Distance > eps {
				t.Errorf("row %v: %v within %v: example at %v, %v", v.X, verdict, eps, r.Distance, err)
			}
		}
	}
}

// A decision without branching is right, and mostly one is reached.
func TestRootDecides(t *testing.T) {
	decided, asked := 0, 0
	attacktest.EachProblem(t, 10, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		adversary := attacktest.Prepare(t, p, exact.Attack{Root: true})
		oracle := attacktest.NewOracle(p)
		for _, v := range victims {
			cost, _ := oracle.Optimum(v)
			best := p.Norm.Distance(cost)
			for _, eps := range []float64{0.05, min(best, 1) * (1 - 1e-6), min(best, 1) * (1 + 1e-6)} {
				decisions, err := adversary.Decide(t.Context(), []attack.Victim{v}, eps, attack.RunOptions{Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				want := attack.Certified
				if best <= eps {
					want = attack.Broken
				}
				asked++
				switch decisions[0].Verdict {
				case want:
					decided++
				case attack.Undecided:
				default:
					t.Errorf("row %v: %v within %v, the optimum is at %v", v.X, decisions[0].Verdict, eps, best)
				}
			}
		}
	})
	if decided < asked*9/10 {
		t.Errorf("%d of %d decisions were made", decided, asked)
	}
}

// Whatever ends a search, the optimum lies between its bound and its example,
// and the reason is the budget.
func TestBudgets(t *testing.T) {
	shape := ensembletest.Shape{Features: 4, Trees: 12, Depth: 4}
	attacks := map[string]exact.Attack{
		"nodes": {Nodes: 2}, "memory": {Memory: 1}, "gap": {Gap: 0.5}, "root": {Root: true},
	}
	stops := map[string]int{}
	for i := range 20 {
		r := seed.At(5, i)
		for _, norm := range attack.Norms {
			p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
			victims := []attack.Victim{attacktest.Victim(r, p.Ensemble)}
			full := attacktest.Run(t, p, exact.Attack{}, victims, attack.RunOptions{Threads: 1})
			best := full[0].Distance
			for name, a := range attacks {
				got := attacktest.Run(t, p, a, victims, attack.RunOptions{Threads: 1})
				g := got[0]
				if g.LowerBound > best*(1+1e-9) || g.Distance < best*(1-1e-9) {
					t.Errorf("%s: between %v and %v, the optimum is %v", name, g.LowerBound, g.Distance, best)
				}
				if name == "gap" && g.LowerBound < g.Distance*(0.5-1e-9) {
					t.Errorf("gap: between %v and %v", g.LowerBound, g.Distance)
				}
				stops[name+" "+g.Stop.String()]++
			}
		}
	}
	t.Log(stops)
	for _, stop := range []string{"nodes nodes", "memory memory", "gap gap"} {
		if stops[stop] == 0 {
			t.Errorf("no search stopped as %q", stop)
		}
	}
}

// The bound alone also closes in on its ball if it is given an example.
func TestRootFromAnExample(t *testing.T) {
	for _, norm := range []attack.Norm{attack.LInf, attack.L2, attack.L1} {
		p, v := hard(t, norm)
		bound := func(start moved.Cells) float64 {
			v.Start = start
			got := attacktest.Run(t, p, exact.Attack{Root: true}, []attack.Victim{v}, attack.RunOptions{Threads: 1})
			return got[0].LowerBound
		}
		found := attacktest.Run(t, p, exact.Attack{}, []attack.Victim{v}, attack.RunOptions{Threads: 1})
		if alone, led := bound(nil), bound(moved.Cells{}.Diff(found[0].Example, v.X)); led < alone*0.99 { // each closes in to half a percent
			t.Errorf("norm %v: %v from an example, %v without", norm, led, alone)
		}
	}
}

func TestBadBudgets(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Random(seed.At(1), ensembletest.Shapes["plain"]), attack.LInf)
	for _, a := range []attack.Attack{
		exact.Attack{Nodes: -1}, exact.Attack{Time: -1}, exact.Attack{Memory: -1},
		exact.Attack{Gap: -0.1}, exact.Attack{Gap: 1}, exact.Attack{Gap: math.NaN()}, exact.Auto{Nodes: -1},
	} {
		if _, err := a.Prepare(p); err == nil {
			t.Errorf("%+v: no error", a)
		}
	}
}

// A search does not depend on what its searcher did before. Root is without the heuristic, which is
// tested on its own.
func TestSearcherForgets(t *testing.T) {
	attacktest.EachProblem(t, 40, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		a := exact.Attack{Root: true}
		prepared, err := a.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		used := prepared.Searcher()
		for _, v := range victims {
			used.Search(context.Background(), v)
			used.(attack.Decider).Decide(context.Background(), v, 0.1)
		}
		for _, v := range victims {
			want := prepared.Searcher().Search(context.Background(), v)
			if d := cmp.Diff(want, used.Search(context.Background(), v)); d != "" {
				t.Error(d)
			}
		}
	})
}

// One tree takes no boxes at all, stumps in LInf take one box for each ball that is looked at, and
// both find the optimum.
func TestPolynomialCases(t *testing.T) {
	for name, c := range map[string]struct {
		shape ensembletest.Shape
		norms []attack.Norm
	}{
		"one tree": {ensembletest.Shape{Features: 4, Trees: 1, Depth: 5}, attack.Norms},
		"stumps":   {ensembletest.Shape{Features: 5, Trees: 12, Depth: 1}, []attack.Norm{attack.LInf}},
	} {
		for _, norm := range c.norms {
			t.Run(name+"/"+norm.String(), func(t *testing.T) {
				for i := range 40 {
					r := seed.At(8, i)
					p := attacktest.NewProblem(t, ensembletest.Random(r, c.shape), norm)
					prepared, err := exact.Attack{}.Prepare(p)
					if err != nil {
						t.Fatal(err)
					}
					s := prepared.Searcher().(attack.Decider)
					v := attacktest.Victim(r, p.Ensemble)
					got := s.Search(context.Background(), v)
					cost, _ := attacktest.NewOracle(p).Optimum(v)
					if best := norm.Distance(cost); !near(got.Distance, best) || !near(got.LowerBound, best) {
						t.Errorf("%v, bound %v, the optimum is %v", got.Distance, got.LowerBound, best)
					}
					if c.shape.Trees == 1 && got.Stats.Nodes > 0 {
						t.Errorf("%d boxes for one tree", got.Stats.Nodes)
					}
					for _, eps := range []float64{0.05, got.Distance, 0.5} {
						verdict, r := s.Decide(context.Background(), v, eps)
						if (verdict == attack.Broken) != (got.Example != nil && got.Distance <= eps) {
							t.Errorf("%v within %v, the nearest is at %v", verdict, eps, got.Distance)
						}
						if r.Stats.Nodes > 1 && !math.IsInf(eps, 1) { // which is no ball
							t.Errorf("%d boxes for one ball", r.Stats.Nodes)
						}
					}
				}
			})
		}
	}
}

// Leaf values as small as numbers get take no more boxes than others, although messages share out
// less than the smallest number.
func TestTinyLeaves(t *testing.T) {
	shape := ensembletest.Rounded["denormal"]
	shape.Features, shape.Trees = 12, 42
	for i := range 12 {
		r := seed.At(99, i)
		p := attacktest.NewProblem(t, ensembletest.Random(r, shape), attack.Norms[i%3])
		victims := []attack.Victim{attacktest.Victim(r, p.Ensemble)}
		results := attacktest.Run(t, p, exact.Attack{Nodes: 200}, victims, attack.RunOptions{Threads: 1})
		if results[0].Stop != attack.Finished {
			t.Errorf("model %d, norm %v: %d boxes are not enough", i, p.Norm, results[0].Stats.Nodes)
		}
	}
}

// Boxes need no allocations: a search of many boxes makes as many as one of few.
func TestBoxesDoNotAllocate(t *testing.T) {
	p, v := hard(t, attack.L1)
	measure := func(nodes int) (allocations float64, boxes int) {
		prepared, err := exact.Attack{Nodes: nodes}.Prepare(p)
		if err != nil {
			t.Fatal(err)
		}
		s := prepared.Searcher()
		return testing.AllocsPerRun(3, func() { boxes = s.Search(context.Background(), v).Stats.Nodes }), boxes
	}
	few, fewBoxes := measure(100) // more than there are before the heuristic has all its time
	many, manyBoxes := measure(1000)
	if manyBoxes < 10*fewBoxes {
		t.Fatalf("a search takes %d boxes: too easy to measure", manyBoxes)
	}
	if many > few {
		t.Errorf("%v allocations for %d boxes, %v for %d", many, manyBoxes, few, fewBoxes)
	}
}

// hard returns a victim whose nearest example of a class of four takes many
// boxes to prove.
func hard(tb testing.TB, norm attack.Norm) (*attack.Problem, attack.Victim) {
	r := seed.At(6, 0)
	p := attacktest.NewProblem(tb, ensembletest.Random(r, ensembletest.Shape{Features: 12, Trees: 60, Depth: 4, Classes: 4}), norm)
	v := attacktest.Victim(r, p.Ensemble)
	p.Target = (v.Label + 1) % p.Ensemble.Classes
	return p, v
}

func BenchmarkSearch(b *testing.B) {
	for _, norm := range attack.Norms {
		b.Run(norm.String(), func(b *testing.B) {
			p, v := hard(b, norm)
			prepared, err := exact.Attack{Nodes: 1000}.Prepare(p)
			if err != nil {
				b.Fatal(err)
			}
			s := prepared.Searcher()
			b.ReportAllocs()
			boxes := 0
			for b.Loop() {
				boxes = s.Search(context.Background(), v).Stats.Nodes
			}
			b.ReportMetric(float64(boxes), "boxes/op")
		})
	}
}

// A search ends if a row cannot change at all and two classes tie on it.
func TestNothingToChange(t *testing.T) {
	for _, norm := range attack.AllNorms {
		e := ensembletest.Stumps()
		e.Base[0] = 0.3 // the row is a tie, as far as its sum is known
		e.Trees[0].Leaves[0], e.Trees[1].Leaves[0] = -0.2, -0.1
		p := attacktest.NewProblem(t, e, norm)
		p.Constraints = &attack.Constraints{Frozen: []bool{true, true}}
		for _, a := range []attack.Attack{exact.Attack{}, exact.Attack{Root: true}, exact.Auto{}} {
			prepared, err := a.Prepare(p)
			if err != nil {
				t.Fatal(err)
			}
			r := prepared.Searcher().Search(t.Context(), attack.Victim{X: []float64{0, 0}, Label: e.Class([]float64{0, 0})})
			if r.Example != nil || !math.IsInf(r.LowerBound, 1) {
				t.Errorf("%s, norm %v: %v, bound %v", a.Name(), norm, r.Status, r.LowerBound)
			}
		}
	}
}

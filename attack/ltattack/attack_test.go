package ltattack_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// options are the settings under which every property has to hold.
var options = map[string]ltattack.Attack{
	"default":       {},
	"paper":         {Paper: true, Starts: 3, Noise: 20},
	"naive-leaf":    {Neighborhood: ltattack.NaiveLeaf, Starts: 2, Noise: -1},
	"naive-feature": {Neighborhood: ltattack.NaiveFeature, Starts: 2, Noise: -1},
	"exhaustive":    {Paper: true, Starts: 3, Exhaustive: true, Noise: -1},
}

// Examples are adversarial (Run checks that), never nearer than the optimum
// and found wherever there is one; lower bounds are never above it.
func TestAgainstBruteForce(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for name, a := range options {
		optimal, n := 0, 0
		t.Run(name, func(t *testing.T) {
			againstBruteForce := func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
				results := attacktest.Run(t, p, a, victims, attack.RunOptions{Threads: 1})
				oracle := attacktest.NewOracle(p)
				for i, v := range victims {
					cost, _ := oracle.Optimum(v)
					best, got := p.Norm.Distance(cost), results[i]
					if err := agree(p, got, best); err != nil {
						t.Errorf("row %v, class %d: %v", v.X, v.Label, err)
					}
					if n++; got.Distance <= best*(1+1e-9) {
						optimal++
					}
				}
			}
			attacktest.EachProblem(t, 6, againstBruteForce)
			if name == "default" {
				attacktest.EachOf(t, ensembletest.SetShapes, 6, againstBruteForce)
			}
		})
		// The default finds all of 885 optima; a faulty search misses many.
		if name == "default" && optimal < n*99/100 {
			t.Errorf("%s: %d of %d results are optimal", name, optimal, n)
		}
	}
}

func agree(p *attack.Problem, got attack.Result, best float64) error {
	switch {
	case got.Example == nil && best < math.Inf(1):
		return fmt.Errorf("nothing found, the optimum is %v", best)
	case got.Distance < best*(1-1e-12):
		return fmt.Errorf("found %v, below the optimum %v", got.Distance, best)
	case got.LowerBound > best*(1+1e-12):
		return fmt.Errorf("lower bound %v is above the optimum %v", got.LowerBound, best)
	case got.Status == attack.Optimal && got.Distance > best*(1+1e-12):
		return fmt.Errorf("%v is called optimal, the optimum is %v", got.Distance, best)
	case p.Target != attack.Untargeted && got.Example != nil && got.Class != p.Target:
		return fmt.Errorf("found class %d, the target is %d", got.Class, p.Target)
	}
	return nil
}

// The same victim gives the same result whatever was searched before, and whatever the number of
// threads.
func TestThreadsAndOrderDoNotMatter(t *testing.T) {
	t.Run("default", func(t *testing.T) { threadsAndOrderDoNotMatter(t, ltattack.Attack{Starts: 2}) })
	t.Run("paper", func(t *testing.T) { threadsAndOrderDoNotMatter(t, options["paper"]) })
}

func threadsAndOrderDoNotMatter(t *testing.T, a ltattack.Attack) {
	r := seed.At(7)
	p := attacktest.NewProblem(t, ensembletest.Random(r, ensembletest.Shape{Features: 6, Trees: 30, Depth: 4, Classes: 3}), attack.L2)
	var victims []attack.Victim
	for i := range 40 {
		v := attacktest.Victim(r, p.Ensemble)
		v.Row = i
		if i%2 == 1 { // a guess, as training loops have
			v.Start = moved.Cells{}.Diff(ensembletest.Row(r, p.Ensemble), v.X)
		}
		victims = append(victims, v)
	}
	run := func(victims []attack.Victim, threads int) []attack.Result {
		results := attacktest.Run(t, p, a, victims, attack.RunOptions{Threads: threads})
		for i := range results {
			results[i].Seconds = 0
		}
		return results
	}
	want := run(victims, 1)
	if d := cmp.Diff(want, run(victims, 4)); d != "" {
		t.Error("4 threads: ", d)
	}
	slices.Reverse(victims)
	got := run(victims, 1)
	slices.Reverse(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Error("reversed: ", d)
	}
}

// A guess never makes a result worse, and a good one is kept.
func TestStart(t *testing.T) {
	attacktest.EachProblem(t, 6, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		oracle := attacktest.NewOracle(p)
		space := attack.NewSpace(p)
		for i, v := range victims {
			cost, cells := oracle.Optimum(v)
			if cells == nil {
				continue
			}
			space.Reset(v.X)
			victims[i].Start = moved.Cells{}.Diff(space.Example(cells), v.X)
			results := attacktest.Run(t, p, ltattack.Attack{}, victims[i:i+1], attack.RunOptions{})
			if want := p.Norm.Distance(cost); results[0].Distance > want*(1+1e-9) {
				t.Errorf("started at the optimum %v, found %v", want, results[0].Distance)
			}
		}
	})
}

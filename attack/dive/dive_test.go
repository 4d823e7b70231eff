package dive_test

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Examples are adversarial (Run checks that), never nearer than the optimum and mostly at it; one
// is found if and only if there is one.
func TestAgainstBruteForce(t *testing.T) {
	some, found, optimal := 0, 0, 0
	attacktest.EachProblem(t, 6, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		if p.Norm != attack.LInf || p.Target != attack.Untargeted && p.Ensemble.Classes > 2 {
			return
		}
		results := run(t, p, victims)
		oracle := attacktest.NewOracle(p)
		for i, v := range victims {
			cost, _ := oracle.Optimum(v)
			best := p.Norm.Distance(cost)
			if results[i].Distance < best*(1-1e-12) {
				t.Errorf("row %v, class %d: found %v, below the optimum %v", v.X, v.Label, results[i].Distance, best)
			}
			if best < math.Inf(1) {
				some++
			}
			if results[i].Example != nil {
				found++
			}
			if results[i].Distance <= best*(1+1e-9) && best < math.Inf(1) {
				optimal++
			}
		}
	})
	if found < some || optimal < some*85/100 {
		t.Errorf("of %d rows with an example, %d are found, %d of them at the optimum", some, found, optimal)
	}
}

// The examples of one row under different row numbers differ; under the same number they do not.
func TestChance(t *testing.T) {
	p, victims := problem(t)
	differ := 0
	for _, v := range victims {
		var same []attack.Victim
		for row := range 20 {
			v.Row = row / 2
			same = append(same, v)
		}
		results := run(t, p, same)
		for i, r := range results {
			switch equal := slices.Equal(r.Example, results[i&^1].Example); {
			case !equal:
				t.Errorf("row %d has two examples", r.Row)
			case !slices.Equal(r.Example, results[0].Example):
				differ++
			}
		}
	}
	if differ == 0 {
		t.Error("the examples of rows alike are all the same")
	}
}

// A fresh start that is an example, perhaps after somewhat enlarging its changes, is the result,
// without unnecessary changes; any other start makes no difference.
func TestStart(t *testing.T) {
	p, victims := problem(t)
	cold := run(t, p, victims)
	other := func(i int) []float64 { // the example of another row, for which other features change
		for j := i + 1; ; j++ {
			if r := cold[j%len(cold)]; r.Label == victims[i].Label {
				return r.Example
			}
		}
	}
	for _, c := range []struct {
		name  string
		share float64 // of the way to the example
		fresh bool
		taken int // rows at least, of 20: some starts come to the same as none
	}{
		{"an example", 1, true, 12},
		{"nearer than an example", 0.9, true, 10},
		{"no example", 0, true, 0},
		{"not fresh", 1, false, 0},
	} {
		warm := slices.Clone(victims)
		for i := range warm {
			v := &warm[i]
			start := slices.Clone(v.X)
			for f, to := range other(i) {
				start[f] += c.share * (to - v.X[f])
			}
			v.Start, v.Fresh = moved.Cells{}.Diff(start, v.X), c.fresh
		}
		taken := 0
		for i, r := range run(t, p, warm) {
			v := warm[i]
			if slices.Equal(r.Example, cold[i].Example) {
				continue
			}
			taken++
			start := v.Guess()
			for f, x := range r.Example {
				if far := math.Abs(x - v.X[f]); far > 1.21*math.Abs(start[f]-v.X[f]) {
					t.Errorf("%s, row %d, feature %d: %v for %v, where the start has %v", c.name, i, f, x, v.X[f], start[f])
				}
			}
		}
		if taken < c.taken || c.taken == 0 && taken > 0 {
			t.Errorf("%s: %d starts were taken, want %d", c.name, taken, c.taken)
		}
	}
}

// Missing values stay missing in the example, and the rest is attacked.
func TestMissing(t *testing.T) {
	p, victims := problem(t)
	for i := range victims {
		v := &victims[i]
		v.X = slices.Clone(v.X)
		v.X[i%len(v.X)] = math.NaN()
		v.Label = p.Ensemble.Class(v.X)
	}
	exact := attacktest.Run(t, p, exact.Attack{}, victims, attack.RunOptions{})
	found := 0
	for i, r := range run(t, p, victims) {
		if (r.Example == nil) != (exact[i].Example == nil) {
			t.Errorf("row %d: example %v, exactly %v", i, r.Example, exact[i].Example)
		}
		if r.Example == nil {
			continue
		}
		found++
		for f, x := range r.Example {
			if math.IsNaN(x) != math.IsNaN(victims[i].X[f]) {
				t.Errorf("row %d: %v is an example for %v", i, r.Example, victims[i].X)
			}
		}
	}
	if found < len(victims)/2 {
		t.Errorf("examples for %d of %d rows", found, len(victims))
	}
}

// Results of an earlier run serve as memory, and change nothing.
func TestRecycle(t *testing.T) {
	p, victims := problem(t)
	want := run(t, p, victims[5:])
	o := attack.RunOptions{Threads: 2, Reuse: run(t, p, victims)}
	o.Reuse[7].Example = o.Reuse[7].Example[:3] // as of a model with fewer features
	old := map[*float64]bool{}
	for _, r := range o.Reuse {
		if r.Example != nil {
			old[&r.Example[0]] = true
		}
	}
	got := attacktest.Run(t, p, dive.Attack{}, victims[5:], o)
	used := 0
	for i, r := range got {
		if !slices.Equal(r.Example, want[i].Example) || r.Distance != want[i].Distance {
			t.Errorf("row %d: %v at %v, in memory of its own %v at %v", r.Row, r.Example, r.Distance, want[i].Example, want[i].Distance)
		}
		if r.Example != nil && old[&r.Example[0]] {
			used++
		}
	}
	if used == 0 {
		t.Error("no memory was used again")
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		norm   attack.Norm
		target int
		want   string
	}{
		{attack.L2, attack.Untargeted, "method dive is for norm inf, not for 2"},
		{attack.LInf, 1, "dives cannot aim at one of 3 classes"},
		{attack.LInf, 99, "target class 99 is not one of 3"},
	} {
		p := attacktest.NewProblem(t, ensembletest.Random(seed.At(2), ensembletest.Shapes["classes"]), c.norm)
		p.Target = c.target
		_, err := dive.Attack{}.Prepare(p)
		if err == nil || err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
		if can := c.target < 3; errors.Is(err, errors.ErrUnsupported) != can { // which other methods can do
			t.Errorf("%v: unsupported is %v", err, !can)
		}
	}
}

func BenchmarkDive(b *testing.B) {
	p, victims := problem(b)
	prepared, err := dive.Attack{}.Prepare(p)
	if err != nil {
		b.Fatal(err)
	}
	s := prepared.Searcher()
	for i := 0; b.Loop(); i++ {
		s.Search(context.Background(), victims[i%len(victims)])
	}
}

// problem returns rows that have examples.
func problem(t testing.TB) (*attack.Problem, []attack.Victim) {
	r := seed.At(1)
	p := attacktest.NewProblem(t, ensembletest.Random(r, ensembletest.Shape{Features: 8, Trees: 20, Depth: 6}), attack.LInf)
	var victims []attack.Victim
	for range 20 {
		victims = append(victims, attacktest.Victim(r, p.Ensemble))
	}
	return p, victims
}

func run(t *testing.T, p *attack.Problem, victims []attack.Victim) []attack.Result {
	t.Helper()
	results := attacktest.Run(t, p, dive.Attack{}, victims, attack.RunOptions{Threads: 1})
	return results
}

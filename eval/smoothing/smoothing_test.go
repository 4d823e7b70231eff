package smoothing

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

var (
	flips = map[string]ensembletest.Shape{
		"stumps":   {Features: 7, Trees: 12, Depth: 1, Cuts: 1},
		"votes":    {Features: 6, Trees: 9, Depth: 1, Cuts: 1, Average: true, Values: []float64{-0.5, 0.5}},
		"one tree": {Features: 7, Trees: 1, Depth: 5, Cuts: 1},
		"classes":  {Features: 5, Trees: 9, Depth: 1, Cuts: 1, Classes: 3},
	}
	numbers = map[string]ensembletest.Shape{
		"stumps":   {Features: 4, Trees: 9, Depth: 1},
		"one tree": {Features: 3, Trees: 1, Depth: 4},
		"one axis": {Features: 1, Trees: 6, Depth: 4},
		"classes":  {Features: 3, Trees: 9, Depth: 1, Classes: 3, Single: true},
	}
)

// truth returns how often a model predicts a class around a row, by trying every cell.
func truth(s *Smoother, x []float64, label int) float64 {
	near := s.chances(s.grid.Ensemble.Rounded(x))
	point := make([]float64, len(x))
	var from func(f int) float64
	from = func(f int) float64 {
		if f == len(x) {
			if s.grid.Ensemble.Class(point) == label {
				return 1
			}
			return 0
		}
		if near[f] == nil {
			point[f] = x[f]
			return from(f + 1)
		}
		total := 0.0
		for c, p := range near[f] {
			if p == 0 {
				continue
			}
			if point[f] = s.grid.Cuts[f][max(0, c-1)]; c > 0 {
				point[f] = s.grid.Above[f][c-1]
			}
			total += p * from(f+1)
		}
		return total
	}
	return from(0)
}

func newSmoother(t *testing.T, e *ensemble.Ensemble, n Noise, o Options) *Smoother {
	t.Helper()
	s, err := New(e, n, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// bits returns a row of 0 and 1.
func bits(r *rand.Rand, n int) []float64 {
	x := make([]float64, n)
	for f := range x {
		x[f] = float64(r.IntN(2))
	}
	return x
}

// Probabilities without samples are those of all cells, or less by what bins leave
// open: nearly nothing for many bins, and never more for few.
func TestProbability(t *testing.T) {
	check := func(t *testing.T, e *ensemble.Ensemble, n Noise, x []float64) {
		t.Helper()
		label := e.Class(x)
		fine := newSmoother(t, e, n, Options{Bins: 1 << 16})
		coarse := newSmoother(t, e, n, Options{Bins: 5})
		if fine.Sampled() || coarse.Sampled() {
			t.Fatal("samples are drawn")
		}
		want := truth(fine, x, label)
		for _, s := range []*Smoother{fine, coarse} {
			got, err := s.Certify(0, x, label)
			if err != nil {
				t.Fatal(err)
			}
			if got.Probability > want || s == fine && e.Classes == 2 && got.Probability < want-1e-3 {
				t.Errorf("%v with %d bins: probability %v, want %v", n, s.options.Bins, got.Probability, want)
			}
		}
		for other := range e.Classes { // of which some are never predicted
			if got, err := fine.Certify(0, x, other); err != nil || !(got.Probability >= 0) {
				t.Errorf("%v: probability %v of class %d, %v", n, got.Probability, other, err)
			}
		}
	}
	r := seed.At(1)
	for name, shape := range flips {
		t.Run("flips/"+name, func(t *testing.T) {
			for range 20 {
				e := ensembletest.Random(r, shape)
				check(t, e, Flip{0.8}, bits(r, e.Features))
			}
		})
	}
	for name, shape := range numbers {
		t.Run("numbers/"+name, func(t *testing.T) {
			for range 20 {
				e := ensembletest.Random(r, shape)
				check(t, e, Uniform{0.3}, ensembletest.Row(r, e))
				check(t, e, Gauss{0.2}, ensembletest.Row(r, e))
			}
		})
	}
}

// The nearest row of 0 and 1 on which the smoothed model is not right is farther away
// than every certified radius, and at times just beyond it.
func TestFlipRadius(t *testing.T) {
	r := seed.At(2)
	for name, shape := range flips {
		t.Run(name, func(t *testing.T) {
			certified, tight := 0, 0
			for range 25 {
				e := ensembletest.Random(r, shape)
				s := newSmoother(t, e, Flip{0.85}, Options{})
				x := bits(r, e.Features)
				label := e.Class(x)
				got, err := s.Certify(0, x, label)
				if err != nil {
					t.Fatal(err)
				}
				least := nearestWrong(s, x, label)
				if got.Radius >= least {
					t.Errorf("radius %v, and wrong at %v", got.Radius, least)
				}
				if got.Radius > 0 {
					certified++
				}
				if got.Radius == least-1 || math.IsInf(least, 1) {
					tight++
				}
			}
			if certified == 0 || tight == 0 {
				t.Errorf("%d rows certified, %d radii tight", certified, tight)
			}
		})
	}
}

// A radius of many columns is found in time, and what is certain is so everywhere.
func TestFlipRadiusFar(t *testing.T) {
	k := Flip{0.505}
	p := 1 - 1e-9
	switch r := int(k.Radius(p)); {
	case r < 10_000:
		t.Errorf("radius %v", r)
	case !(k.least(p, r) > 0.5) || k.least(p, r+1) > 0.5:
		t.Errorf("radius %v, where it is %v, and one farther %v", r, k.least(p, r), k.least(p, r+1))
	}
	if r := k.Radius(1); !math.IsInf(r, 1) {
		t.Errorf("radius %v of what is certain", r)
	}
}

// nearestWrong returns how many columns have to change before a class is not
// predicted more than half of the time.
func nearestWrong(s *Smoother, x []float64, label int) float64 {
	least := math.Inf(1)
	other := make([]float64, len(x))
	for mask := range 1 << len(x) {
		changed := 0.0
		for f, v := range x {
			if other[f] = v; mask>>f&1 == 1 {
				other[f] = 1 - v
				changed++
			}
		}
		if changed < least && truth(s, other, label) <= 0.5 {
			least = changed
		}
	}
	return least
}

// Rows within the radius, most of them at its rim and along axes and diagonals, are
// right more than half of the time.
func TestRadiusOfNumbers(t *testing.T) {
	r := seed.At(3)
	for name, shape := range numbers {
		t.Run(name, func(t *testing.T) {
			tried := 0
			for range 20 {
				e := ensembletest.Random(r, shape)
				for _, n := range []Noise{Uniform{0.4}, Gauss{0.3}} {
					x := ensembletest.Row(r, e)
					label := e.Class(x)
					s := newSmoother(t, e, n, Options{})
					got, err := s.Certify(0, x, label)
					if err != nil {
						t.Fatal(err)
					}
					if got.Radius < 0 {
						continue
					}
					for range 20 {
						step := make([]float64, len(x))
						for f := range step {
							step[f] = float64(r.IntN(3) - 1)
						}
						length := (&attack.Problem{Ensemble: e, Norm: n.Norm()}).Between(step, make([]float64, len(x)))
						if length == 0 {
							continue
						}
						other := make([]float64, len(x))
						for f, v := range x {
							other[f] = v + step[f]*got.Radius*0.9999/length
						}
						tried++
						if p := truth(s, other, label); p <= 0.5 {
							t.Errorf("%v: probability %v at radius %v", n, p, got.Radius)
						}
					}
				}
			}
			if tried == 0 {
				t.Error("nothing was certified")
			}
		})
	}
}

// With one column and one cut the radii are the true distances.
func TestTightRadius(t *testing.T) {
	e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{{
		Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: 0.5}}, Leaves: []float64{-1, 1},
	}}}
	for _, n := range []Noise{Uniform{0.4}, Gauss{0.3}} {
		got, err := newSmoother(t, e, n, Options{}).Certify(0, []float64{0.3}, 0)
		if err != nil || math.Abs(got.Radius-0.2) > 1e-6 {
			t.Errorf("%v: radius %v, %v, want 0.2", n, got.Radius, err)
		}
	}
}

// Samples say less than what is known, at the confidence asked for, and the same for
// the same row.
func TestSamples(t *testing.T) {
	r := seed.At(4)
	above := 0
	for i := range 30 {
		e := ensembletest.Random(r, ensembletest.Shape{Features: 3, Trees: 5, Depth: 3})
		s := newSmoother(t, e, Gauss{0.2}, Options{Samples: 500, Seed: 7})
		if !s.Sampled() {
			t.Fatal("a model of several trees is not sampled")
		}
		x := ensembletest.Row(r, e)
		label := e.Class(x)
		got, err := s.Certify(i, x, label)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := s.Certify(i, x, label)
		if got != again {
			t.Errorf("%v, and then %v", got, again)
		}
		p := truth(s, x, label)
		if got.Probability > p {
			above++
		}
		if got.Probability < p-0.15 {
			t.Errorf("probability %v, want about %v", got.Probability, p)
		}
	}
	if above > 1 { // of 30 with a chance of a thousandth each
		t.Errorf("%d bounds lie above the probability", above)
	}
}

// What smoothing is not for is refused by name.
func TestRefusals(t *testing.T) {
	r := seed.At(5)
	plain := ensembletest.Random(r, ensembletest.Shapes["plain"])
	sets := ensembletest.Random(r, ensembletest.SetShapes["listed"])
	for want, c := range map[string]struct {
		e *ensemble.Ensemble
		n Noise
		o Options
	}{
		"kept with probability 0.5":                            {plain, Flip{0.5}, Options{}},
		"the width of uniform noise is 0":                      {plain, Uniform{}, Options{}},
		"the deviation of normal noise is NaN":                 {plain, Gauss{math.NaN()}, Options{}},
		"smoothing by flips is for columns of 0 and 1":         {plain, Flip{0.8}, Options{}},
		"smoothing is for numbers, feature 0 holds categories": {sets, Gauss{1}, Options{}},
		"no noise":             {plain, nil, Options{}},
		"confidence is 1":      {plain, Gauss{1}, Options{Confidence: 1}},
		"an option is -1":      {plain, Gauss{1}, Options{Samples: -1}},
		"model has no classes": {&ensemble.Ensemble{Features: 1, Outputs: 1, Base: []float64{0}}, Gauss{1}, Options{}},
	} {
		if _, err := New(c.e, c.n, c.o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	s := newSmoother(t, plain, Gauss{1}, Options{})
	for _, x := range [][]float64{{1}, {math.NaN(), math.NaN(), math.NaN()}} {
		if _, err := s.Certify(0, x, 0); err == nil {
			t.Errorf("%v is taken", x)
		}
	}
	b := newSmoother(t, ensembletest.Random(r, flips["stumps"]), Flip{0.8}, Options{})
	if _, err := b.Certify(0, []float64{0.5, 0.5, 0.5, 0.5, 0.5, 0.5, 0.5}, 0); err == nil {
		t.Error("a half is taken for 0 or 1")
	}
}

package blackbox_test

import (
	"errors"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/signopt"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// asked is an ensemble that only tells classes.
type asked struct{ *ensemble.Ensemble }

func (a asked) Features() int { return a.Ensemble.Features }
func (a asked) Classes() int  { return a.Ensemble.Classes }
func (a asked) Scores(x, out []float64) {
	clear(out)
	out[a.Class(x)] = 1
}

// A norm or constraints that an attack on trees refuses are refused in the same words by one that
// only queries a model.
func TestRunRefusesWhatPrepareRefuses(t *testing.T) {
	e := ensembletest.Stumps()
	victims := []attack.Victim{{X: []float64{0, 0}}}
	for name, o := range map[string]blackbox.Options{
		"norm 0":             {Norm: attack.L0},
		"norm cost":          {Norm: attack.Cost},
		"no norm":            {Norm: 9},
		"negative weight":    {Constraints: &attack.Constraints{Weight: []float64{-1, 1}}},
		"weight NaN":         {Constraints: &attack.Constraints{Weight: []float64{math.NaN(), 1}}},
		"a weight too few":   {Constraints: &attack.Constraints{Weight: []float64{1}}},
		"bounds upside down": {Constraints: &attack.Constraints{Lo: []float64{1, 1}, Hi: []float64{0, 0}}},
		"attackers of 0":     {Constraints: &attack.Constraints{Attackers: []bool{}}},
		"blanks":             {Constraints: &attack.Constraints{Blank: []float64{0.1, 0.1}}},
		"prices of a number": {Constraints: &attack.Constraints{Levels: []attack.LevelPrices{{Other: 1}, {}}}},
	} {
		for _, m := range []blackbox.Method{cube.Method{}, signopt.Method{}} {
			p := attacktest.NewProblem(t, e, attack.LInf)
			p.Norm, p.Constraints = o.Norm, o.Constraints
			_, want := attack.Prepare(p, blackbox.New(m))
			_, got := blackbox.Run(t.Context(), asked{e}, m, victims, o)
			if want == nil || got == nil || got.Error() != want.Error() {
				t.Errorf("%s, %s: got %v, want %v", name, m.Name(), got, want)
			}
			if errors.Is(got, errors.ErrUnsupported) != errors.Is(want, errors.ErrUnsupported) {
				t.Errorf("%s, %s: unsupported in one only", name, m.Name())
			}
		}
	}
}

// Columns that are tied to each other must not be moved one by one.
func TestRunRefusesTies(t *testing.T) {
	for name, c := range map[string]*attack.Constraints{
		"links":  {Links: []attack.Link{{Text: "1 <= 0", Feature: 1, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}}}},
		"groups": {Groups: []attack.Group{{Name: "g", Features: []int{0, 1}, AtMostOne: true}}},
	} {
		for _, m := range []blackbox.Method{cube.Method{}, signopt.Method{}} {
			_, err := blackbox.Run(t.Context(), asked{ensembletest.Stumps()}, m, nil, blackbox.Options{Constraints: c})
			if !errors.Is(err, errors.ErrUnsupported) {
				t.Errorf("%s, %s: %v", name, m.Name(), err)
			}
		}
	}
}

// A class that the model does not know must not be taken for one that it gets wrong.
func TestRunRefusesUnknownClass(t *testing.T) {
	for _, label := range []int{-1, 2} {
		if _, err := blackbox.Run(t.Context(), line{}, signopt.Method{}, []attack.Victim{{X: []float64{0}, Label: label}}, blackbox.Options{}); err == nil {
			t.Errorf("class %d is taken", label)
		}
	}
}

// doubtful is a model that has no answer beyond 1.
type doubtful struct{ line }

func (doubtful) Scores(x, out []float64) {
	out[0], out[1] = 1, 0
	if x[0] > 1 {
		out[1] = math.NaN()
	}
}

// Nor must an answer that is none be taken for a class, or a row that is infinitely far from all others
// for one that nothing flips.
func TestRunRefusesWhatIsNoNumber(t *testing.T) {
	for want, x := range map[string]float64{
		"row 3: the model gives it the scores [1 NaN]":    2,
		"row 3: feature 0 is -Inf, must be finite or NaN": math.Inf(-1),
	} {
		_, err := blackbox.Run(t.Context(), doubtful{}, signopt.Method{}, []attack.Victim{{Row: 3, X: []float64{x}}}, blackbox.Options{})
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
	}
}

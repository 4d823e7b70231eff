package ensemble_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// A model that reads levels by other codes predicts the same of the same levels, and takes all other
// codes for a missing value, or for a level that it does not list.
func TestRecode(t *testing.T) {
	for name, shape := range ensembletest.SetShapes {
		t.Run(name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(1, 2))
			e := ensembletest.Random(r, shape)
			by := make([]column.Column, e.Features)
			for f := range e.Columns {
				if c := &e.Columns[f]; e.Categorical(f) {
					c.Names = nil
					for _, code := range c.Codes {
						c.Names = append(c.Names, fmt.Sprint("level ", code))
					}
					by[f] = column.Named(slices.Concat(c.Names, []string{"x", "y"}))
					r.Shuffle(len(by[f].Names), func(i, j int) { by[f].Names[i], by[f].Names[j] = by[f].Names[j], by[f].Names[i] })
				}
			}
			got, err := e.Recode(by)
			if err != nil {
				t.Fatal(err)
			}
			if err := got.Validate(); err != nil {
				t.Fatal(err)
			}
			for range 500 {
				x := ensembletest.Row(r, e)
				y := slices.Clone(x)
				for f := range by {
					if !e.Categorical(f) {
						continue
					}
					code := r.IntN(len(by[f].Names))
					y[f], x[f] = float64(code), math.NaN()
					if e.Columns[f].Others {
						x[f] = column.Other
					}
					if own, known := e.Columns[f].Code(by[f].Names[code]); known {
						x[f] = float64(own)
					}
				}
				a, b := make([]float64, e.Outputs), make([]float64, e.Outputs)
				e.Margins(e.Rounded(x), a)
				got.Margins(got.Rounded(y), b)
				if !slices.Equal(a, b) {
					t.Fatalf("%v gives %v, and %v in other codes %v", x, a, y, b)
				}
			}
		})
	}
}

// Codes for all levels are given, and a rule for levels does not give way in columns without names.
func TestRecodeRefuses(t *testing.T) {
	named := column.Named([]string{"a", "b"})
	e := ensemble.Ensemble{Features: 2, Columns: []column.Column{named, {Kind: column.Categorical}}, LevelRule: ensemble.Positive}
	for want, by := range map[string]column.Column{
		`column 1: no code is given for level "b"`:                                            column.Named([]string{"a", "c"}),
		"column 2 holds categories without names, beside columns whose categories have names": column.Named([]string{"a", "b", "c"}),
	} {
		if _, err := e.Recode([]column.Column{by, {}}); err == nil || err.Error() != want {
			t.Errorf("%v, want %s", err, want)
		}
	}
	if _, err := e.Recode([]column.Column{named, {}}); err != nil {
		t.Error(err)
	}
}

package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestStepsAreWhole: an example that lies some steps from a row, as far as scaling and
// back tells, is written whole steps from it.
func TestStepsAreWhole(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	off := 0
	for range 5000 {
		lo, hi := -math.Round(1000*r.Float64()), math.Round(1+20000*r.Float64())
		step := []float64{1, 6, 50, 0.5}[r.IntN(4)]
		raw, k := math.Round(hi*r.Float64()), float64(1+r.IntN(9))
		e := &ensemble.Ensemble{
			Features: 1, Outputs: 1, Classes: 2, Base: []float64{0}, Link: ensemble.Logistic,
			Schema: ensemble.Schema{Min: []float64{lo}, Max: []float64{hi}},
		}
		e.Trees = []ensemble.Tree{{
			Splits: []ensemble.Split{{Threshold: read(e, 0, raw-(k-0.5)*step), Left: ^0, Right: ^1}},
			Leaves: []float64{-1, 1},
		}}
		x := []float64{read(e, 0, raw)}
		counted := RawValue(e, 0, x[0]) - float64(k*step)
		example := []float64{read(e, 0, counted)}
		c := &attack.Constraints{Step: []float64{step}}
		got := RawExample(e, c, x, example, []float64{raw})
		if got[0] != raw-k*step {
			t.Fatalf("%v less %v steps of %v became %v", raw, k, step, got[0])
		}
		if RawExample(e, nil, x, example, []float64{raw})[0] != got[0] {
			off++
		}
	}
	if off == 0 {
		t.Error("every step was hit without its being asked for: the test does not reach the hard case")
	}
}

// TestStepsAreDecimals: steps of a decimal from a decimal are written as one, as a table
// has it, whether the model scales the column or not.
func TestStepsAreDecimals(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	off := 0
	for range 5000 {
		places := 1 + r.IntN(4)
		parts := math.Pow10(places)
		decimal := func(n int) float64 { // as it is read
			v, err := strconv.ParseFloat(fmt.Sprintf("%de-%d", n, places), 64)
			if err != nil {
				t.Fatal(err)
			}
			return v
		}
		from, step, k := r.IntN(int(9*parts)), 1+r.IntN(20), 1+r.IntN(9)
		e := &ensemble.Ensemble{Features: 1, Outputs: 1, Classes: 2, Base: []float64{0}, Link: ensemble.Logistic}
		if r.IntN(2) == 0 {
			e.Schema = ensemble.Schema{Min: []float64{decimal(r.IntN(100))}, Max: []float64{20}}
		}
		raw, want := decimal(from), decimal(from+k*step)
		e.Trees = []ensemble.Tree{{
			Splits: []ensemble.Split{{Threshold: (read(e, 0, raw) + read(e, 0, want)) / 2, Left: ^0, Right: ^1}},
			Leaves: []float64{-1, 1},
		}}
		c := &attack.Constraints{Step: []float64{decimal(step)}, StepFrom: []float64{math.NaN()}}
		example := []float64{read(e, 0, raw+float64(float64(k)*decimal(step)))}
		if got := RawExample(e, c, []float64{read(e, 0, raw)}, example, []float64{raw}); got[0] != want {
			t.Fatalf("%v and %d steps of %v became %v, not %v", raw, k, c.Step[0], got[0], want)
		}
		if raw+float64(float64(k)*decimal(step)) != want {
			off++
		}
	}
	if off == 0 {
		t.Error("every sum is the decimal: the test does not reach the hard case")
	}
}

// TestListedValuesAreHit: an example that lies on a listed value, as far as scaling and
// back tells, is written as the list has it.
func TestListedValuesAreHit(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 9))
	off := 0
	for range 5000 {
		lo, hi := -math.Round(1000*r.Float64())/100, math.Round(100+20000*r.Float64())/100
		listed := []float64{math.Round(hi*r.Float64()*100) / 100, hi}
		e := &ensemble.Ensemble{
			Features: 1, Outputs: 1, Classes: 2, Base: []float64{0}, Link: ensemble.Logistic,
			Schema: ensemble.Schema{Min: []float64{lo}, Max: []float64{hi}},
		}
		e.Trees = []ensemble.Tree{{
			Splits: []ensemble.Split{{Threshold: read(e, 0, (lo+listed[0])/2), Left: ^0, Right: ^1}},
			Leaves: []float64{-1, 1},
		}}
		x, raw := []float64{0}, []float64{lo}
		example := []float64{read(e, 0, RawValue(e, 0, read(e, 0, listed[0])))}
		got := RawExample(e, &attack.Constraints{Values: [][]float64{listed}}, x, example, raw)
		if got[0] != listed[0] {
			t.Fatalf("%v of %v became %v", listed[0], listed, got[0])
		}
		if RawExample(e, nil, x, example, raw)[0] != got[0] {
			off++
		}
	}
	if off == 0 {
		t.Error("every value was hit without its being asked for: the test does not reach the hard case")
	}
}

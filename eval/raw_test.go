package eval

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestRawExample: a raw example scales back to the same value, or past it as
// seen from the row, by less than the spacing of raw numbers.
func TestRawExample(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	inexact := 0
	for range 20000 {
		lo := math.Exp(r.NormFloat64()*4) * r.NormFloat64()
		hi := lo + math.Exp(r.NormFloat64()*4)
		e := &ensemble.Ensemble{Features: 1, Schema: ensemble.Schema{Min: []float64{lo}, Max: []float64{hi}}}
		if r.IntN(2) == 0 {
			e.Input = ensemble.Float32
		}
		pair := []float64{r.Float64()*1.4 - 0.2, r.Float64()*1.4 - 0.2}
		e.Round(pair, pair)
		x, v := pair[:1], pair[1:]
		raw := RawExample(e, nil, x, v, nil)[0]
		got := read(e, 0, raw)
		if got == v[0] {
			continue
		}
		inexact++
		if (got > v[0]) != (v[0] >= x[0]) {
			t.Fatalf("raw %v of [%v, %v] scales to %v, want %v or past it from %v", raw, lo, hi, got, v[0], x[0])
		}
		largest := max(math.Abs(raw), math.Abs(lo))
		ulp := math.Nextafter(largest, math.Inf(1)) - largest
		if math.Abs(got-v[0]) > 16*ulp/(hi-lo)+1e-15 { // scalesTo looks 4 steps far
			t.Fatalf("raw %v of [%v, %v] scales to %v, far from %v", raw, lo, hi, got, v[0])
		}
	}
	if inexact == 0 {
		t.Error("every value was hit exactly: the test does not reach the hard case")
	}
}

// TestRawExampleKeepsCells: cells that an example does not move are those of
// the row as it was read, whatever scaling and back would make of them; whole
// numbers that it moves to are whole.
func TestRawExampleKeepsCells(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	changed := 0
	for range 2000 {
		table := &data.Table{Rows: 2, Cols: 3, Features: []string{"a", "b", "c"}}
		for range 2 {
			table.X = append(table.X, 0, r.NormFloat64(), float64(r.IntN(17)))
		}
		e := &ensemble.Ensemble{Features: 3, Schema: ensemble.Schema{Min: []float64{-0.1, -3, 0}, Max: []float64{0.9, 3, 16}}}
		if r.IntN(2) == 0 {
			e.Input = ensemble.Float32
		}
		table.KeepRaw()
		if err := (data.Scaling{Min: e.Schema.Min, Max: e.Schema.Max}).Apply(table); err != nil {
			t.Fatal(err)
		}
		raw, x, other := table.RawRow(0), table.Row(0), table.Row(1)
		e.Round(x, x)
		e.Round(other, other)
		example := slices.Clone(x)
		example[2] = other[2]
		got := RawExample(e, nil, x, example, raw)
		if got[0] != 0 || got[1] != raw[1] || got[2] != table.RawRow(1)[2] {
			t.Fatalf("row %v moved to %v became %v", raw, table.RawRow(1)[2], got)
		}
		if back := RawExample(e, nil, x, example, nil); back[0] != got[0] || back[1] != got[1] {
			changed++
		}
	}
	if changed == 0 {
		t.Error("every cell comes back exactly: the test does not reach the hard case")
	}
}

// The nearest example of a float32 model is halfway between two float32 numbers. The one that the model
// reads there is written, so that a reader with an error in the last place gets the same example.
// Bounds hold, and what does not change stays.
func TestRawExampleOfFloat32(t *testing.T) {
	e := &ensemble.Ensemble{Features: 4, Classes: 2, Outputs: 1, Base: []float64{0}, Input: ensemble.Float32}
	halfway := 32.5 - 0x1p-19 // between 32.5 and the number of float32 before
	x := []float64{30, 0.3, 30, 30}
	example := []float64{halfway, 0.3, halfway, math.NaN()}
	c := &attack.Constraints{
		Lo: []float64{0, 0, 0, 0}, Hi: []float64{40, 40, halfway, 40}, Blank: []float64{0, 0, 0, 1},
	}
	got := RawExample(e, c, x, example, x)
	if want := []float64{32.5, 0.3, halfway, math.NaN()}; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := RawExample(e, nil, x, example, nil); got[0] != 32.5 || got[1] != 0.3 {
		t.Errorf("without the row and constraints: %v", got)
	}
	c.Links = []attack.Link{{Text: "a = b", Feature: 0, Terms: []attack.Term{{Factor: 1, Times: []int{2}}}}}
	if got := RawExample(e, c, x, example, x); got[0] != halfway {
		t.Errorf("a link says %v, not %v", halfway, got[0])
	}
}

// An example halfway below 0 stays there where 0 stands for a missing value, as its rounded number is 0.
func TestRawExampleIsNotMissing(t *testing.T) {
	e := &ensemble.Ensemble{Features: 1, Input: ensemble.Float32}
	const halfway = -0x1p-150
	for _, c := range []*attack.Constraints{nil, {Missing: [][]float64{nil}}, {Missing: [][]float64{{0}}}} {
		got := RawExample(e, c, []float64{-1}, []float64{halfway}, nil)[0]
		if want := c != nil && c.Missing[0] != nil; (got == halfway) != want || (got == 0) == want {
			t.Errorf("%v: %v", c, got)
		}
	}
}

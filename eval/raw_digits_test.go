package eval

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// split is a tree of one split, of the first feature.
func split(threshold float64) ensemble.Tree {
	return ensemble.Tree{Splits: []ensemble.Split{{Threshold: threshold, Left: ^0, Right: ^1}}, Leaves: []float64{0, 1}}
}

// Numbers in sentences are as short as the truth allows.
func TestDigits(t *testing.T) {
	for _, c := range []struct{ threshold, was, raw, want float64 }{
		{16.795, 16.47, math.Nextafter(16.795, 20), 16.7951},
		{16.795, 16.9, 16.795, 16.795},
		{44.17999888391793, 44.64, 44.17999888391793, 44.1799},
		{20.914999828934672, 18.45, 20.914999828934677, 20.915},
		{701551654.5, 506111655, 701551655, 701551655},
		{506111654, 506111655, 506111653.99999994, 506111654},
		{0, -0.5, 5e-324, 0.0001},
		{-0.3, 0.2, -0.3, -0.3},
		{0.000886, 31.66, 0.000885, 0.0008}, {0.002, 31.66, 0.000886, 0.001}, {-0.4, 2000, -0.0004, -0.1},
	} {
		d := NewDigits(&ensemble.Ensemble{Features: 1, Trees: []ensemble.Tree{split(c.threshold)}}, nil)
		if got := d.Past(0, c.was, c.raw); got != c.want {
			t.Errorf("%v to %v: %v, want %v", c.was, c.raw, got, c.want)
		}
	}
	single := NewDigits(&ensemble.Ensemble{Features: 1, Input: ensemble.Float32}, nil)
	if got := single.Same(0, float64(float32(13.84))); got != 13.84 {
		t.Errorf("13.84 in float32 is written %v", got)
	}
	hidden := NewDigits(&ensemble.Ensemble{Features: 1}, nil)
	if raw := math.Nextafter(16.795, 20); hidden.Past(0, 16.47, raw) != raw {
		t.Errorf("a number was replaced where the trees are not known")
	}
}

// What is written flips the row as the example does.
func TestDigitsStayPast(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	for range 2000 {
		e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}}
		if r.IntN(2) == 0 {
			e.Schema.Min, e.Schema.Max = []float64{r.NormFloat64()}, []float64{5 + math.Exp(4*r.NormFloat64())}
		}
		if r.IntN(2) == 0 {
			e.Input = ensemble.Float32
		}
		for range 1 + r.IntN(20) {
			cut := []float64{r.Float64()}
			e.Round(cut, cut)
			e.Trees = append(e.Trees, ensemble.Tree{
				Splits: []ensemble.Split{{Threshold: cut[0], Left: ^0, Right: ^1}}, Leaves: []float64{r.NormFloat64(), r.NormFloat64()},
			})
		}
		x, v := []float64{r.Float64()}, []float64{e.Trees[0].Splits[0].Threshold}
		if e.Round(x, x); x[0] <= v[0] {
			v[0] = e.Next(v[0])
		}
		raw := RawExample(e, nil, x, v, nil)[0]
		d := NewDigits(e, nil)
		was := d.Same(0, RawValue(e, 0, x[0]))
		short := d.Past(0, was, raw)
		margin := func(raw float64) float64 {
			m := []float64{0}
			e.Margins(e.Rounded([]float64{read(e, 0, raw)}), m)
			return m[0]
		}
		if short == was || margin(short) != margin(raw) {
			t.Fatalf("%v to %v is written %v: margin %v, want %v", was, raw, short, margin(short), margin(raw))
		}
	}
}

// A number that stands in a list, comes of steps, or is tied to others, is written whole: the
// attacker cannot make the one of fewer digits.
func TestDigitsKeepWhatHasToBe(t *testing.T) {
	e := &ensemble.Ensemble{Features: 2, Trees: []ensemble.Tree{split(12)}}
	for name, c := range map[string]struct {
		constraints *attack.Constraints
		want        float64
	}{
		"free":   {nil, 16.2},
		"values": {&attack.Constraints{Values: [][]float64{{16.21}, nil}}, 16.21},
		"step":   {&attack.Constraints{Step: []float64{0.07, 0}}, 16.21},
		"link":   {&attack.Constraints{Links: []attack.Link{{Feature: 1, Terms: []attack.Term{{Factor: 2, Times: []int{0}}}}}}, 16.21},
	} {
		if got := NewDigits(e, c.constraints).Past(0, -20, 16.21); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// The data's own numbers come back from scaled rows, though undoing the scaling leaves some a bit
// beside themselves.
func TestDigitsOfTheData(t *testing.T) {
	beside := 0
	for _, e := range []*ensemble.Ensemble{
		{Features: 1, Schema: ensemble.Schema{Min: []float64{0.1667}, Max: []float64{80}}},
		{Features: 1, Schema: ensemble.Schema{Min: []float64{-2.6}, Max: []float64{6.2}}}, // 0 is beside itself
	} {
		d := NewDigits(e, nil)
		for tenths := -26; tenths < 800; tenths++ {
			raw := float64(tenths) / 10
			x := read(e, 0, raw)
			if RawValue(e, 0, x) != raw {
				beside++
			}
			if got := d.Value(0, x); got != raw {
				t.Errorf("%v becomes %v", raw, got)
			}
		}
	}
	if beside == 0 {
		t.Error("undoing the scaling leaves all numbers as they are")
	}
}

package data_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
)

// drawTable makes a labelled table of a few rows with duplicated and missing
// values.
func drawTable(t *rapid.T, missing bool) *data.Table {
	rows, cols := rapid.IntRange(1, 30).Draw(t, "rows"), rapid.IntRange(1, 5).Draw(t, "cols")
	value := rapid.OneOf(
		rapid.SampledFrom([]float64{0, 1, -1, 0.1, 1e-9, 255}),
		rapid.Float64Range(-1e12, 1e12),
	)
	if missing {
		value = rapid.OneOf(value, rapid.Just(math.NaN()))
	}
	table := &data.Table{Rows: rows, Cols: cols, Classes: []string{"a", "b", "c"}, Source: "drawn"}
	for range rows * cols {
		table.X = append(table.X, value.Draw(t, "x"))
	}
	for range rows {
		table.Y = append(table.Y, rapid.IntRange(0, 2).Draw(t, "y"))
	}
	for range cols {
		table.Features = append(table.Features, "f"+string(rune('1'+len(table.Features))))
	}
	return table
}

func clone(t *data.Table) *data.Table {
	all := make([]int, t.Rows)
	for i := range all {
		all[i] = i
	}
	return t.Subset(all)
}

func TestScaling(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, true)
		s := data.FitScaling(table)
		scaled := clone(table)
		s.Apply(scaled)
		for f := range table.Cols {
			seen := map[float64]bool{}
			for i := range table.Rows {
				raw, v := table.Row(i)[f], scaled.Row(i)[f]
				if math.IsNaN(raw) != math.IsNaN(v) || v < 0 || v > 1 {
					t.Fatalf("%v became %v", raw, v)
				}
				seen[v] = true
			}
			if s.Max[f] > s.Min[f] && !(seen[0] && seen[1]) {
				t.Fatalf("feature %d does not reach 0 and 1: %v", f, seen)
			}
			// Moving by eps raw units is moving by eps/Unit scaled ones.
			x := []float64{0, 0, 0, 0, 0}[:table.Cols]
			x[f] = s.Min[f] + 0.25*s.Unit(f)
			s.Scale(x)
			if math.Abs(x[f]-0.25) > 1e-9*(1+math.Abs(s.Min[f])/s.Unit(f)) {
				t.Fatalf("feature %d: a quarter of the unit scales to %v", f, x[f])
			}
		}
		scaled.Unscale()
		for i, v := range table.X {
			span := max(math.Abs(s.Min[i%table.Cols]), math.Abs(s.Max[i%table.Cols]))
			if d := math.Abs(scaled.X[i] - v); d > 4e-16*span {
				t.Fatalf("%v came back as %v", v, scaled.X[i])
			}
		}
	})
}

func TestScalingOfOddColumns(t *testing.T) {
	nan := math.NaN()
	table := &data.Table{Rows: 2, Cols: 3, X: []float64{7, nan, nan, 7, nan, 3}, Features: []string{"constant", "missing", "single"}}
	s := data.FitScaling(table)
	s.Apply(table)
	if x := table.X; x[0] != 0 || x[3] != 0 || x[5] != 0 || x[1] == x[1] || x[2] == x[2] {
		t.Errorf("scaled to %v", x)
	}
	if x := []float64{9, 1, 3}; true {
		s.Scale(x)
		if !slices.Equal(x, []float64{2, 1, 0}) {
			t.Errorf("other values of a constant feature scale to %v", x)
		}
	}
	none := &data.Table{X: []float64{math.Inf(1)}}
	if err := (data.Scaling{}).Apply(none); err == nil {
		t.Error("a value in no row is scaled")
	}
}

func TestScalingOfImages(t *testing.T) {
	digits := readTable(t, "builtin:digits", data.Options{})
	raw := clone(digits)
	s := data.FitScaling(digits)
	for f := range digits.Cols {
		if unit := s.Unit(f); unit != 16 {
			t.Fatalf("the unit of pixel %d is %v", f, unit)
		}
	}
	s.Apply(digits)
	if slices.Max(digits.X) != 1 || digits.Image.White != 1 {
		t.Error("white is not 1")
	}
	digits.Unscale()
	if !slices.Equal(digits.X, raw.X) || digits.Image != raw.Image {
		t.Error("sixteenths did not come back exactly")
	}
	raw.Image.White = 0 // unknown: the brightest pixel counts
	if got := data.FitScaling(raw).Max; slices.Min(got) != 16 || slices.Max(got) != 16 {
		t.Errorf("white of %v", got)
	}
}

// The range of a pixel is that of the rows, not that of its scale.
func TestRanges(t *testing.T) {
	nan := math.NaN()
	table := &data.Table{Rows: 3, Cols: 4, X: []float64{
		1, nan, 0, nan,
		-2, 5, 0, nan,
		nan, 5, 0, nan,
	}, Image: data.Shape{Width: 2, Height: 2, White: 255}}
	want := []data.Range{{-2, 1, 1}, {5, 5, 1}, {0, 0, 0}, {nan, nan, 3}}
	if d := cmp.Diff(want, table.Ranges(), cmpopts.EquateNaNs()); d != "" {
		t.Error(d)
	}
}

// A table is scaled once, and with all others or not at all; what was kept
// comes back to the bit.
func TestScaledOnce(t *testing.T) {
	raw := []float64{0.1, 17.99, 0.3, 20.57, 0.7, 1e-5}
	table := &data.Table{Rows: 3, Cols: 2, X: slices.Clone(raw), Features: []string{"a", "b"}, Source: "t.csv"}
	other, narrow := clone(table), &data.Table{Rows: 1, Cols: 1, X: []float64{1}, Source: "n.csv"}
	table.KeepRaw()
	s := data.FitScaling(table)
	for want, tables := range map[string][]*data.Table{
		"n.csv: has 1 columns, the scaling 2": {table, narrow},
		"t.csv: is scaled already":            {table, other, table},
	} {
		if err := s.Apply(tables...); err == nil || err.Error() != want || !slices.Equal(table.X, raw) || table.Scaling != nil {
			t.Errorf("%v, want %s; %v", err, want, table.X)
		}
	}
	if err := s.Apply(table, other); err != nil {
		t.Fatal(err)
	}
	if err := s.Apply(table); err == nil || err.Error() != "t.csv: is scaled already" {
		t.Error(err)
	}
	if _, err := table.WithMeans(0, 2); err == nil || err.Error() != "t.csv: is scaled; columns are added before that" {
		t.Error(err)
	}
	some := table.Subset([]int{2, 1})
	if !slices.Equal(some.RawRow(0), raw[4:]) || other.RawRow(0) != nil {
		t.Error("raw rows do not go with theirs, or were kept unasked")
	}
	if err := some.Validate(); err != nil {
		t.Error(err)
	}
	table.Unscale()
	if !slices.Equal(table.X, raw) || table.Scaling != nil || !slices.Equal(table.RawRow(1), raw[2:4]) {
		t.Errorf("came back as %v", table.X)
	}
}

// A decimal that is scaled is written as it was, in 15 digits and places at most: Unscale
// may be off by the last digit.
func TestWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	off := 0
	for range 20000 {
		parts := math.Pow10(r.IntN(5))
		decimal := func(within float64) float64 { return math.Round((2*r.Float64()-1)*within*parts) / parts }
		least := decimal(1000)
		s := data.Scaling{Min: []float64{least}, Max: []float64{least + 1 + math.Abs(decimal(1000))}}
		raw := decimal(1000) + 0 // not -0
		x := []float64{raw}
		s.Scale(x)
		if got, ok := s.Written(0, x[0]); got != raw || !ok {
			t.Fatalf("%v of %v became %v, %v", raw, s, got, ok)
		}
		if s.Unscale(x); x[0] != raw {
			off++
		}
	}
	if off == 0 {
		t.Error("every number comes back: the test does not reach the hard case")
	}
	s := data.Scaling{Min: []float64{0.1}, Max: []float64{0.7}}
	if got, ok := s.Written(0, math.NaN()); !math.IsNaN(got) || ok {
		t.Errorf("what is missing became %v, %v", got, ok)
	}
}

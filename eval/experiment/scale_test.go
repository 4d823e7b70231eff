package experiment

import (
	"math"
	"strings"
	"testing"
)

// Extreme values in a column leave the radius what it is among the others.
func TestScaleByWhatTheColumnIs(t *testing.T) {
	raw := func() *Data {
		table := apart(300, 0.1, 0.5)
		for i := range table.X {
			table.X[i] *= 50
		}
		table.Row(7)[0] = 1e5
		return &Data{Train: table}
	}
	for scale, stretched := range map[Scale]bool{Auto: true, Range: false, "yes": false, Quantile: false, Deviation: false, Never: false} {
		d, err := Prepare(raw().Train, nil, scale)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.HasPrefix(d.Note(), `extreme values stretch "a":`); got != stretched {
			t.Errorf("scale %s: note %q", scale, d.Note())
		}
		s := d.Train.Scaling
		if scale == Never {
			if s != nil {
				t.Error("scaled")
			}
			continue
		}
		// the gap of 10 is a tenth or so of the values, and nothing of the range
		wide := s.Unit(0) < 100
		if scale == Range || scale == "yes" {
			wide = s.Unit(0) > 1e4
		}
		if scale == Deviation {
			wide = s.Unit(0) > 1e3
		}
		if !wide {
			t.Errorf("scale %s: the unit is %v", scale, s.Unit(0))
		}
	}
	if err := Scale("quantil").Check(); err == nil || err.Error() != `unknown scale "quantil": did you mean "quantile"?` {
		t.Error(err)
	}
}

// A far value below the others leaves these no digits to differ in, which is mended or said.
func TestScaleKeepsValuesApart(t *testing.T) {
	const ones = `values of "a" are so far from the others that the scale `
	for scale, want := range map[Scale]string{
		Auto:      ones + "range would make these one: scaled such that they stay apart; scale no takes all columns as they are",
		Range:     ones + "range makes these one: scale auto or no keeps them apart",
		Quantile:  ones + "quantile makes these one: scale auto or no keeps them apart",
		Deviation: ones + "deviation makes these one: scale auto or no keeps them apart",
		Never:     "",
	} {
		table := apart(300, 0.1, 0.5)
		for i := 0; i < table.Rows; i += 10 {
			table.Row(i)[0] = math.MinInt64
		}
		d, err := Prepare(table, nil, scale)
		if err != nil {
			t.Fatal(err)
		}
		if d.Note() != want {
			t.Errorf("scale %s: note %q", scale, d.Note())
		}
	}
}

// A far value above the others, or one that takes no digits, leaves an eps its meaning as well.
func TestScaleWithoutFarValues(t *testing.T) {
	for _, far := range []float64{1e18, 1e300, -999999} {
		table := apart(300, 0.1, 0.5)
		for i := 0; i < table.Rows; i += 8 {
			table.Row(i)[0] = far
		}
		d, err := Prepare(table, nil, Auto)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasPrefix(d.Note(), `values of "a" are so far from the others that an eps of their range would mean nothing`) || table.Scaling.Unit(0) > 1 {
			t.Errorf("%v: unit %v, note %q", far, table.Scaling.Unit(0), d.Note())
		}
	}
}

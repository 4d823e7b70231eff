package data_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Different values stay different, however far off some others are, and are scaled as they would
// be without those.
func TestFitTypicalKeepsApart(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for name, c := range map[string]struct {
		share  float64 // of the rows with the far value
		far    float64
		value  func(i int) float64
		merged bool // by the range
		unit   float64
	}{
		"least integer":        {0.1, math.MinInt64, func(i int) float64 { return float64(i % 40) }, true, 39},
		"few of them":          {0.02, math.MinInt64, func(i int) float64 { return float64(i % 40) }, true, 37},
		"most of them":         {0.7, math.MinInt64, func(i int) float64 { return float64(i % 40) }, true, 39 + math.MaxInt64},
		"largest integer":      {0.1, math.MaxInt64, func(i int) float64 { return float64(i % 40) }, false, 39},
		"far above":            {0.12, 1e18, func(i int) float64 { return float64(i % 40) }, false, 39},
		"far above, 1e300":     {0.12, 1e300, func(i int) float64 { return float64(i % 40) }, false, 39},
		"nines below":          {0.12, -999999, func(i int) float64 { return float64(i % 40) }, false, 39},
		"nines above":          {0.12, 999999, func(i int) float64 { return float64(i % 40) }, false, 39},
		"on both sides":        {0.12, -1e18, func(i int) float64 { return []float64{float64(i % 40), 1e18}[i%13/12] }, true, 39},
		"most far above":       {0.7, 1e18, func(i int) float64 { return float64(i % 40) }, false, 1e18},
		"two values":           {0.12, 1e18, func(i int) float64 { return 7 }, false, 1e18},
		"no data":              {0.1, -math.MaxFloat32, func(i int) float64 { return float64(i%40) / 10 }, true, 3.9},
		"tiny values":          {0.1, -999, func(i int) float64 { return float64(i%40) * 1e-15 }, true, 39e-15},
		"tiny beside huge":     {0.1, -math.MaxFloat64 / 8, func(i int) float64 { return float64(i%40) * 1e-15 }, true, math.MaxFloat64 / 8},
		"many orders":          {0, 0, func(i int) float64 { return float64(1-i%2*2) * math.Exp(float64(i%400)-300) }, true, 0},
		"ordinary":             {0.1, -999, func(i int) float64 { return float64(i % 40) }, false, 1038},
		"ordinary, of epochs":  {0.1, 0, func(i int) float64 { return 1.6e18 + float64(i%40)*1e9 }, false, 1.6e18},
		"junk beside ordinary": {0.2, 3e-17, func(i int) float64 { return float64(i%40) - 20 }, false, 39},
	} {
		table := &data.Table{Rows: 1000, Cols: 1, Features: []string{"x"}, Source: "t.csv"}
		for i := range table.Rows {
			v := c.value(i)
			if rng.Float64() < c.share {
				v = c.far
			}
			table.X = append(table.X, v)
		}
		if got := data.FitScaling(table).Merges(table, 0); got != c.merged {
			t.Errorf("%s: the range merges: %v, want %v", name, got, c.merged)
		}
		s, _ := data.FitTypical(table)
		if s.Merges(table, 0) || c.unit != 0 && math.Abs(s.Unit(0)/c.unit-1) > 0.1 {
			t.Errorf("%s: scaled by %v to %v", name, s.Min[0], s.Max[0])
		}
		raw := slices.Clone(table.X)
		if err := s.Apply(table); err != nil {
			t.Fatal(err)
		}
		at := map[float64]float64{}
		for i, v := range table.X {
			if other, known := at[v]; known && math.Abs(other-raw[i]) > 1e-9*math.Abs(other) && c.merged {
				t.Errorf("%s: %v and %v are both %v", name, other, raw[i], v)
			}
			at[v] = raw[i]
		}
	}
}

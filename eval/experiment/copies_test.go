package experiment

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Test rows that are training rows too are counted where that is no chance: rows of a
// few categories are alike without being copies.
func TestCopies(t *testing.T) {
	for name, c := range map[string]struct {
		value func(i int) (float64, float64) // of training row i, and of test row i
		other bool                           // the copies are of another class
		want  string
	}{
		"copies":          {value: func(i int) (float64, float64) { return float64(i) + 0.5, float64(i) + 0.5 }, want: "the 20 test rows are the training rows"},
		"half of them":    {value: func(i int) (float64, float64) { return float64(i) + 0.5, float64(i+10) + 0.5 }, want: "at least 10 of 20 test rows are copies of training rows"},
		"few values":      {value: func(i int) (float64, float64) { return float64(i % 10), float64((i + 3) % 10) }, want: "the 20 test rows are the training rows"},
		"too few":         {value: func(i int) (float64, float64) { return float64(i) + 0.5, float64(i+11) + 0.5 }},
		"none":            {value: func(i int) (float64, float64) { return float64(i) + 0.5, float64(i) }},
		"alike by chance": {value: func(i int) (float64, float64) { return 1, 1 }},
		"another class":   {value: func(i int) (float64, float64) { return float64(i) + 0.5, float64(i) + 0.5 }, other: true},
	} {
		t.Run(name, func(t *testing.T) {
			const rows = 20
			train, test := &data.Table{Rows: rows, Cols: 2}, &data.Table{Rows: rows, Cols: 2}
			for i := range rows {
				a, b := c.value(i)
				train.X, test.X = append(train.X, a, float64(int(a)%4)), append(test.X, b, float64(int(b)%4))
				train.Y, test.Y = append(train.Y, int(a)%2), append(test.Y, int(b)%2)
				if c.other {
					test.Y[i] = 1 - test.Y[i]
				}
			}
			got := (&Data{Train: train, Test: test}).Copies()
			if c.want == "" && got != "" || !strings.HasPrefix(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// Missing values are alike, and no value that tells rows apart.
func TestCopiesMissing(t *testing.T) {
	table := func(second float64) *data.Table {
		t := &data.Table{Rows: 12, Cols: 2}
		for i := range 12 {
			t.X = append(t.X, math.NaN(), second+float64(i))
		}
		return t
	}
	same := table(1)
	if got := (&Data{Train: table(1), Test: same}).Copies(); !strings.HasPrefix(got, "the 12 test rows are the training rows") {
		t.Errorf("got %q", got)
	}
	for i := range same.X {
		same.X[i] = math.NaN()
	}
	if got := (&Data{Train: same, Test: same}).Copies(); got != "" {
		t.Errorf("of nothing but missing values: %q", got)
	}
}

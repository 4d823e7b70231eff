package data_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// Training rows whose first column is from 0 to 1 and whose second from 10 to 30, by
// each of the scalings.
func TestFar(t *testing.T) {
	for name, fit := range map[string]func(*data.Table) data.Scaling{"range": data.FitScaling, "quantile": data.FitQuantiles, "deviation": data.FitDeviation} {
		for _, c := range []struct {
			name   string
			share  float64 // what the first column is times
			degree float64 // what the second is times
			rows   int
			want   string
		}{
			{name: "as in training", share: 1, degree: 1, rows: 21},
			{name: "a percentage", share: 100, degree: 1, rows: 21, want: `values of column "share", such as `},
			{name: "two columns", share: 100, degree: -100, rows: 21, want: `, and so do those of 1 further column`},
			{name: "too few rows", share: 100, degree: 1, rows: 9},
		} {
			t.Run(name+": "+c.name, func(t *testing.T) {
				train, test := units(21, 1, 1), units(c.rows, c.share, c.degree)
				if err := fit(train).Apply(train, test); err != nil {
					t.Fatal(err)
				}
				if got := train.Far(); got != "" {
					t.Errorf("training rows: %s", got)
				}
				if got := test.Far(); c.want == "" && got != "" || !strings.Contains(got, c.want) {
					t.Errorf("got %q, want %q in it", got, c.want)
				}
			})
		}
	}
}

// units is a table of evenly spread rows.
func units(rows int, share, degree float64) *data.Table {
	t := &data.Table{Rows: rows, Cols: 2, Features: []string{"share", "degree"}}
	for i := range rows {
		at := float64(i) / float64(rows-1)
		t.X = append(t.X, share*at, degree*(10+float64(20*at)))
	}
	return t
}

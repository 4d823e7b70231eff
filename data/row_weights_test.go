package data_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// TestRowWeightsOfARFF: rows of an ARFF file may end with their weight in braces, as Weka writes it;
// the others weigh 1, and rows without a label are left out with their weight.
func TestRowWeightsOfARFF(t *testing.T) {
	const head = "@relation r\n@attribute x numeric\n@attribute y numeric\n@attribute class {a,b}\n@data\n"
	for name, rows := range map[string]string{
		"commas": "1,0,a\n2,0,b, {3.5}\n0,5,?,{7}\n0,4,'b',{0}\n5,0,a\n",
		"blanks": "1 0 a\n2 0 b {3.5}\n0 5 ? {7}\n0 4 b { 0 }\n5 0 a\n",
		"sparse": "{0 1}\n{0 2,2 b}, {3.5}\n{1 5,2 ?}, {7}\n{1 4,2 b} {0}\n{0 5}\n",
	} {
		t.Run(name, func(t *testing.T) {
			table := readTable(t, write(t, "a.arff", head+rows), data.Options{})
			if want := []float64{1, 3.5, 0, 1}; !slices.Equal(table.Weights, want) {
				t.Errorf("weights %v, want %v", table.Weights, want)
			}
			if want := []float64{1, 0, 2, 0, 0, 4, 5, 0}; !slices.Equal(table.X, want) {
				t.Errorf("cells %v, want %v", table.X, want)
			}
			if doubts := strings.Join(table.Found.Doubts, "\n"); strings.Count(doubts, "rows have weights of their own") != 1 {
				t.Errorf("notes: %s", doubts)
			}
		})
	}
	for rows, want := range map[string]string{
		"1,2,a,{-1}\n":  "line 6: weight is -1, must be at least 0 and finite",
		"1,2,a,{?}\n":   "line 6: weight is NaN, must be at least 0 and finite",
		"1,2,a,{two}\n": `line 6: the weight of the row, {two}: "two" is not a number`,
		"1,2,a,b,{2}\n": `line 6: "1,2,a,b,{2}" has 5 columns, not 3`,
	} {
		if _, err := data.Read(t.Context(), write(t, "a.arff", head+rows), data.Options{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", rows, err, want)
		}
	}
	_, err := data.Read(t.Context(), write(t, "a.arff", head+"1,2,a,{3}\n"), data.Options{Weight: "y"})
	if err == nil || !strings.Contains(err.Error(), "a weight of its own beside the column of Options.Weight") {
		t.Errorf("beside a column of weights: %v", err)
	}
}

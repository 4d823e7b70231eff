package trainer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

func TestFits(t *testing.T) {
	schema := ensemble.Schema{Features: []string{"a", "b"}, Classes: []string{"n", "y", "z"}, Min: []float64{0, 1}, Max: []float64{2, 3}}
	scaling := &data.Scaling{Min: []float64{0, 1}, Max: []float64{2, 3}}
	for name, c := range map[string]struct {
		rows data.Table
		want string // "" fits
	}{
		"alike":              {data.Table{Features: []string{"a", "b"}, Classes: []string{"n", "y", "z"}, Scaling: scaling}, ""},
		"fewer classes":      {data.Table{Classes: []string{"n", "y"}, Scaling: scaling}, ""},
		"other names":        {data.Table{Features: []string{"f1", "f2"}, Classes: []string{"0", "1"}, Scaling: scaling}, ""},
		"classes turned":     {data.Table{Classes: []string{"y", "n"}, Scaling: scaling}, `t.csv: class "y" has another number than in the model`},
		"a class is missing": {data.Table{Classes: []string{"n", "z"}, Scaling: scaling}, `t.csv: class "z" has another number`},
		"columns turned":     {data.Table{Features: []string{"b", "a"}, Scaling: scaling}, `t.csv: column "b" is in another place than in the model`},
		"fewer columns":      {data.Table{Cols: 1, Scaling: scaling}, "t.csv: has 1 feature, the model reads 2"},
		"more columns":       {data.Table{Cols: 3, Scaling: scaling}, "t.csv: has 3 features, the model reads 2"},
		"raw":                {data.Table{}, "t.csv: the rows are raw, and the model reads scaled ones"},
		"scaled otherwise":   {data.Table{Scaling: &data.Scaling{Min: []float64{0, 1}, Max: []float64{2, 4}}}, "t.csv: the rows are scaled by other values"},
	} {
		c.rows.Source = "t.csv"
		err := trainer.Fits(&ensemble.Ensemble{Features: 2, Schema: schema}, &c.rows)
		if got := errorText(err); (c.want == "") != (got == "") || !strings.HasPrefix(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
	// a model of raw values, or of another library, says nothing of units
	if err := trainer.Fits(&ensemble.Ensemble{}, &data.Table{Features: []string{"a"}, Scaling: scaling}); err != nil {
		t.Error(err)
	}
}

// Numbers are no levels, nor levels numbers, whatever they are called.
func TestFitsKinds(t *testing.T) {
	e := &ensemble.Ensemble{Features: 2, Columns: []column.Column{{}, column.Named([]string{"first", "second"})}}
	for name, c := range map[string]struct {
		columns []column.Column
		want    string
	}{
		"alike":             {e.Columns, ""},
		"whole numbers":     {[]column.Column{{Kind: column.Integer}, e.Columns[1]}, ""},
		"no levels":         {nil, "t.csv: column 2 holds what is numeric, and categorical in the model: read the rows by trainer.Like"},
		"levels of numbers": {[]column.Column{column.Named([]string{"1"}), e.Columns[1]}, "t.csv: column 1 holds what is categorical, and numeric in the model: read the rows by trainer.Like"},
	} {
		err := trainer.Fits(e, &data.Table{Source: "t.csv", Cols: 2, Features: []string{"age", "class"}, Columns: c.columns})
		if got := errorText(err); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// For a model, levels are the same if they have the same numbers: a table that was read on its own
// numbers only the levels that it happens to have.
func TestFitsLevels(t *testing.T) {
	e := &ensemble.Ensemble{Columns: []column.Column{{}, column.Named([]string{"first", "second", "third"})}}
	for _, c := range []struct {
		levels []string
		want   string // the level that is misread, "" for none
	}{
		{nil, ""},
		{[]string{"first"}, ""},
		{[]string{"first", "second", "third", "fourth"}, ""},
		{[]string{"second", "third"}, "second"},
		{[]string{"fourth"}, "fourth"},
		{[]string{"first", "second", "third", "first class"}, ""},
	} {
		table := &data.Table{Source: "t.csv", Features: []string{"age", "class"}, Columns: []column.Column{{}, column.Named(c.levels)}}
		err := trainer.Fits(e, table)
		if got, want := errorText(err), fmt.Sprintf("t.csv: level %q of column \"class\"", c.want); c.want == "" && err != nil || c.want != "" && !strings.HasPrefix(got, want) {
			t.Errorf("levels %q: %q, want %q", c.levels, got, c.want)
		}
	}
}

func errorText(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

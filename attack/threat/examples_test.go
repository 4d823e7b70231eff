package threat_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The examples are threat files for tables of the columns that they name.
func TestExamples(t *testing.T) {
	var names []string
	for _, example := range threat.Examples() {
		t.Run(example.Name, func(t *testing.T) {
			names = append(names, example.Name)
			file, err := threat.Parse([]byte(example.Text))
			if err != nil {
				t.Fatal(err)
			}
			e := &ensemble.Ensemble{Schema: ensemble.Schema{Classes: append([]string{"other"}, file.Classes...)}}
			for _, r := range file.Features {
				e.Schema.Features = append(e.Schema.Features, r.Feature)
				of := column.Column{}
				switch {
				case r.Ordinal != nil:
					of = column.Named(r.Ordinal)
				case r.Prices != nil:
					of = column.Named(slices.Sorted(maps.Keys(r.Prices)))
				}
				e.Columns = append(e.Columns, of)
			}
			for _, g := range file.Groups {
				e.Schema.Features = append(e.Schema.Features, g.Features...)
			}
			e.Features = len(e.Schema.Features)
			e.Columns = append(e.Columns, make([]column.Column, e.Features-len(e.Columns))...)
			for _, n := range attack.AllNorms {
				if _, err := file.Constraints(e, n); err != nil {
					t.Error(err)
				}
			}
			e.Schema.Features[0] += "x"
			if _, err := file.Constraints(e, attack.L0); err == nil || !strings.Contains(err.Error(), "did you mean") {
				t.Errorf("a column that is not there: %v", err)
			}
		})
	}
	if want := []string{"credit", "fraud", "intrusion", "spam"}; !slices.Equal(names, want) {
		t.Errorf("examples for %v, want %v", names, want)
	}
}

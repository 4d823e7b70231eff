package threat_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// FuzzParse: a text is a threat file that says the same after writing and reading it again, with
// consistent constraints in every norm, or it is an error in one line.
func FuzzParse(f *testing.F) {
	for _, e := range threat.Examples() {
		f.Add(e.Text)
	}
	f.Add("[feature.age]\nvalues = [1, 2.5]\nweight = { up = 1, down = 2 }\nprice = { up = 3 }\n[gain]\nvalue = 2")
	f.Add("[feature.age]\nstep = 0.5\nstep-from = 1\n[group.g]\nfeatures = ['income', 2]\nones = \"at most one\"\nprice = 2")
	f.Add("[links]\nrules = ['age = \"is x\" * 2 / income - 3', 'income >= age']\n[gain]\ncolumn = 'age'")
	f.Add("classes = [\"fraud\", 1]\n[all]\nfrozen = false")
	f.Add("[all]\nmay-blank = true\nblank-price = 0.25\n[feature.age]\nmay-blank = false")
	f.Add("[feature.\"\\u0000\"]\nmin = inf\nmax = -0x1F")
	f.Add("[feature.age]\nmin = 2021-02-03\nvalues = [2021-02-03T10:00:00.5, 2021-02-03 10:00:00Z, 3]\n[feature.income]\nstep = 7\nstep-from = 1900-01-01")
	f.Add("[feature.age]\nvalues = [\"a\", 'b']\n[feature.income]\nvalues = [1, \"c\"]")
	levels := &ensemble.Ensemble{
		Features: 3, Schema: model.Schema,
		Columns: []column.Column{column.Named([]string{"a", "b", "c"}), {Kind: column.Integer, Dates: column.MonthFirst}, {Kind: column.Boolean}},
	}
	unexported := cmpopts.IgnoreUnexported(threat.Threat{}, threat.Rule{}, threat.Group{}, threat.Gain{})
	f.Fuzz(func(t *testing.T, text string) {
		file, err := threat.Parse([]byte(text))
		if err != nil {
			oneLine(t, err)
			return
		}
		for _, e := range []*ensemble.Ensemble{model, levels} {
			for _, norm := range attack.AllNorms {
				c, err := file.Constraints(e, norm)
				if err == nil && c.Check(e.Features) != nil {
					t.Errorf("norm %v: %v", norm, c.Check(e.Features))
				}
				oneLine(t, err)
			}
			if gain, err := file.Gain.Of(e); err != nil {
				oneLine(t, err)
			} else if gain != nil {
				gain(make([]float64, 3))
			}
		}
		var written bytes.Buffer
		if err := file.Write(&written); err != nil {
			t.Fatal(err)
		}
		again, err := threat.Parse(written.Bytes())
		if err != nil {
			t.Fatalf("%v in\n%s", err, &written)
		}
		if d := cmp.Diff(file, again, unexported, cmpopts.EquateEmpty(), cmpopts.EquateNaNs()); d != "" {
			t.Errorf("%s\n%s", d, &written)
		}
	})
}

func oneLine(t *testing.T, err error) {
	if err != nil && strings.ContainsAny(err.Error(), "\n\r") {
		t.Errorf("not one line: %q", err)
	}
}

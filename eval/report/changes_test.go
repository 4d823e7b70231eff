package report

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Changes are said in the words and units of the data, the dearest first.
func TestChangesInWords(t *testing.T) {
	e := &eval.Evaluation{Model: eval.Model{Ensemble: &ensemble.Ensemble{
		Features: 4,
		Columns:  []column.Column{column.Named([]string{"clerk", "manager"}), {}, {}, {}},
		Schema:   ensemble.Schema{Min: []float64{0, 20, 0, 0}, Max: []float64{1, 70, 1, 1}},
	}}}
	g := &attack.Group{Name: "purpose", Features: []int{2, 3}}
	job := attack.Change{Feature: 0, From: 0, To: 1, Cost: 120}
	age := attack.Change{Feature: 1, From: 0.2, To: 0.24, Cost: 4}
	purpose := attack.Change{Feature: 2, Group: g, From: 2, To: 1, Cost: 30}
	c := &eval.Case{X: []float64{0, 0.2, 0, 0}, Example: []float64{1, 0.24, 0, 1}}
	for want, changed := range map[string][]attack.Change{
		"job: clerk to manager (price 120), purpose: none to house (price 30), age: 30 to 32 (price 4); 3 of 4 columns": {
			job, purpose, age,
		},
		"age: 30 to 32 (price 4)": {age},
		"age: 30 to 32 (price 4), job: clerk to manager (free); 2 of 4 columns": {
			age, {Feature: 0, From: 0, To: 1},
		},
	} {
		c.Changes = changed
		in := &Input{
			Report: &eval.Report{Norm: attack.Cost},
			Table:  &data.Table{Cols: 4, Features: []string{"job", "age", "car", "house"}},
		}
		if got := changes(in, e, c); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	c.Changes = []attack.Change{job}
	in := &Input{Report: &eval.Report{}, Table: &data.Table{Cols: 4, Features: []string{"job", "age", "car", "house"}}}
	if got, want := changes(in, e, c), "job: clerk to manager"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// Moves are in the unit of eps, also under a model that reads raw values, and under one that scales them
// where eps is in those of the data.
func TestMovesInTheUnitOfEps(t *testing.T) {
	raw, scaled := eval.Move{Name: "age", Rows: 1, MeanMove: 10, MaxMove: 20, Raw: 1}, eval.Move{Name: "age", Rows: 1, MeanMove: 0.2, MaxMove: 0.4, Raw: 50}
	for _, of := range []struct {
		move eval.Move
		p    eval.Provenance
		want string
	}{
		{raw, eval.Provenance{Units: "scaled", Unit: eval.Unit{Raw: []float64{50}}}, "0.2,0.4,10,20"},
		{scaled, eval.Provenance{Units: "scaled", Unit: eval.Unit{Raw: []float64{50}}}, "0.2,0.4,10,20"},
		{scaled, eval.Provenance{Units: "raw"}, "10,20,10,20"},
		{scaled, eval.Provenance{Units: "scaled"}, "0.2,0.4,10,20"}, // in norm cost
	} {
		e := &eval.Evaluation{Model: eval.Model{Name: "m"}, Metrics: eval.Metrics{Rows: 1, Correct: 1}, Moves: []eval.Move{of.move}}
		var got []string
		for _, cell := range byFeature(&Input{Report: &eval.Report{Models: []*eval.Evaluation{e}}, Provenance: of.p})[0].Rows[0][3:] {
			got = append(got, cell.Text)
		}
		if text := strings.Join(got, ","); text != of.want {
			t.Errorf("%+v: %s", of, text)
		}
	}
}

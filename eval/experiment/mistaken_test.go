package experiment_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// What a program makes by hand and gets wrong is said in an error: it was a stack trace, or
// an answer to another question.
func TestMadeByHand(t *testing.T) {
	rows := func(change func(*data.Table)) *data.Table {
		made := &data.Table{
			Source: "t", Rows: 4, Cols: 2, X: []float64{1, 0, 2, 1, 8, 2, 9, 0}, Y: []int{0, 0, 1, 1},
			Features: []string{"size", "colour"}, Classes: []string{"small", "large"},
			Columns: []column.Column{{}, column.Named([]string{"red", "green", "blue"})},
		}
		if change != nil {
			change(made)
		}
		return made
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MinChildWeight = 2, 0
	fit := func(p trainer.Params, t *data.Table) (*ensemble.Ensemble, error) {
		g, err := gbdt.New(p)
		if err != nil {
			return nil, err
		}
		return g.Train(context.Background(), t)
	}
	model, err := fit(p, rows(nil))
	if err != nil {
		t.Fatal(err)
	}
	evaluate := func(o eval.Options, change func(*data.Table)) error {
		o.Attack, o.Norm, o.Eps = ltattack.Attack{}, attack.L0, []float64{1}
		_, err := eval.Evaluate(t.Context(), []eval.Model{{Ensemble: model}}, rows(change), o)
		return err
	}
	harden := func(c *attack.Constraints) error {
		_, err := advboost.Harden(t.Context(), rows(nil), p, advboost.Strategy{Eps: 1, Split: 1, Constraints: c})
		return err
	}
	refine := func(o advboost.RefineOptions, change func(*data.Table)) error {
		_, err := advboost.Refine(t.Context(), model, rows(change), o)
		return err
	}
	goOn := func(change func(*data.Table)) error {
		p := p
		p.Init = model
		_, err := fit(p, rows(change))
		return err
	}
	constrain := func(r threat.Rule) error {
		_, err := (&threat.Threat{Features: []threat.Rule{r}}).Constraints(model, attack.LInf)
		return err
	}
	turned := func(t *data.Table) {
		slices.Reverse(t.Features)
		slices.Reverse(t.Columns)
		t.X = []float64{0, 1, 1, 2, 2, 8, 0, 9}
	}
	recoloured := func(t *data.Table) { t.Columns[1] = column.Named([]string{"green", "blue", "red"}) }
	short := &attack.Constraints{Frozen: []bool{true}}
	prepare := func(change func(*data.Table)) error {
		_, err := experiment.Prepare(rows(nil), rows(change), experiment.Auto)
		return err
	}
	tally := func(change func(*data.Table)) error { return experiment.NewTally(model).Add(t.Context(), rows(change)) }
	appended := func(change func(*data.Table)) error {
		_, err := rows(nil).Append(rows(change))
		return err
	}
	empty := func() error {
		p := p
		p.ClassWeight = []float64{}
		_, err := fit(p, rows(nil))
		return err
	}
	classes := func(t *data.Table) { t.Classes = []string{"large", "small"} }
	scaled := func(t *data.Table) {
		if err := (data.Scaling{Min: []float64{0, 0}, Max: []float64{2, 1}}).Apply(t); err != nil {
			panic(err)
		}
	}
	noEps := experiment.Default(trainer.GBDT, attack.LInf, rows(nil))
	noEps.Evaluate.Eps = []float64{}
	for name, made := range map[string]struct {
		err  error
		want string
	}{
		"evaluation of no fault":    {evaluate(eval.Options{}, nil), ""},
		"values of fewer rows":      {evaluate(eval.Options{}, func(t *data.Table) { t.X = t.X[:6] }), "6 values do not make 4 rows"},
		"a label out of range":      {evaluate(eval.Options{}, func(t *data.Table) { t.Y[1] = 2 }), "row 1: class 2 is not one of 2"},
		"fewer labels":              {evaluate(eval.Options{}, func(t *data.Table) { t.Y = t.Y[:1] }), "1 labels for 4 rows"},
		"an unknown aim":            {evaluate(eval.Options{Aim: "best"}, nil), `unknown aim "best"`},
		"levels of other numbers":   {evaluate(eval.Options{}, recoloured), `level "green" of column "colour"`},
		"hardening of no fault":     {harden(nil), ""},
		"hardening, short":          {harden(short), "constraints for 1 features"},
		"hardening, a link":         {harden(&attack.Constraints{Links: []attack.Link{{Feature: 9}}}), "there is no feature 9"},
		"refining of no fault":      {refine(advboost.RefineOptions{}, nil), ""},
		"refining, weights":         {refine(advboost.RefineOptions{ClassWeight: []float64{1}}, nil), "ClassWeight has 1 values for 2 classes"},
		"refining, short":           {refine(advboost.RefineOptions{Ball: advboost.Ball{Constraints: short}}, nil), "constraints for 1 features"},
		"refining, no labels":       {refine(advboost.RefineOptions{}, func(t *data.Table) { t.Y = nil }), "no labels"},
		"refining, fewer columns":   {refine(advboost.RefineOptions{}, func(t *data.Table) { *t = *t.Select([]int{0}) }), "1 columns"},
		"test rows of no fault":     {prepare(nil), ""},
		"test rows, other classes":  {prepare(classes), `class 0 is "small" in t, and "large" in t`},
		"test rows, columns turned": {prepare(turned), `column 0 is "size" in t, and "colour" in t`},
		"test rows, levels turned":  {prepare(recoloured), "t and t do not have the same levels, in one order, in column 1"},
		"counted, no fault":         {tally(nil), ""},
		"counted, other classes":    {tally(classes), `class "large" has another number`},
		"appended, no fault":        {appended(nil), ""},
		"appended, other classes":   {appended(classes), `class 0 is "small" in t, and "large" in t`},
		"appended, columns turned":  {appended(turned), `column 0 is "size"`},
		"appended, levels turned":   {appended(recoloured), "the same levels"},
		"appended, scaled":          {appended(scaled), "not scaled alike"},
		"weights of no class":       {empty(), ""},
		"eps, none":                 {noEps.Check(), ""},
		"going on, no fault":        {goOn(nil), ""},
		"going on, columns turned":  {goOn(turned), `column "colour" is in another place`},
		"going on, levels turned":   {goOn(recoloured), `level "green" of column "colour"`},
		"a direction of no fault":   {constrain(threat.Rule{Feature: "size", Direction: new("decrease")}), ""},
		"a direction that is none":  {constrain(threat.Rule{Feature: "size", Direction: new("up")}), `up is not "increase", "decrease" or "any"`},
		"that of a categorical one": {constrain(threat.Rule{Feature: "colour", Direction: new("up")}), "direction"},
	} {
		if got := made.err; (got == nil) != (made.want == "") || got != nil && !strings.Contains(got.Error(), made.want) {
			t.Errorf("%s: %v, want %q", name, got, made.want)
		}
	}
}

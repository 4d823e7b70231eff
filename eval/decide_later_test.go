package eval_test

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// What is decided after an attack that has run out of its budget stands in the rows too:
// whoever writes these has examples and bounds that say what the shares say.
func TestDecisionsStandInTheRows(t *testing.T) {
	table, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 80, 6
	boosting, err := gbdt.New(p)
	if err != nil {
		t.Fatal(err)
	}
	e, err := boosting.Train(t.Context(), table)
	if err != nil {
		t.Fatal(err)
	}
	problem := attacktest.NewProblem(t, e, attack.L1)
	eps := []float64{0.5, 1, 2, 4, 8}
	prepared, err := eval.Prepare([]eval.Model{{Name: "natural", Ensemble: e}}, eval.Options{Norm: attack.L1, Attack: exact.Auto{Nodes: 1}, Eps: eps})
	if err != nil {
		t.Fatal(err)
	}
	broken, certified := 0, 0
	rows := table.Sample(150, 1)
	if err := prepared.Decide(t.Context(), rows, func(_ *eval.Model, d *eval.Decided) error {
		o := &d.Outcome
		if o.Distance != d.Distance || o.LowerBound != d.LowerBound || o.Status != d.Status {
			t.Errorf("row %d: %+v, %+v", d.Row, o, d.Result)
		}
		if err := problem.Check(attack.Victim{Row: d.Row, X: table.Row(d.Row), Label: d.Label}, &d.Result); err != nil {
			t.Error(err)
		}
		for k, by := range o.Decided {
			switch {
			case !o.Correct():
			case by == attack.Broken:
				if broken++; !(d.Distance <= eps[k]) {
					t.Errorf("row %d is broken at %v, its example is at %v", d.Row, eps[k], d.Distance)
				}
			case by == attack.Certified:
				if certified++; !(d.LowerBound > eps[k]) {
					t.Errorf("row %d is certified at %v, its bound is %v", d.Row, eps[k], d.LowerBound)
				}
			}
		}
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	if broken < 1 || certified < 5 {
		t.Errorf("%d broken and %d certified by decisions: too few", broken, certified)
	}
}

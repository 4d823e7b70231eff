package experiment

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

func wdbc(t *testing.T, scale Scale) *Data {
	t.Helper()
	all, err := data.Read(t.Context(), "builtin:wdbc", data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	train, test, err := all.Split(0.25, 1)
	if err != nil {
		t.Fatal(err)
	}
	d, err := Prepare(train, test, scale)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestPrepare(t *testing.T) {
	d := wdbc(t, Auto)
	if !scaled(d.Train) {
		t.Error("training rows are not in [0,1]")
	}
	raw := wdbc(t, Never)
	if scaled(raw.Train) || raw.Hash() != d.Hash() {
		t.Error("the hash is not that of the rows as they were read")
	}
	kept := append([]float64(nil), d.Train.X...)
	again, err := Prepare(d.Train, nil, Auto)
	if err != nil || again.Train.Scaling != d.Train.Scaling || !cmp.Equal(kept, again.Train.X) {
		t.Errorf("rows in [0,1] are scaled again: %v", err)
	}
	if _, err := Prepare(d.Train, nil, "maybe"); err == nil {
		t.Error("takes an unknown scale")
	}
	test := *raw.Test
	test.Columns = make([]column.Column, 1)
	if _, err := Prepare(raw.Train, &test, Auto); err == nil || !strings.Contains(err.Error(), "kinds of 1 columns for 30") {
		t.Errorf("kinds of too few columns: %v", err)
	}
}

// Rows that a model reads otherwise than they are meant are refused by all that judges
// or trains it further, and not judged.
func TestRawRows(t *testing.T) {
	d, raw := wdbc(t, Auto), wdbc(t, Never)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds = 2
	s := advboost.Strategy{Eps: 0.05}
	e, err := advboost.Harden(t.Context(), d.Train, p, s)
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]func(rows *data.Table) error{
		"Certify": func(rows *data.Table) error { _, err := Certify(t.Context(), &s, e, rows, 0); return err },
		"Evaluate": func(rows *data.Table) error {
			_, err := eval.Evaluate(t.Context(), []eval.Model{{Name: "m", Ensemble: e}}, rows, eval.Options{Attack: ltattack.Attack{}, Eps: []float64{0.1}})
			return err
		},
		"Refine": func(rows *data.Table) error {
			_, err := advboost.Refine(t.Context(), e, rows, advboost.RefineOptions{})
			return err
		},
	} {
		if err := of(d.Test); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if err := of(raw.Test); err == nil || !strings.Contains(err.Error(), "the rows are raw, and the model reads scaled ones") {
			t.Errorf("%s of raw rows: %v", name, err)
		}
	}
}

// TestHardenedIsMoreRobust is the promise of the whole: on held-out rows, by
// the exact search, hardening gains at least 15 points of robust accuracy
// (measured: 36) for at most 5 of clean accuracy (measured: 2).
func TestHardenedIsMoreRobust(t *testing.T) {
	d := wdbc(t, Auto)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 30, 4
	const eps = 0.11
	ctx := context.Background()
	var models []eval.Model
	for name, l := range map[string]advboost.Strategy{"natural": {}, "hardened": {Eps: eps, Split: 1, Gradient: "tree-bound", Refit: 5, Attack: ltattack.Attack{Starts: 2}, Rows: 50}} {
		e, _, err := d.Fit(ctx, p, l)
		if err != nil {
			t.Fatal(err)
		}
		if e.Schema.Min == nil || e.Origin.Data != d.Hash() {
			t.Errorf("%s: the model does not know its scaling and its data", name)
		}
		models = append(models, eval.Model{Name: name, Ensemble: e})
	}
	if models[0].Name != "natural" {
		models[0], models[1] = models[1], models[0]
	}
	r, err := eval.Evaluate(ctx, models, d.Test, eval.Options{Attack: exact.Attack{Nodes: 20000}, Norm: attack.LInf, Eps: []float64{eps}, Resamples: 10})
	if err != nil {
		t.Fatal(err)
	}
	natural, hardened := r.Models[0].Metrics, r.Models[1].Metrics
	t.Logf("robust accuracy %.3f and %.3f, clean %.3f and %.3f", natural.At[0].Robust, hardened.At[0].Robust, natural.CleanAccuracy, hardened.CleanAccuracy)
	if gain := hardened.At[0].Robust - natural.At[0].Robust; gain < 0.15 {
		t.Errorf("gains %.3f of robust accuracy", gain)
	}
	if price := natural.CleanAccuracy - hardened.CleanAccuracy; price > 0.05 {
		t.Errorf("costs %.3f of clean accuracy", price)
	}
}

func TestProbe(t *testing.T) {
	d := wdbc(t, Auto)
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth = 5, 2
	e, _, err := d.Fit(context.Background(), p, advboost.Strategy{})
	if err != nil {
		t.Fatal(err)
	}
	var told atomic.Int64
	o := eval.Options{Attack: ltattack.Attack{Starts: 2}, Progress: func(_, of int) { told.Add(int64(of)) }}
	eps, err := Probe(context.Background(), e, d.Train, 40, o)
	if err != nil || len(eps) == 0 || !(eps[0] > 0) {
		t.Errorf("eps %v, %v", eps, err)
	}
	if told.Load() != 40*40 {
		t.Errorf("progress was told of %d rows in all, want 40 times 40", told.Load())
	}
	d.Train.Unscale()
	if eps, err := Probe(context.Background(), e, d.Train, 40, o); err == nil {
		t.Errorf("rows in other units than the model's: eps %v", eps)
	}
}

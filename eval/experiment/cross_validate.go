package experiment

import (
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
)

// crossValidate judges the training rows, fold by fold, by models trained like the two, on all rows
// except those of the fold. The radius stays, and whether the attack in the loop pays is not tested
// again.
func (h *hardening) crossValidate(ctx context.Context) error {
	if h.Folds == 0 {
		return nil
	}
	train := h.rows.Train
	h.Progress.Start(fmt.Sprintf("judge %d training rows by models trained without them", train.Rows))
	folds, err := deal(train, h.Folds-1, h.Params.Seed)
	if err != nil {
		return err
	}
	ofRow := make([][2]eval.Outcome, train.Rows)
	for k, held := range folds {
		h.Progress.At(k, len(folds), "folds")
		others, err := train.Subset(allBut(held, train.Rows)).Append(h.rows.Test)
		if err != nil {
			return err
		}
		fold := &Data{Train: others, Test: train.Subset(held)}
		if err := h.judgeFold(ctx, fold, func(model, row int, o eval.Outcome) { ofRow[held[row]][model] = o }); err != nil {
			return err
		}
	}
	of := &eval.Folds{Count: h.Folds, Rows: train, Outcomes: []*eval.Outcomes{new(eval.Outcomes), new(eval.Outcomes)}}
	for _, outcomes := range ofRow {
		for model, o := range outcomes {
			of.Outcomes[model].Add(o)
		}
	}
	h.Evaluate.Folds = of
	h.Progress.Done(fmt.Sprintf("%d models", 2*len(folds)))
	return nil
}

// judgeFold trains both models on the training rows of a fold, and calls found with the
// outcome of each test row under each.
func (h *hardening) judgeFold(ctx context.Context, fold *Data, found func(model, row int, o eval.Outcome)) error {
	natural, _, err := fold.Fit(ctx, h.Natural, h.natural())
	if err != nil {
		return err
	}
	s := h.Strategy
	s.Progress = nil
	hardened, _, err := fold.Fit(ctx, h.Params, s)
	if err != nil {
		return err
	}
	o := h.Evaluate
	o.Row, o.Progress = nil, nil
	if o.Attack, err = reading(o.Attack, fold.Train); err != nil {
		return err
	}
	p, err := eval.Prepare([]eval.Model{{Name: h.result.Natural.Name, Ensemble: natural}, {Name: h.result.Hardened.Name, Ensemble: hardened}}, o)
	if err != nil {
		return err
	}
	rows := map[*eval.Model]int{}
	return p.Decide(ctx, fold.Test, func(m *eval.Model, d *eval.Decided) error {
		model := 0
		if m.Ensemble == hardened {
			model = 1
		}
		found(model, rows[m], d.Outcome)
		rows[m]++
		return nil
	})
}

// reading returns the attack with the rows of a table, if it is of a method that reads rows.
func reading(a attack.Attack, t *data.Table) (attack.Attack, error) {
	if !method.ReadsRows(a.Name()) {
		return a, nil
	}
	return method.New(a.Name(), method.Settings{Rows: t.AllRows()})
}

// deal deals the rows of a table into k folds; k may be 1.
func deal(t *data.Table, k int, seed uint64) ([][]int, error) {
	if k == 1 {
		return [][]int{allBut(nil, t.Rows)}, nil
	}
	return t.Folds(k, seed)
}

// allBut returns the indices of all rows except some, which ascend.
func allBut(some []int, rows int) []int {
	var others []int
	for i := range rows {
		if _, is := slices.BinarySearch(some, i); !is {
			others = append(others, i)
		}
	}
	return others
}

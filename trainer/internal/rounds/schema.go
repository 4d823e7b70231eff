package rounds

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// NewEnsemble returns what the ensembles of all trainers have in common before there are trees: one
// output, and of a regressor no classes.
func NewEnsemble(booster string, table *data.Table, b *bins.Matrix, p *trainer.Params) *ensemble.Ensemble {
	e := &ensemble.Ensemble{
		Features: table.Cols, Classes: len(table.Classes), Outputs: 1, Columns: columns(table, b), Schema: schema(table),
		Origin: ensemble.Origin{Source: ensemble.Hardwood, Seed: p.Seed, Trainer: p.Record(booster, table.Columns != nil)},
	}
	if table.Target != nil {
		e.Classes, e.Schema.Classes = 0, nil
	}
	return e
}

// columns describes the features of a model that is trained on a table. In a categorical column it
// knows the levels that have bins; to it, levels that training did not see or that are too rare for a
// bin are missing. A column without slots, because its rows do not differ, keeps its levels: it is
// read, but no split tests it.
func columns(table *data.Table, b *bins.Matrix) []column.Column {
	if table.Columns == nil {
		return nil
	}
	all := slices.Clone(table.Columns)
	for i := 0; i < len(b.Slots); {
		f, levels := b.Slots[i].Feature, []int32{}
		if b.Slots[i].Levels == nil {
			i++
			continue
		}
		for ; i < len(b.Slots) && b.Slots[i].Feature == f; i++ {
			levels = append(levels, b.Slots[i].Levels...)
		}
		slices.Sort(levels)
		from, to := &table.Columns[f], &all[f]
		if to.Codes, to.Names = levels, nil; from.Names == nil {
			continue
		}
		for _, level := range levels {
			to.Names = append(to.Names, from.Name(level))
		}
	}
	return all
}

// schema returns what a model that is trained on a table reads and predicts.
func schema(table *data.Table) ensemble.Schema {
	s := ensemble.Schema{
		Features: table.Features, Classes: table.Classes,
		Width: table.Image.Width, Height: table.Image.Height,
		Label: table.Found.Label, MissingWords: table.Found.Words, AbsentMissing: table.Found.AbsentMissing,
	}
	if table.Scaling != nil {
		s.Min, s.Max = table.Scaling.Min, table.Scaling.Max
	}
	return s
}

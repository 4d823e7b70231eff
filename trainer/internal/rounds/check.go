package rounds

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
)

// checkTable reports a training table that cannot be trained on.
func checkTable(table *data.Table, p trainer.Params) error {
	switch {
	case table.Rows == 0 || table.Cols == 0:
		return fmt.Errorf("%s: nothing to train on: %d rows of %d features", table.Name(), table.Rows, table.Cols)
	case table.Rows > math.MaxInt32:
		return fmt.Errorf("%s: %d rows, at most %d can be trained on", table.Name(), table.Rows, math.MaxInt32)
	case table.Y == nil && table.Target == nil:
		return fmt.Errorf("%s: rows have no labels to train on", table.Name())
	case table.Target == nil && len(table.Classes) < 2:
		return fmt.Errorf("%s: only one class: a classifier needs at least two", table.Name())
	case len(table.Classes) > 256:
		return fmt.Errorf("%s: %d classes, at most 256 can be trained: Options.Label names another column%s", table.Name(), len(table.Classes), orRegression(table))
	}
	for i, y := range table.Target {
		if !(math.Abs(y) <= math.MaxFloat32) { // gradients are single precision
			return fmt.Errorf("%s: row %d: target is %v, must lie within ±%.2g", table.Name(), i, y, math.MaxFloat32)
		}
	}
	if err := checkWeights(table); err != nil {
		return err
	}
	for f, direction := range p.MonotoneConstraints {
		if direction != 0 && f < len(table.Columns) && table.Columns[f].Kind == column.Categorical {
			return trainer.InOptions(option.Errorf("monotone-constraints", "monotone-constraints gives a direction to %s, whose levels have no order", phrase.Column(table.Features, f)))
		}
	}
	if err := p.CheckFeatures(table.Cols, len(table.Classes)); err != nil {
		return err
	}
	if err := checkClassWeight(table, &p); err != nil {
		return err
	}
	return checkProducts(table, &p)
}

// orRegression advises a regression if all classes are numbers.
func orRegression(table *data.Table) string {
	isWord := func(class string) bool { _, err := strconv.ParseFloat(class, 64); return err != nil }
	if slices.ContainsFunc(table.Classes, isWord) {
		return ""
	}
	return ", Options.Regression predicts numbers"
}

// checkClassWeight reports class weights that leave no row to train on.
func checkClassWeight(table *data.Table, p *trainer.Params) error {
	if len(p.ClassWeight) == 0 || table.Y == nil {
		return nil
	}
	for i, y := range table.Y {
		if p.ClassWeight[y] > 0 && table.Weight(i) > 0 {
			return nil
		}
	}
	return trainer.InOptions(option.Errorf("class-weight", "class-weight is %v, and leaves no row a weight above 0", p.ClassWeight))
}

// checkProducts reports a weight that is no number any more with that of its class: a forest would take
// all weights for equal.
func checkProducts(table *data.Table, p *trainer.Params) error {
	of := p.ClassWeights(table)
	for i, y := range table.Y {
		if w := table.Weight(i); !(w*of[y] <= math.MaxFloat64) {
			return fmt.Errorf("%s: row %d: weight %v times that of its class, %v, is not finite: scale the weights down", table.Name(), i, w, of[y])
		}
	}
	return nil
}

func checkWeights(table *data.Table) error {
	if table.Weights == nil {
		return nil
	}
	if len(table.Weights) != table.Rows {
		return fmt.Errorf("%s: %d weights for %d rows", table.Name(), len(table.Weights), table.Rows)
	}
	sum := 0.0
	for i, w := range table.Weights {
		if !(w >= 0) || math.IsInf(w, 1) {
			return fmt.Errorf("%s: row %d: weight is %v, must be at least 0", table.Name(), i, w)
		}
		sum += w
	}
	if sum == 0 {
		return fmt.Errorf("%s: all weights are 0", table.Name())
	}
	return nil
}

package experiment

import (
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
)

// asNumbers takes the defaults of tables of numbers for one with levels where the radius
// pays for no change of a level: what an attacker moves then are numbers. Options stay
// that are not at their defaults, or that are given.
func (h *hardening) asNumbers() error {
	s, rows := &h.Strategy, h.rows.Train
	if h.Tuning != nil || !advboost.HasLevels(rows) {
		return nil
	}
	if moves, err := h.levelsMove(); moves || err != nil {
		return err
	}
	numbers := *rows
	numbers.Columns = nil
	was, now := advboost.Default(s.Booster, s.Norm, rows), advboost.Default(s.Booster, s.Norm, &numbers)
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		if o.Text(s) != o.Text(&was) || slices.Contains(h.Given, o.Name) {
			continue
		}
		if err := o.Set(s, o.Text(&now)); err != nil {
			return err
		}
	}
	const share = "colsample-bytree"
	if p := DefaultParams(s.Booster, s.Norm, rows); h.Params.ColsampleByTree == p.ColsampleByTree && !slices.Contains(h.Given, share) {
		h.Params.ColsampleByTree = DefaultParams(s.Booster, s.Norm, &numbers).ColsampleByTree
	}
	return nil
}

// levelsMove reports whether somebody within the radius can change a level in some
// training row.
func (h *hardening) levelsMove() (bool, error) {
	s, rows := &h.Strategy, h.rows.Train
	p, err := attack.NewProblem(h.result.Natural.Ensemble, s.Norm)
	if err != nil {
		return false, err
	}
	p.Constraints = s.Constraints
	still := eval.Still(p, rows, []float64{s.Eps})[0]
	for f, c := range rows.Kinds() {
		isLevel := c.Kind == column.Categorical || c.Kind == column.Boolean || advboost.MostlyLevels(rows) && advboost.IsSwitch(rows, f)
		if isLevel && !slices.Contains(still, f) {
			return true, nil
		}
	}
	return false, nil
}

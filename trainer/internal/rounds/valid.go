package rounds

import (
	"context"
	"fmt"
	"strconv"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// validator scores the ensemble on the validation tables after each round.
// The last table and the first metric decide on early stopping.
type validator struct {
	run     *Run
	metrics []trainer.Metric
	scores  [][]float64 // per table: the sums of the trees so far per row and output
	margins []float64
	trees   int // number of trees in scores

	best      float64
	bestRound int
	bestTrees int
	stop      bool // early stopping has ended the run already, after the rounds of a checkpoint
}

func newValidator(ctx context.Context, run *Run) (*validator, error) {
	v := &validator{run: run, metrics: run.Params.Metrics}
	if len(run.Params.Valid) == 0 {
		return v, nil
	}
	e := run.Ensemble
	name := run.Params.EvalMetric
	if name == "" && len(v.metrics) == 0 {
		name = trainer.LogLoss
		if e.Classes == 0 {
			name = trainer.RMSE
		}
	}
	if name != "" {
		m, err := trainer.BuiltinMetric(name)
		if err != nil {
			return nil, err
		}
		v.metrics = append([]trainer.Metric{m}, v.metrics...)
	}
	for _, m := range v.metrics {
		if m.Score == nil {
			return nil, fmt.Errorf("metric %q has no function Score", m.Name)
		}
	}
	for _, set := range run.Params.Valid {
		if err := fits(set, e); err != nil {
			return nil, err
		}
		if name != "" && set.Table.Y == nil && set.Table.Target == nil {
			return nil, fmt.Errorf("validation table %s has no labels, which metric %s needs", set.Name, name)
		}
		v.scores = append(v.scores, startOf(e, set.Table.Rows))
	}
	return v, v.replay(ctx)
}

// startOf returns the scores that trees are added to. They are added in the order of the plain
// predictor, so that metrics get its margins to the last bit; an averaging ensemble adds Base to the
// average instead.
func startOf(e *ensemble.Ensemble, rows int) []float64 {
	scores := make([]float64, rows*e.Outputs)
	if !e.Average {
		for i := range scores {
			scores[i] = e.Base[i%e.Outputs]
		}
	}
	return scores
}

// replay scores the rounds of a checkpoint, to find the best one and whether the last one ended the run.
func (v *validator) replay(ctx context.Context) (err error) {
	e, trees, report := v.run.Ensemble, v.run.Ensemble.Trees, v.run.Params.Report
	defer func() { e.Trees, v.run.Params.Report = trees, report }()
	v.run.Params.Report = nil
	for round := 1; round <= v.run.from; round++ {
		e.Trees = trees[:v.run.treesAfter(round)]
		if v.stop, err = v.evaluate(ctx, round); err != nil {
			return err
		}
	}
	return nil
}

// fits reports a validation table that the ensemble cannot read.
func fits(set trainer.Validation, e *ensemble.Ensemble) error {
	if err := set.Table.Validate(); err != nil {
		return fmt.Errorf("validation table %s: %w", set.Name, err)
	}
	if set.Table.Rows == 0 {
		return fmt.Errorf("validation table %s has no rows", set.Name)
	}
	if set.Table.Cols != e.Features || e.Classes > 0 && len(set.Table.Classes) > e.Classes {
		return fmt.Errorf("validation table %s has %d features and %d classes, the training table %d and %d",
			set.Name, set.Table.Cols, len(set.Table.Classes), e.Features, e.Classes)
	}
	if err := trainer.Fits(e, set.Table); err != nil {
		return fmt.Errorf("validation table %s: %w", set.Name, err)
	}
	if set.Table.Scaling != nil && e.Schema.Min == nil {
		return fmt.Errorf("validation table %s is scaled, and the training table is not: scale both by the same values", set.Name)
	}
	return nil
}

// evaluate scores the ensemble after a number of rounds and reports whether
// to stop.
func (v *validator) evaluate(ctx context.Context, rounds int) (stop bool, err error) {
	if len(v.scores) == 0 {
		return false, nil
	}
	eval := trainer.Evaluation{Round: rounds}
	for s, set := range v.run.Params.Valid {
		v.predict(s)
		for _, m := range v.metrics {
			value, err := m.Score(ctx, v.run.Ensemble, set.Table, v.margins)
			if err != nil {
				return false, err
			}
			eval.Scores = append(eval.Scores, trainer.Score{Table: set.Name, Metric: m.Name, Value: value})
		}
	}
	v.trees = len(v.run.Ensemble.Trees)
	decides := &eval.Scores[len(eval.Scores)-len(v.metrics)]
	deciding := decides.Value
	if deciding != deciding {
		return false, fmt.Errorf("metric %s of validation table %s is NaN after round %d, which tells no best round", decides.Metric, decides.Table, rounds)
	}
	if v.bestRound == 0 || deciding < v.best && !v.metrics[0].Maximize || deciding > v.best && v.metrics[0].Maximize {
		v.best, v.bestRound, v.bestTrees = deciding, rounds, v.trees
	}
	eval.Best = v.bestRound
	if v.run.Params.Report != nil {
		v.run.Params.Report(eval)
	}
	patience := v.run.Params.EarlyStoppingRounds
	return patience > 0 && rounds-v.bestRound >= patience, nil
}

// predict adds the new trees to the scores of table s and writes the margins of its rows to v.margins.
func (v *validator) predict(s int) {
	e, t, scores := v.run.Ensemble, v.run.Params.Valid[s].Table, v.scores[s]
	added := *e
	added.Trees = e.Trees[v.trees:]
	addTrees(&added, t, scores, v.run.Params.Threads)
	v.margins = append(v.margins[:0], scores...)
	if !e.Average {
		return
	}
	for i := range v.margins {
		v.margins[i] = e.Base[i%e.Outputs] + v.margins[i]/float64(max(1, len(e.Trees)))
	}
}

// keepBest records the best round, and drops the trees after it if early stopping was asked for.
func (v *validator) keepBest() {
	if v.bestRound == 0 {
		return
	}
	e := v.run.Ensemble
	e.Origin.Trainer["best-iteration"] = strconv.Itoa(v.bestRound)
	if v.run.Params.EarlyStoppingRounds > 0 {
		e.Trees = e.Trees[:v.bestTrees]
	}
}

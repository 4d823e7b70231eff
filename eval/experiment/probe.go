package experiment

import (
	"context"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// probeRows is the number of training rows that the suggestion of eps is drawn
// from.
const probeRows = 200

// Probe attacks up to rows of a table, of each class its share, and returns
// the radii that [eval.SuggestEps] proposes: an eps to harden against, chosen
// without looking at test rows.
func Probe(ctx context.Context, e *ensemble.Ensemble, table *data.Table, rows int, o eval.Options) ([]float64, error) {
	problem, err := attack.NewProblem(e, o.Norm)
	if err != nil {
		return nil, err
	}
	problem.Constraints, problem.Seed = o.Constraints, o.Seed
	some := table.Subset(table.Sample(rows, o.Seed))
	run := attack.RunOptions{Threads: o.Threads}
	if o.Progress != nil {
		run.Done = func(n int) { o.Progress(&eval.Model{Ensemble: e}, n, some.Rows) }
	}
	results, err := attack.Run(ctx, problem, o.Attack, eval.Victims(some, 0, some.Rows), run)
	if err != nil {
		return nil, err
	}
	var outcomes []eval.Outcome
	for i := range results {
		outcomes = append(outcomes, eval.NewOutcome(&results[i]))
	}
	return eval.SuggestEps(outcomes), nil
}

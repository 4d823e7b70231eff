package advboost

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Options of [New]. The zero value of a field is its default.
type Options struct {
	// Attack finds the examples.
	Attack      attack.Attack
	Norm        attack.Norm
	Constraints *attack.Constraints // nil for none

	// Eps is the largest distance of an example that is trained on;
	// 0 takes all of them, however far.
	Eps float64

	// Share of the table's rows that are attacked each time, drawn anew;
	// 0 is taken as 1, all rows.
	Share float64

	Schedule Schedule

	// Budget is the most examples that are kept, the newest of different
	// rows; 0 is the number of rows of the table.
	Budget int

	// Weight of an example relative to that of its row; 0 is taken as 1.
	Weight float64

	Seed     uint64
	Threads  int            // 0 for one per processor
	Progress func(Progress) // called after each attack; may be nil
}

// Progress is what one attack on the training rows found.
type Progress struct {
	Round, Of     int     // rounds finished, and rounds in all
	Attacked      int     // rows that the attack was run for
	Misclassified int     // of them, wrong already
	Found         int     // of them, with an example within Eps
	Mean          float64 // mean distance of those examples
	Kept          int     // examples among the training rows from now on
	Fruitless     int     // attacks in a row that found nothing: training is natural meanwhile
}

// New returns the hook of adversarial boosting by minimal examples
// (Kantchelian, Tygar and Joseph, ICML 2016, section 5.3): before a round, rows are
// attacked in the model so far, and the nearest adversarial examples are
// appended to the training rows with the true label. A row keeps its last
// example until it is attacked again, when that example is also where the
// attack starts.
func New(o Options) (trainer.Hook, error) {
	switch {
	case o.Attack == nil:
		return nil, fmt.Errorf("advboost: no attack given")
	case !(o.Eps >= 0):
		return nil, fmt.Errorf("advboost: eps %v is not a distance", o.Eps)
	case !(o.Share >= 0 && o.Share <= 1):
		return nil, fmt.Errorf("advboost: share %v of the rows is not between 0 and 1", o.Share)
	case o.Budget < 0:
		return nil, fmt.Errorf("advboost: budget of %d rows", o.Budget)
	case !(o.Weight >= 0) || math.IsInf(o.Weight, 1):
		return nil, fmt.Errorf("advboost: weight %v of an example", o.Weight)
	}
	if err := o.Schedule.check(); err != nil {
		return nil, err
	}
	if o.Eps == 0 {
		o.Eps = math.Inf(1)
	}
	if o.Share == 0 {
		o.Share = 1
	}
	if o.Weight == 0 {
		o.Weight = 1
	}
	return &appender{Options: o}, nil
}

// appender is the hook of [New].
type appender struct {
	Options
	pool      pool
	fruitless int
}

// Before attacks rows where the schedule says so.
func (a *appender) Before(ctx context.Context, r *trainer.Round) error {
	if r.Number == 0 || len(a.pool.at) != r.Rows.Table() { // a new run
		a.pool, a.fruitless = newPool(a.Budget, r.Rows.Table()), 0
	}
	if !a.Schedule.Due(r.Number) {
		return nil
	}
	results, err := a.attack(ctx, r)
	if err != nil {
		return err
	}
	p := Progress{Round: r.Number, Of: r.Of, Attacked: len(results)}
	for i := range results {
		switch result := &results[i]; {
		case result.Status == attack.Misclassified:
			p.Misclassified++
		case result.Example != nil && result.Distance <= a.Eps:
			p.Found++
			p.Mean += (result.Distance - p.Mean) / float64(p.Found)
			a.pool.put(r, result.Row, result.Example, a.Weight)
		}
	}
	a.pool.trim(r.Rows)
	p.Kept = len(a.pool.examples)
	if a.fruitless++; p.Found > 0 {
		a.fruitless = 0
	}
	p.Fruitless = a.fruitless
	if a.Progress != nil {
		a.Progress(p)
	}
	return nil
}

// attack attacks a share of the rows in the model so far.
func (a *appender) attack(ctx context.Context, r *trainer.Round) ([]attack.Result, error) {
	problem, err := attack.NewProblem(r.Ensemble, a.Norm)
	if err != nil {
		return nil, err
	}
	problem.Constraints, problem.Seed = a.Constraints, a.Seed
	return attack.Run(ctx, problem, a.Attack, a.draw(r), attack.RunOptions{Threads: a.Threads})
}

// draw returns the rows to attack before a round.
func (a *appender) draw(r *trainer.Round) []attack.Victim {
	n := r.Rows.Table()
	rows := seed.At(a.Seed, r.Number).Perm(n)
	rows = rows[:min(n, int(math.Ceil(a.Share*float64(n))))]
	victims := make([]attack.Victim, len(rows))
	for i, row := range rows {
		victims[i] = attack.Victim{Row: row, X: r.Rows.X(row), Label: r.Rows.Class(row)}
		if at := a.pool.at[row]; at >= 0 {
			victims[i].Start = r.Rows.X(at)
		}
	}
	return victims
}

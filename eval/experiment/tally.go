package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Tally counts how often a model is right on the rows added so far, or how far
// off a regressor is.
type Tally struct {
	// Threads of prediction, 0 for one per processor: they do not change the score.
	Threads int

	model     *ensemble.Ensemble
	predictor *ensemble.Predictor

	rows    int
	right   int     // correct rows of a classifier
	squares float64 // sum of the squared errors of a regressor
}

// NewTally returns a tally of no rows.
func NewTally(e *ensemble.Ensemble) *Tally {
	return &Tally{model: e, predictor: ensemble.NewPredictor(e)}
}

// Add counts the rows of a table until the context ends. It returns the context's error, or what is
// wrong with the rows.
func (t *Tally) Add(ctx context.Context, table *data.Table) error {
	if err := cmp.Or(t.fits(table), parallel.Check(t.Threads)); err != nil {
		return err
	}
	for from, margins := range trainer.Margins(t.predictor, table, t.Threads) {
		if err := ctx.Err(); err != nil {
			return err
		}
		t.add(table, from, margins)
	}
	return nil
}

// AddMargins is Add for rows with known margins, Outputs per row. The table needs no feature values.
func (t *Tally) AddMargins(table *data.Table, margins []float64) {
	t.add(table, 0, margins[:table.Rows*t.model.Outputs]) // training may have gone on with copies of the rows
}

// add counts rows of a table, from one on, with their margins.
func (t *Tally) add(table *data.Table, from int, margins []float64) {
	k := t.model.Outputs
	rows := len(margins) / k
	for i := range rows {
		t.count(table, from+i, margins[i*k:(i+1)*k])
	}
	t.rows += rows
}

// fits reports rows that the model cannot be scored on.
func (t *Tally) fits(table *data.Table) error {
	if err := table.Validate(); err != nil {
		return err
	}
	switch {
	case t.model.Classes > 0 && table.Y == nil:
		return fmt.Errorf("%s: has no class labels, and the model predicts classes", table.Name())
	case t.model.Classes == 0 && table.Target == nil:
		return fmt.Errorf("%s: has no targets, and the model is a regressor", table.Name())
	case table.Cols != t.model.Features:
		return fmt.Errorf("%s: has %s, the model reads %d", table.Name(), phrase.Count(table.Cols, "feature"), t.model.Features)
	}
	return trainer.Fits(t.model, table)
}

// count counts a row with its margins.
func (t *Tally) count(table *data.Table, row int, margins []float64) {
	if table.Target != nil {
		t.squares += float64((margins[0] - table.Target[row]) * (margins[0] - table.Target[row]))
	} else if t.model.ClassOf(margins) == table.Y[row] {
		t.right++
	}
}

// on returns the score, followed by the name of the rows.
func (t *Tally) on(name string) string {
	if t.model.Classes == 0 {
		return fmt.Sprintf("%.5g on the %s rows", math.Sqrt(t.squares/float64(t.rows)), name)
	}
	return fmt.Sprintf("%.2f %% of the %s rows", 100*float64(t.right)/float64(t.rows), name)
}

// Sentence returns the scores on the added rows, which are the training rows, and on test, which may
// be nil.
func (t *Tally) Sentence(ctx context.Context, test *data.Table) (string, error) {
	text := "right on "
	if t.model.Classes == 0 {
		text = "root mean squared error "
	}
	text += t.on("training")
	if test != nil {
		held := Tally{Threads: t.Threads, model: t.model, predictor: t.predictor}
		if err := held.Add(ctx, test); err != nil {
			return "", err
		}
		text += " and " + held.on("test")
	}
	return text, nil
}

// Describe says how good a model is on the training rows and, if there are any, on the test rows.
// margins are those of the training rows, nil if unknown; threads are [Tally.Threads].
func (d *Data) Describe(ctx context.Context, e *ensemble.Ensemble, margins []float64, threads int) (string, error) {
	t := NewTally(e)
	t.Threads = threads
	if margins != nil {
		t.AddMargins(d.Train, margins)
	} else if err := t.Add(ctx, d.Train); err != nil {
		return "", err
	}
	return t.Sentence(ctx, d.Test)
}

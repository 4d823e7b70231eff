package trainer

import (
	"context"
	"iter"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Trainer trains an ensemble on labelled rows.
type Trainer interface {
	// Train runs the rounds of the trainer, calling the hooks between them. The same table, parameters
	// and hooks give the same ensemble, bit for bit, whatever the number of threads. On cancellation
	// Train returns the rounds finished so far together with the context's error. A value of [Options]
	// that does not fit the rows is an [*OptionError]; an error of a hook is returned unchanged.
	//
	// The rows of a [data.Stream] are binned block by block, one byte per value (more for a feature of
	// more than 255 bins), and never held as floats. Hooks, which see rows, need a table.
	Train(ctx context.Context, rows Source, hooks ...Hook) (*ensemble.Ensemble, error)
}

// Source is where training rows come from: a *data.Table or a *data.Stream.
type Source interface {
	Head() *data.Table                          // the table without X
	Blocks(n int) iter.Seq2[*data.Table, error] // all rows in order, about n at a time
}

var (
	_ Source = (*data.Table)(nil)
	_ Source = (*data.Stream)(nil)
)

// Hook acts between the rounds of a training run. An error ends the run.
type Hook interface {
	// Before is called before each round, also the first, whose ensemble has
	// no trees yet.
	Before(ctx context.Context, r *Round) error
}

// Grown is a Hook that also sees the trees of a round before they count: it may change their leaf
// values through r.Trees, or drop them by setting r.Reject. Margins of rows do not include these trees
// yet, though Ensemble does; so rows cannot be changed here, apart from their weights.
type Grown interface {
	Hook
	Grown(ctx context.Context, r *Round) error
}

// After is a Hook that is also called after each round, when its trees count, also in Margins of rows.
// It may end the run through r.Stop.
type After interface {
	Hook
	After(ctx context.Context, r *Round) error
}

// HookFunc is a function as a Hook: it is called before each round.
type HookFunc func(ctx context.Context, r *Round) error

// Before calls f.
func (f HookFunc) Before(ctx context.Context, r *Round) error { return f(ctx, r) }

// Round is the state of a training run between two rounds.
type Round struct {
	Number   int                // rounds finished, from 0
	Of       int                // rounds in all
	Ensemble *ensemble.Ensemble // the trees so far; must not be modified
	Rows     Rows               // the training rows

	Trees  []ensemble.Tree // in Grown: the trees of this round, the last ones of Ensemble
	Reject bool            // set in Grown: leave the trees of this round out
	Stop   bool            // set in any call: end the run after this round
}

// Change is a row that replaces another, or is added.
type Change struct {
	Row     int         // its number; rows from Len on are added, in order
	Near    int         // the row of the original table that it is derived from; Row itself for a row of the table
	Moved   moved.Cells // the cells in which it differs from Near; copied
	Class   int         // of an added row
	Weight  float64
	Margins []float64 // of the ensemble so far at this row, nil if not known
}

// Rows are the training rows of a run: those of the table first, then those that hooks have added. A
// weight below 0 or not finite, an infinite feature, and margins that are not one finite number per
// output, end the run with an error; rows, features and classes that do not exist are programming errors,
// and panic.
type Rows interface {
	Len() int   // all rows
	Table() int // the rows of the table: rows from here on were added

	X(i int) []float64 // the features of a row; must not be modified

	// Moved returns a row of the table in its original state, and the cells in which row i differs from
	// it.
	Moved(i int) (row []float64, cells moved.Cells)

	Class(i int) int // 0 for a regressor
	Weight(i int) float64
	Margins(i int) []float64 // of the ensemble so far, one per output, see Grown; must not be modified

	// Put changes several rows, all different, faster than one after the other.
	Put(changes []Change)
	// Append adds a row and returns its number.
	Append(x []float64, class int, weight float64) int
	// Replace changes the features of a row, added or not.
	Replace(i int, x []float64)
	// SetWeight changes the weight of a row; 0 leaves it out.
	SetWeight(i int, weight float64)
	// Truncate drops the added rows from number n on.
	Truncate(n int)
	// SetGradientMargins makes the next round take the gradient of row i at these margins (such as its
	// worst-case margins) instead of its own.
	SetGradientMargins(i int, margins []float64)
}

package rounds

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Rows are the training rows of a run, implementing [trainer.Rows]. Slices
// are by row number.
type Rows struct {
	Bins    *bins.Matrix
	Classes []uint8   // of a classifier
	targets []float64 // of a regressor
	weights []float64 // set by the user, without class weights; nil: 1
	ofClass []float64 // the weights of the classes; 1 for a regressor

	// Scores holds Ensemble.Outputs values per row: the base values plus the sum over trees, or in a
	// forest only the sum.
	Scores []float64

	table    *data.Table
	ensemble *ensemble.Ensemble
	added    []added
	replaced map[int]moved.Cells // rows of the table that were changed
	margins  []float64           // averages of Scores, if the ensemble averages

	moves  func(row []float64, class int) bool // nil if the attacker can move all rows
	moving []bool                              // by row of the table: whether it can be moved

	changed bool // by a hook
	growing bool // while hooks see the new trees
	threads int

	// Margins for the next gradient, see SetGradientMargins, and which rows have them; nil if none has.
	gradientAt []float64
	hasOther   []bool

	fault error // the first weight, margin or value set by a hook that cannot be trained on
}

var _ trainer.Rows = (*Rows)(nil)

// NewRows binds the rows of a table to their bins.
func NewRows(table *data.Table, bins *bins.Matrix, e *ensemble.Ensemble, p *trainer.Params) *Rows {
	r := &Rows{Bins: bins, table: table, ensemble: e, replaced: map[int]moved.Cells{}, ofClass: p.ClassWeights(table)}
	if table.Target != nil {
		r.targets = slices.Clip(table.Target) // so that appending does not change the table
	} else {
		r.Classes = make([]uint8, table.Rows)
		for i, y := range table.Y {
			r.Classes[i] = uint8(y)
		}
	}
	if p.Robust() && p.Attacker.Moves != nil {
		r.moves, r.moving = p.Attacker.Moves, make([]bool, table.Rows)
		for i := range r.moving {
			r.moving[i] = r.moves(table.Row(i), table.Y[i])
		}
	}
	r.weights = slices.Clone(table.Weights)
	r.Scores = make([]float64, table.Rows*e.Outputs)
	return r
}

// Len returns the number of rows.
func (r *Rows) Len() int { return r.Bins.Len() }

// Source names the table.
func (r *Rows) Source() string { return r.table.Source }

// Table returns the number of rows of the table.
func (r *Rows) Table() int { return r.table.Rows }

// Moved returns a row of the table and the cells in which row i differs from it.
func (r *Rows) Moved(i int) (row []float64, cells moved.Cells) {
	if i < r.table.Rows {
		return r.table.Row(i), r.replaced[i]
	}
	a := r.addedAt(i)
	return r.table.Row(int(a.near)), a.moved
}

// addedAt returns what is known of a row that was added.
func (r *Rows) addedAt(i int) *added {
	if i >= r.Len() {
		panic(fmt.Sprintf("rounds: row %d of %d", i, r.Len()))
	}
	return &r.added[i-r.table.Rows]
}

// X returns the features of a row.
func (r *Rows) X(i int) []float64 {
	row, cells := r.Moved(i)
	if len(cells) == 0 {
		return row
	}
	return cells.Of(row)
}

// Class returns the class of a row, 0 for a regressor.
func (r *Rows) Class(i int) int {
	if r.ensemble.Classes == 0 {
		return 0
	}
	return int(r.Classes[i])
}

// Stays reports whether the attacker cannot move a row.
func (r *Rows) Stays(i int) bool {
	if r.moves == nil {
		return false
	}
	if i < len(r.moving) && len(r.replaced) == 0 {
		return !r.moving[i]
	}
	return !r.moves(r.X(i), r.Class(i))
}

// Label returns the class of a row as a number, or the target of a regressor.
func (r *Rows) Label(i int) float64 {
	if r.ensemble.Classes == 0 {
		return r.targets[i]
	}
	return float64(r.Classes[i])
}

// Labels returns the labels of the rows lo to hi; classes are written to buffer.
func (r *Rows) Labels(lo, hi int, buffer []float64) []float64 {
	if r.ensemble.Classes == 0 {
		return r.targets[lo:hi]
	}
	buffer = buffer[:0]
	for _, c := range r.Classes[lo:hi] {
		buffer = append(buffer, float64(c))
	}
	return buffer
}

// Weighted reports whether rows may have other weights than 1.
func (r *Rows) Weighted() bool { return r.weights != nil }

// Weight returns the weight of a row, without that of its class.
func (r *Rows) Weight(i int) float64 {
	if r.weights == nil {
		return 1
	}
	return r.weights[i]
}

// WeightedByClass reports whether rows may have other weights than 1, those of their classes included.
func (r *Rows) WeightedByClass() bool {
	return r.Weighted() || slices.ContainsFunc(r.ofClass, func(w float64) bool { return w != 1 })
}

// WeightByClass returns the weight of a row times that of its class.
func (r *Rows) WeightByClass(i int) float64 { return float64(r.Weight(i) * r.ofClass[r.Class(i)]) }

// SetWeight changes the weight of a row.
func (r *Rows) SetWeight(i int, weight float64) {
	if i < 0 || i >= r.Len() {
		panic(fmt.Sprintf("rounds: weight of row %d of %d", i, r.Len()))
	}
	r.changed = true
	r.setWeight(i, weight)
}

func (r *Rows) setWeight(i int, weight float64) {
	if r.fault == nil && (!(weight >= 0) || math.IsInf(weight, 1)) {
		r.fault = fmt.Errorf("row %d: a hook makes its weight %v, must be at least 0 and finite", i, weight)
	}
	if r.weights == nil {
		if weight == 1 {
			return
		}
		r.weights = make([]float64, r.Len())
		for j := range r.weights {
			r.weights[j] = 1
		}
	}
	r.weights[i] = weight
}

// change notes that a hook changes rows, which it must not do while it sees new trees: the scores of other
// rows do not count these yet.
func (r *Rows) change() {
	r.changed = true
	if r.growing && r.fault == nil {
		r.fault = errors.New("a hook changes rows in Grown, must do that in Before or After")
	}
}

// Truncate drops the added rows from number n on.
func (r *Rows) Truncate(n int) {
	r.change()
	if n < r.table.Rows || n > r.Len() {
		panic(fmt.Sprintf("rounds: rows cut off at %d, must be from the %d of the table to all %d", n, r.table.Rows, r.Len()))
	}
	r.hasOther = r.hasOther[:min(n, len(r.hasOther))]
	if r.ensemble.Classes == 0 {
		r.targets = r.targets[:n]
	} else {
		r.Classes = r.Classes[:n]
	}
	if r.weights != nil {
		r.weights = r.weights[:n]
	}
	r.added = r.added[:n-r.table.Rows]
	r.Scores = r.Scores[:n*r.ensemble.Outputs]
	r.Bins.Truncate(n)
}

package rounds

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/parallel"
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
	weights []float64 // of the user, class weights come on top; nil: 1

	// Scores holds Ensemble.Outputs values per row: the base values plus the
	// sum over trees, or in a forest the sum alone.
	Scores []float64

	table    *data.Table
	ensemble *ensemble.Ensemble
	added    []added
	replaced map[int]moved.Cells // rows of the table that were changed
	margins  []float64           // averages of Scores, where the ensemble averages

	changed bool // by a hook
	threads int

	// Margins for the next gradient, see SetGradientMargins, and which rows
	// have them: nil where none has.
	gradientAt []float64
	hasOther   []bool
}

var _ trainer.Rows = (*Rows)(nil)

// NewRows binds the rows of a table to their bins.
func NewRows(table *data.Table, bins *bins.Matrix, e *ensemble.Ensemble) *Rows {
	r := &Rows{Bins: bins, table: table, ensemble: e, replaced: map[int]moved.Cells{}}
	if table.Target != nil {
		r.targets = slices.Clip(table.Target) // so that appending leaves the table alone
	} else {
		r.Classes = make([]uint8, table.Rows)
		for i, y := range table.Y {
			r.Classes[i] = uint8(y)
		}
	}
	r.weights = slices.Clone(table.Weights)
	r.Scores = make([]float64, table.Rows*e.Outputs)
	return r
}

// Start sets the scores of the rows of the table to those of the ensemble.
func (r *Rows) Start(threads int) {
	r.threads = threads
	if !r.ensemble.Average {
		parallel.For(threads, parallel.Chunks(r.table.Rows), func(chunk int) {
			lo, hi := parallel.Chunk(r.table.Rows, chunk)
			for i := lo; i < hi; i++ {
				copy(r.Scores[i*r.ensemble.Outputs:], r.ensemble.Base)
			}
		})
	}
	if len(r.ensemble.Trees) > 0 {
		r.AddTrees(r.ensemble.Trees, threads)
	}
}

// Add adds the leaf values of some trees of e at x to scores.
func Add(e *ensemble.Ensemble, trees []ensemble.Tree, x, scores []float64) {
	x = e.Rounded(x)
	for i := range trees {
		t := &trees[i]
		leaf := t.Leaf(x)
		if t.Output >= 0 {
			scores[t.Output] += t.Leaves[leaf]
			continue
		}
		for k, v := range t.Leaves[leaf*e.Outputs : (leaf+1)*e.Outputs] {
			scores[k] += v
		}
	}
}

// AddTrees adds the leaf values of some trees of the ensemble to the scores of
// all rows.
func (r *Rows) AddTrees(trees []ensemble.Tree, threads int) {
	some := *r.ensemble
	some.Trees = trees
	k, table := r.ensemble.Outputs, r.table.Rows*r.ensemble.Outputs
	replaced := make(map[int][]float64, len(r.replaced))
	for i := range r.replaced {
		replaced[i] = slices.Clone(r.Scores[i*k : (i+1)*k])
		Add(r.ensemble, trees, r.X(i), replaced[i])
	}
	addTrees(&some, r.table, r.Scores[:table], threads)
	for i, scores := range replaced { // the table does not know them
		copy(r.Scores[i*k:], scores)
	}
	parallel.Rows(threads, len(r.added), func(lo, hi int) {
		for i := r.table.Rows + lo; i < r.table.Rows+hi; i++ {
			Add(r.ensemble, trees, r.X(i), r.Scores[i*k:(i+1)*k])
		}
	})
}

// Average brings Margins of an averaging ensemble up to date with Scores.
func (r *Rows) Average() {
	if !r.ensemble.Average {
		return
	}
	r.margins = slices.Grow(r.margins[:0], len(r.Scores))[:len(r.Scores)]
	for i := range r.Len() {
		r.average(i)
	}
}

// average brings the margins of row i of an averaging ensemble up to date.
func (r *Rows) average(i int) {
	k, trees := r.ensemble.Outputs, float64(max(1, len(r.ensemble.Trees)))
	for j, base := range r.ensemble.Base {
		r.margins[i*k+j] = base + r.Scores[i*k+j]/trees
	}
}

// fitted tells the margins of the rows of the table, if the scores are what the
// ensemble predicts for them.
func (r *Rows) fitted(tell func(margins []float64)) {
	if e := r.ensemble; !e.Average && e.Input == ensemble.Float64 && e.Sum == ensemble.Float64 && len(r.replaced) == 0 {
		tell(r.Scores[:r.table.Rows*e.Outputs])
	}
}

// Len returns the number of rows.
func (r *Rows) Len() int { return r.Bins.Len() }

// Table returns the number of rows of the table.
func (r *Rows) Table() int { return r.table.Rows }

// Moved returns a row of the table and the cells in which row i differs from it.
func (r *Rows) Moved(i int) (row []float64, cells moved.Cells) {
	if i < r.table.Rows {
		return r.table.Row(i), r.replaced[i]
	}
	a := &r.added[i-r.table.Rows]
	return r.table.Row(int(a.near)), a.moved
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

// Label returns the class of a row as a number, or the target of a regressor.
func (r *Rows) Label(i int) float64 {
	if r.ensemble.Classes == 0 {
		return r.targets[i]
	}
	return float64(r.Classes[i])
}

// Labels returns the labels of the rows lo to hi, in buffer where they are
// classes.
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

// Weight returns the weight of a row.
func (r *Rows) Weight(i int) float64 {
	if r.weights == nil {
		return 1
	}
	return r.weights[i]
}

// Margins returns the margins of a row.
func (r *Rows) Margins(i int) []float64 {
	k := r.ensemble.Outputs
	if r.ensemble.Average {
		return r.margins[i*k : (i+1)*k : (i+1)*k]
	}
	return r.Scores[i*k : (i+1)*k : (i+1)*k]
}

// SetWeight changes the weight of a row.
func (r *Rows) SetWeight(i int, weight float64) {
	r.changed = true
	r.setWeight(i, weight)
}

func (r *Rows) setWeight(i int, weight float64) {
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

// Truncate drops the added rows from number n on.
func (r *Rows) Truncate(n int) {
	r.changed = true
	if n < r.table.Rows {
		panic(fmt.Sprintf("rounds: rows cut off at %d, inside the table of %d", n, r.table.Rows))
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

// SetGradientMargins sets the margins at which the next round takes the
// gradient of a row.
func (r *Rows) SetGradientMargins(i int, margins []float64) {
	n, k := r.Len(), r.ensemble.Outputs
	if len(r.hasOther) < n {
		r.hasOther = append(r.hasOther, make([]bool, n-len(r.hasOther))...)
		r.gradientAt = slices.Grow(r.gradientAt, max(0, n*k-len(r.gradientAt)))[:n*k]
	}
	r.hasOther[i] = true
	copy(r.gradientAt[i*k:(i+1)*k], margins)
}

// GradientMargins returns the margins at which to take the gradients of the
// rows lo to hi, in buffer where they are not the scores themselves.
func (r *Rows) GradientMargins(lo, hi int, buffer []float64) []float64 {
	k := r.ensemble.Outputs
	scores := r.Scores[lo*k : hi*k]
	if r.hasOther == nil {
		return scores
	}
	buffer = append(buffer[:0], scores...)
	for i := lo; i < min(hi, len(r.hasOther)); i++ {
		if r.hasOther[i] {
			copy(buffer[(i-lo)*k:], r.gradientAt[i*k:(i+1)*k])
		}
	}
	return buffer
}

// ForgetGradientMargins ends the effect of SetGradientMargins.
func (r *Rows) ForgetGradientMargins() { r.hasOther = nil }

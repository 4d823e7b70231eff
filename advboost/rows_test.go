package advboost

import (
	"slices"

	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// rows are training rows without a trainer.
type rows struct {
	table  int
	x      [][]float64
	first  [][]float64 // of the table
	class  []int
	weight []float64
}

var _ trainer.Rows = (*rows)(nil)

// newRows returns a table of one feature with the given classes, the values
// 0, 1, 2 and so on, and weight 1.
func newRows(classes ...int) *rows {
	r := &rows{}
	for i, c := range classes {
		r.Append([]float64{float64(i)}, c, 1)
	}
	r.table, r.first = len(classes), slices.Clone(r.x)
	return r
}

// of makes the rows of the table others.
func (r *rows) of(rows ...[]float64) {
	copy(r.x, rows)
	copy(r.first, rows)
}

func (r *rows) clone() *rows {
	c := *r
	c.x, c.class, c.weight = slices.Clone(r.x), slices.Clone(r.class), slices.Clone(r.weight)
	return &c
}

func (r *rows) Len() int                          { return len(r.x) }
func (r *rows) Table() int                        { return r.table }
func (r *rows) X(i int) []float64                 { return r.x[i] }
func (r *rows) Class(i int) int                   { return r.class[i] }
func (r *rows) Weight(i int) float64              { return r.weight[i] }
func (r *rows) Margins(int) []float64             { return nil } // no ensemble
func (r *rows) Replace(i int, x []float64)        { r.x[i] = slices.Clone(x) }
func (r *rows) SetWeight(i int, weight float64)   { r.weight[i] = weight }
func (r *rows) SetGradientMargins(int, []float64) {}
func (r *rows) Truncate(n int)                    { r.x, r.class, r.weight = r.x[:n], r.class[:n], r.weight[:n] }

func (r *rows) Append(x []float64, class int, weight float64) int {
	r.x, r.class, r.weight = append(r.x, slices.Clone(x)), append(r.class, class), append(r.weight, weight)
	return len(r.x) - 1
}

// Moved takes all rows that were added to be near the first one.
func (r *rows) Moved(i int) ([]float64, moved.Cells) {
	first := r.first[0]
	if i < r.table {
		first = r.first[i]
	}
	return first, moved.Cells{}.Diff(r.x[i], first)
}

func (r *rows) Put(changes []trainer.Change) {
	for _, c := range changes {
		x := c.Moved.Of(r.first[c.Near])
		if c.Row == r.Len() {
			r.Append(x, c.Class, c.Weight)
			continue
		}
		r.Replace(c.Row, x)
		r.SetWeight(c.Row, c.Weight)
	}
}

// scored are rows with the margins of a model.
type scored struct {
	*rows
	model *ensemble.Ensemble
}

func (s *scored) Margins(i int) []float64 {
	out := make([]float64, s.model.Outputs)
	s.model.Margins(s.X(i), out)
	return out
}

package trainer

import (
	"iter"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Margins predicts the rows of a table, read as [ensemble.Predictor.Margins] reads them, and yields them
// block by block: the number of the first row and the margins, Outputs per row, valid until the next
// block. The number of threads, 0 for one per processor, does not matter to them. It panics if the rows
// have another number of columns than the model, which [Fits] reports.
func Margins(p *ensemble.Predictor, t *data.Table, threads int) iter.Seq2[int, []float64] {
	const rows, cells = 1 << 14, 1 << 22 // of a block
	return func(yield func(int, []float64) bool) {
		e := p.Ensemble()
		narrow, t := Narrow(e, t)
		predictor := p
		if narrow != e {
			predictor = ensemble.NewPredictor(narrow)
		}
		margins := make([]float64, min(rows, t.Rows)*e.Outputs)
		from := 0
		for block := range t.Blocks(max(1, min(rows, cells/max(1, t.Cols)))) {
			for lo := 0; lo < block.Rows; lo += rows {
				hi := min(lo+rows, block.Rows)
				of := margins[:(hi-lo)*e.Outputs]
				predictor.Margins(block.X[lo*t.Cols:hi*t.Cols], of, threads)
				if !yield(from, of) {
					return
				}
				from += hi - lo
			}
		}
	}
}

// Narrow returns a model and sparse rows without the columns that no tree splits on, as cells of those
// need not be made; other rows and their model as they are. The predictions are the same.
func Narrow(e *ensemble.Ensemble, t *data.Table) (*ensemble.Ensemble, *data.Table) {
	if t.Sparse == nil {
		return e, t
	}
	used := e.Used()
	if len(used) == 0 {
		used = []int{0}
	}
	return e.Select(used), t.Select(used)
}

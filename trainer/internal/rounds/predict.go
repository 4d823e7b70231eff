package rounds

import (
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// addTrees adds the leaf values of the trees of an ensemble at the rows of a table to sums. In sparse
// rows it reads only the features that trees split on.
func addTrees(e *ensemble.Ensemble, t *data.Table, sums []float64, threads int) {
	e, t = trainer.Narrow(e, t)
	p, at := ensemble.NewPredictor(e), 0
	for block := range t.Blocks(1 << 16) {
		p.Add(block.X, sums[at*e.Outputs:(at+block.Rows)*e.Outputs], threads)
		at += block.Rows
	}
}

package gbdt

import (
	"unsafe"

	budget "github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// askRound asks for the memory of a round: its trees, and for each tree the leaf of each row.
func (r *run) askRound() error {
	trees, rows := float64(r.ensemble.Outputs)*float64(r.params.ParallelTrees), r.rows.Len()
	bytes := int(unsafe.Sizeof(ensemble.Tree{})+unsafe.Sizeof([]int32{})) + 4*rows
	return budget.Ask(trees*float64(bytes), "a round of %.0f trees on %d rows takes", trees, rows)
}

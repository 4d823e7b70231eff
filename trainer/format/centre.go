package format

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// centred returns a two-class model whose boundary is at score 0, as formats need it, if that of e is
// elsewhere, such as at half of the votes. XGBoost keeps votes. If the boundary differs from 0 only by
// rounding, e itself is returned. loss says what the move changes, "" for nothing.
func centred(e *ensemble.Ensemble, kind Kind) (c *ensemble.Ensemble, loss string) {
	const rounding = 1e-6
	if e.Classes != 2 || e.Outputs != 1 || math.Abs(e.Cutoff) < rounding || kind == XGBoost && e.Link == ensemble.Vote {
		return e, ""
	}
	moved := *e
	moved.Base = slices.Clone(e.Base)
	moved.Base[0] -= e.Cutoff
	moved.Cutoff = 0
	if e.Sum == ensemble.Float32 {
		moved.Base[0] = float64(float32(moved.Base[0]))
	}
	return &moved, fmt.Sprintf("class 1 begins above the score %v, which is moved to 0", e.Cutoff)
}

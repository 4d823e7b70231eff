package rounds

import (
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/hist"
)

// Reach returns how far an adversary moves each feature, nil where splits are
// natural.
func Reach(p trainer.Params, features int) []hist.Reach {
	if !p.Robust() {
		return nil
	}
	reach := make([]hist.Reach, features)
	for f := range reach {
		reach[f].Down, reach[f].Up = p.Reach(f)
	}
	return reach
}

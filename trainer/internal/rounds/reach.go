package rounds

import (
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Reach returns how far an adversary moves each feature, nil where splits are
// natural.
func Reach(p trainer.Params, features int) []bins.Reach {
	if !p.Robust() {
		return nil
	}
	reach := make([]bins.Reach, features)
	for f := range reach {
		reach[f].Down, reach[f].Up = p.Reach(f)
	}
	return reach
}

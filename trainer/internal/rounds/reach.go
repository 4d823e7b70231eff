package rounds

import (
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Reach returns what the attacker can do to each feature, nil if splits are natural.
func Reach(p trainer.Params, features int) []bins.Reach {
	if !p.Robust() {
		return nil
	}
	reach := make([]bins.Reach, features)
	for f := range reach {
		reach[f].Down, reach[f].Up = p.Reach(f)
		reach[f].Blank = p.RobustBlank != nil && p.RobustBlank[f]
		if p.RobustWindow != nil {
			reach[f].Window = func(threshold float64) (rise, fall float64) { return p.RobustWindow(f, threshold) }
		}
		if p.RobustChange != nil {
			reach[f].Change = func(from, to int32) bool { return p.RobustChange(f, from, to) }
		}
	}
	return reach
}

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
	a, reach := p.Attacker, make([]bins.Reach, features)
	for f := range reach {
		reach[f].Down, reach[f].Up = a.Reach(f)
		reach[f].Blank = a.Blank != nil && a.Blank[f]
		if a.Window != nil {
			reach[f].Window = func(threshold float64) (rise, fall float64) { return a.Window(f, threshold) }
		}
		if a.Change != nil {
			reach[f].Change = func(from, to int32) bool { return a.Change(f, from, to) }
		}
	}
	return reach
}

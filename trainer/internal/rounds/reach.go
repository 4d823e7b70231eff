package rounds

import (
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// reach returns what the attacker can do to each feature, nil if splits are natural.
func reach(p trainer.Params, features int) []bins.Reach {
	if !p.Robust() {
		return nil
	}
	a, all := p.Attacker, make([]bins.Reach, features)
	for f := range all {
		all[f].Down, all[f].Up = a.Reach(f)
		all[f].Blank = a.Blank != nil && a.Blank[f]
		if a.Window != nil {
			all[f].Window = func(threshold float64) (rise, fall float64) { return a.Window(f, threshold) }
		}
		if a.Change != nil {
			all[f].Change = func(from, to int32) bool { return a.Change(f, from, to) }
		}
	}
	return all
}

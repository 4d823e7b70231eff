package trainer

import "github.com/hardwood-ml/hardwood/internal/pick"

// Attacker is what an attacker can do to each feature of a row, as robust splits assume. For the zero
// Attacker splits are natural.
type Attacker struct {
	Up   []float64 // how far each feature can move up, in the units of the rows, or one value for all
	Down []float64 // the same downwards, nil: as far as Up

	// The other fields only count if Up or Down is given, and have no place on a command line.

	// Window returns the values of a feature that can be moved across a threshold: those from rise up
	// to the threshold, and those above it up to fall. NaN, and a nil Window, stand for what Up and
	// Down say. Both must not fall as the threshold rises.
	Window func(feature int, threshold float64) (rise, fall float64)

	Change func(feature int, from, to int32) bool // whether a level of a categorical feature can be changed into another, nil: if Up is at least 1
	Blank  []bool                                 // whether each feature can go missing, nil: none
	Moves  func(row []float64, class int) bool    // whether a row of a class can be changed at all, nil: every row
}

// Reach returns how far a feature can move down and up; 0 and 0 if splits are natural.
func (a *Attacker) Reach(feature int) (down, up float64) {
	of := func(v []float64) float64 {
		switch len(v) {
		case 0:
			return 0
		case 1:
			return v[0]
		}
		return v[feature]
	}
	up = of(a.Up)
	if a.Down == nil {
		return up, up
	}
	return of(a.Down), up
}

// selected returns the attacker of a table with only some of the features, given in ascending order.
func (a Attacker) selected(features []int) Attacker {
	some := func(v []float64) []float64 {
		if len(v) < 2 {
			return v
		}
		return pick.Of(v, features)
	}
	a.Up, a.Down, a.Blank = some(a.Up), some(a.Down), pick.Of(a.Blank, features)
	if window := a.Window; window != nil {
		a.Window = func(feature int, threshold float64) (rise, fall float64) { return window(features[feature], threshold) }
	}
	if change := a.Change; change != nil {
		a.Change = func(feature int, from, to int32) bool { return change(features[feature], from, to) }
	}
	return a
}

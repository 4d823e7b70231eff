package blackbox

import "math"

// Admit moves a point to the nearest admissible one, feature by feature: what
// is missing stays missing, what must not change keeps the victim's value.
func (o *Oracle) Admit(x []float64) {
	c := o.constraints
	for f, from := range o.X {
		v := x[f]
		switch {
		case from != from || v != v:
			x[f] = from
			continue
		case c == nil || v == from:
			continue
		}
		if c.Frozen != nil && c.Frozen[f] || c.Increase != nil && c.Increase[f] && v < from || c.Decrease != nil && c.Decrease[f] && v > from {
			x[f] = from
			continue
		}
		if c.Lo != nil {
			v = max(v, c.Lo[f])
		}
		if c.Hi != nil {
			v = min(v, c.Hi[f])
		}
		if c.Integer != nil && c.Integer[f] {
			v = math.Round(v)
			if c.Lo != nil && v < c.Lo[f] {
				v = math.Ceil(c.Lo[f])
			}
			if c.Hi != nil && v > c.Hi[f] {
				v = math.Floor(c.Hi[f])
			}
		}
		if v > from && c.Decrease != nil && c.Decrease[f] || v < from && c.Increase != nil && c.Increase[f] {
			v = from // the bounds pushed it to the forbidden side
		}
		x[f] = v
	}
}

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
			v = o.whole(f, v)
		}
		if v > from && c.Decrease != nil && c.Decrease[f] || v < from && c.Increase != nil && c.Increase[f] {
			v = from // the bounds pushed it to the forbidden side
		}
		x[f] = v
	}
}

// whole returns the whole number of the data nearest to v that lies within the
// bounds, as the model reads it.
func (o *Oracle) whole(f int, v float64) float64 {
	c := o.constraints
	least, unit := 0.0, 1.0 // of the data
	if c.Range != nil {
		least, unit = c.Min[f], c.Range[f]
	}
	k := math.Round(v*unit + least)
	if c.Lo != nil {
		k = max(k, math.Ceil(c.Lo[f]*unit+least))
	}
	if c.Hi != nil {
		k = min(k, math.Floor(c.Hi[f]*unit+least))
	}
	return (k - least) / unit
}

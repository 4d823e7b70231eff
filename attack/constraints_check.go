package attack

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Check reports the first fault of constraints for a number of features: lengths that do not fit,
// weights out of range, or constraints of one feature that contradict each other.
func (c *Constraints) Check(features int) error {
	for _, n := range []int{
		len(c.Weight), len(c.Fall), len(c.Lo), len(c.Hi), len(c.Frozen), len(c.Increase), len(c.Decrease), len(c.Integer),
		len(c.Values), len(c.Step), len(c.StepFrom), len(c.Levels), len(c.Min), len(c.Range), len(c.Blank),
	} {
		if n != 0 && n != features {
			return fmt.Errorf("constraints for %d features, the model reads %d", n, features)
		}
	}
	if (c.Min == nil) != (c.Range == nil) {
		return fmt.Errorf("constraints have Min without Range, or Range without Min: a model scales its features by both")
	}
	for f := range features {
		if err := c.CheckFeature(f); err != nil {
			return fmt.Errorf("constraints of feature %d: %w", f, err)
		}
	}
	if err := c.checkLinkTerms(features); err != nil {
		return err
	}
	for i := range c.Links {
		for f, in := range c.linked(features) {
			if in && slices.ContainsFunc(c.Groups, func(g Group) bool { return slices.Contains(g.Features, f) }) {
				return fmt.Errorf("%s: feature %d is in a group", c.Links[i].name(), f)
			}
		}
	}
	if err := c.checkBlanks(features); err != nil {
		return err
	}
	return cmp.Or(c.checkLinkOrder(), c.checkGroups(features))
}

// CheckFeature reports a contradiction between the constraints of a feature.
func (c *Constraints) CheckFeature(f int) error {
	lo, hi := c.Bounds(f)
	for _, way := range [2]float64{1, -1} {
		switch w := c.Weigh(f, way); {
		case c.Free(f):
		case !(w > 0 && w < math.Inf(1)):
			return fmt.Errorf("weight %v is not a positive number", w)
		case !(w >= leastWeight && w <= mostWeight):
			return fmt.Errorf("weight %v is not between %v and %v (a feature that must not change can be frozen)",
				w, leastWeight, mostWeight)
		}
	}
	switch {
	case !(lo <= hi):
		return fmt.Errorf("smallest value %v is above the largest, %v", c.raw(f, lo), c.raw(f, hi))
	case is(c.Increase, f) && is(c.Decrease, f):
		return fmt.Errorf("it must neither fall nor rise: freeze it instead")
	case c.Min != nil && (math.IsNaN(c.Min[f]) || math.IsInf(c.Min[f], 0)):
		return fmt.Errorf("scaled by Min %v, must be finite", c.Min[f])
	case c.Range != nil && !(c.Range[f] > 0 && c.Range[f] < math.Inf(1)):
		return fmt.Errorf("range %v is not a positive number", c.Range[f])
	}
	if c.Levels != nil && c.Levels[f].said() {
		if err := c.Levels[f].check(); err != nil {
			return err
		}
	}
	return c.checkPlaces(f)
}

// Within reports whether a row is within the bounds, groups and links; nil admits any row.
func (c *Constraints) Within(x []float64) bool {
	if c == nil || c.Lo == nil && c.Hi == nil && c.Groups == nil && c.Links == nil {
		return true
	}
	for f, v := range x {
		if c.outside(f, v) {
			return false
		}
	}
	return c.checkLevels(x) == nil && c.checkLinks(x) == nil
}

// Selects reports whether there may be rows that the attacker cannot move, see [Constraints.Moves].
func (c *Constraints) Selects() bool {
	return c != nil && (c.Attackers != nil || c.Lo != nil || c.Hi != nil || c.Groups != nil || c.Links != nil)
}

// Moves reports whether the attacker can move a row: its class is attacked, and it is within its
// bounds.
func (c *Constraints) Moves(x []float64, class int) bool { return c.Attacks(class) && c.Within(x) }

// CheckVictim reports the first feature of a row that is outside its bounds, in the data's units,
// or else the first group or link that the row breaks. names are those of the features, nil for
// numbers from 0; columns are what they hold, nil for numbers.
func (c *Constraints) CheckVictim(x []float64, names []string, columns []column.Column) error {
	for f, v := range x {
		if lo, hi := c.Bounds(f); c.outside(f, v) {
			name, of := fmt.Sprint(f), column.Column{}
			if names != nil {
				name = fmt.Sprintf("%q", names[f])
			}
			if columns != nil {
				of = columns[f]
			}
			is, least, most := c.said(f, v, &of), c.said(f, lo, &of), c.said(f, hi, &of)
			for _, bound := range []float64{lo, hi} {
				if word, dated := of.Beyond(c.raw(f, v), c.raw(f, bound)); dated && is == c.said(f, bound, &of) { // less than a second beyond it
					is = word
				}
			}
			return fmt.Errorf("feature %s is %s, outside its bounds %s to %s", name, is, least, most)
		}
	}
	return cmp.Or(c.checkLevels(x), c.checkLinks(x))
}

// said returns a value of a feature as the data has it, for errors.
func (c *Constraints) said(f int, v float64, of *column.Column) string {
	raw := c.raw(f, v)
	if whole := math.Round(raw); is(c.Integer, f) && math.Abs(raw-whole) <= 1e-9*math.Abs(whole) { // scaling has rounded it
		raw = whole
	}
	if word, ok := of.Word(raw); ok {
		return word
	}
	if word, ok := of.Nearest(raw); ok { // scaling leaves a bit, and float32 more
		return word
	}
	if c.Range != nil { // scaling has rounded its last digits, and a 0 to a little beside it
		_, exponent := math.Frexp(max(math.Abs(c.Min[f]), c.Range[f]))
		if places := 14 - int(0.301*float64(exponent)); places > 0 && !math.IsInf(raw, 0) {
			raw, _ = strconv.ParseFloat(strconv.FormatFloat(raw, 'f', places, 64), 64)
		}
		return strconv.FormatFloat(raw+0, 'g', 15, 64)
	}
	return fmt.Sprint(raw)
}

// Allow reports the first change from a row to another that c forbids; nil forbids nothing.
func (c *Constraints) Allow(from, to []float64) error {
	if c == nil {
		return nil
	}
	for f, v := range to {
		old := from[f]
		if v == old || v != v && (old != old || c.blanks(f)) {
			continue
		}
		lo, hi := c.Bounds(f)
		switch {
		case old != old || v != v:
			return fmt.Errorf("feature %d goes from %v to %v", f, old, v)
		case is(c.Frozen, f):
			return fmt.Errorf("feature %d is frozen and goes from %v to %v", f, old, v)
		case c.pricesLevels(f) && math.IsInf(c.LevelPrice(f, old, v), 1):
			return fmt.Errorf("feature %d must not go from level %v to %v", f, old, v)
		case c.outside(f, v):
			return fmt.Errorf("feature %d goes to %v, outside its bounds %v to %v", f, v, lo, hi)
		case is(c.Increase, f) && v < old, is(c.Decrease, f) && v > old:
			return fmt.Errorf("feature %d goes from %v to %v, the wrong way", f, old, v)
		case c.Discrete(f):
			if p := c.placesOf(f, old); !p.has(v) {
				return fmt.Errorf("feature %d goes to %v, not %s", f, v, c.placesName(f))
			}
		}
	}
	return cmp.Or(c.checkLevels(to), c.checkChanges(from, to), c.checkLinks(to))
}

package attack

import (
	"cmp"
	"fmt"
	"math"
	"strconv"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Within reports whether a row is within the bounds, groups and links; nil admits any row.
func (c *Constraints) Within(x []float64) bool {
	if c == nil || c.Lo == nil && c.Hi == nil && c.Groups == nil && c.Links == nil {
		return true
	}
	return c.firstOutside(x) < 0 && c.checkLevels(x) == nil && c.checkLinks(x, nil) == nil
}

// Moves reports whether the attacker can move a row: its class is attacked, and it is within its
// bounds.
func (c *Constraints) Moves(x []float64, class int) bool { return c.Attacks(class) && c.Within(x) }

// Selects reports whether there may be rows that the attacker cannot move, see [Constraints.Moves].
func (c *Constraints) Selects() bool {
	return c != nil && (c.Attackers != nil || c.Lo != nil || c.Hi != nil || c.Groups != nil || c.Links != nil)
}

// CheckVictim reports the first feature of a row that is outside its bounds, in the data's units,
// or else the first group or link that the row breaks. names are those of the features, nil for
// numbers from 0; columns are what they hold, nil for numbers.
func (c *Constraints) CheckVictim(x []float64, names []string, columns []column.Column) error {
	f := c.firstOutside(x)
	if f < 0 {
		return cmp.Or(c.checkLevels(x), c.checkLinks(x, columns))
	}
	name, of := fmt.Sprint(f), column.Column{}
	if names != nil {
		name = fmt.Sprintf("%q", names[f])
	}
	if columns != nil {
		of = columns[f]
	}
	lo, hi := c.Bounds(f)
	v, lo, hi := c.raw(f, x[f]), c.raw(f, lo), c.raw(f, hi)
	is, least, most := c.said(f, v, &of), c.said(f, lo, &of), c.said(f, hi, &of)
	for _, bound := range []float64{lo, hi} {
		if word, dated := of.Beyond(v, bound); dated && is == c.said(f, bound, &of) { // less than a second beyond it
			is = word
		}
	}
	return fmt.Errorf("feature %s is %s, outside its bounds %s to %s", name, is, least, most)
}

// firstOutside returns the first feature of a row that is outside its bounds, -1 for none.
func (c *Constraints) firstOutside(x []float64) int {
	for f, v := range x {
		if c.outside(f, v) {
			return f
		}
	}
	return -1
}

// number is said for a feature of which only numbers are known.
func (c *Constraints) number(f int, raw float64) string { return c.said(f, raw, &column.Column{}) }

// said returns a value of a feature, in the data's units, as the data has it, for errors.
func (c *Constraints) said(f int, raw float64, of *column.Column) string {
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

// outside reports whether a value is outside the bounds of a feature. A place that rounding has
// moved past them is not.
func (c *Constraints) outside(f int, v float64) bool {
	if lo, hi := c.Bounds(f); !(v < lo || v > hi) {
		return false
	}
	if c.Discrete(f) {
		if p := c.placesOf(f, v); p.has(v) {
			k := p.nearest(p.raw(v))
			return k < p.first || k > p.last
		}
	}
	return true
}

// checkLevels reports the first group whose values in a row are not a level.
func (c *Constraints) checkLevels(x []float64) error {
	for i := range c.Groups {
		g := &c.Groups[i]
		if c.Level(g, x) == badLevel {
			ones := "exactly"
			if g.AtMostOne {
				ones = "at most"
			}
			values := make([]float64, len(g.Features))
			for i, f := range g.Features {
				values[i] = c.raw(f, x[f])
			}
			return fmt.Errorf("the columns of group %q are %v, of which %s one must be 1 and the others 0", g.Name, values, ones)
		}
	}
	return nil
}

// checkLinks reports the first link that a row breaks. Links with missing values do not apply. columns
// are what the features hold, nil for numbers.
func (c *Constraints) checkLinks(x []float64, columns []column.Column) error {
	for i := range c.Links {
		l := &c.Links[i]
		if l.Missing(x) {
			continue
		}
		if left, right, holds := c.sides(l, x); !holds {
			of := column.Column{}
			if columns != nil { // yes and no are 1 and 0 in a formula
				of.Dates = columns[l.Feature].Dates
			}
			return fmt.Errorf("%s is broken: %s and %s%s", l.name(), c.said(l.Feature, left, &of), c.said(l.Feature, right, &of), l.advice(left, right))
		}
	}
	return nil
}

// sides returns both sides of a link for a row as a model reads it, and whether the link holds. No
// value of a derived column equals a division by zero.
func (c *Constraints) sides(l *Link, x []float64) (left, right float64, holds bool) {
	unit := 0.0 // of scaling, which rounds sides that are small beside it
	raw := func(f int) float64 {
		if c.Range != nil {
			unit = max(unit, math.Abs(c.Min[f]), c.Range[f])
		}
		return c.raw(f, x[f])
	}
	left = raw(l.Feature)
	right, size := l.sum(raw)
	if math.IsInf(size, 1) {
		return left, right, l.AtMost && left <= right
	}
	slack := float64(linkRounding*max(min(1, unit), math.Abs(left), size)) + float64(l.Step/2)
	if l.compares() { // no sum has been rounded, here or in the table, and of timestamps a millionth is half an hour
		slack = 1e-12 * max(unit, math.Abs(left), size)
	}
	return left, right, math.Abs(left-right) <= slack || l.AtMost && left <= right
}

// advice suggests a step if the two sides of a link differ by no more than the left one may have
// been rounded.
func (l *Link) advice(left, right float64) string {
	if l.AtMost || l.Step != 0 {
		return ""
	}
	const most = 6 // decimals
	for places := range most + 1 {
		step := math.Pow10(-places)
		if rounded := float64(math.Round(left/step) * step); math.Abs(left-rounded) < 1e-9*max(1, math.Abs(left)) {
			if math.Abs(left-right) > 0.501*step {
				break
			}
			return fmt.Sprintf("; step = %v in the table of the column on the left rounds what is derived", step)
		}
	}
	return ""
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
		case c.StandsForMissing(f, v):
			return fmt.Errorf("feature %d goes to %v, which stands for a missing value", f, v)
		case is(c.Increase, f) && v < old, is(c.Decrease, f) && v > old:
			return fmt.Errorf("feature %d goes from %v to %v, the wrong way", f, old, v)
		case c.Discrete(f):
			if p := c.placesOf(f, old); !p.has(v) {
				return fmt.Errorf("feature %d goes to %v, not %s", f, v, c.placesName(f))
			}
		}
	}
	return cmp.Or(c.checkLevels(to), c.checkChanges(from, to), c.checkLinks(to, nil))
}

// checkChanges reports the first group that changes in a forbidden way.
func (c *Constraints) checkChanges(from, to []float64) error {
	for i := range c.Groups {
		g := &c.Groups[i]
		switch a, b := c.Level(g, from), c.Level(g, to); {
		case a == b:
		case g.Frozen:
			return fmt.Errorf("group %q is frozen and goes from its feature %d to %d", g.Name, a, b)
		case math.IsInf(g.Price(a, b), 1):
			return fmt.Errorf("group %q must not go from its feature %d to %d", g.Name, a, b)
		}
	}
	return nil
}

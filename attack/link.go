package attack

import (
	"fmt"
	"math"
	"slices"
)

// Link ties columns together so that an attacker cannot change them independently: a derived column
// is a sum of products of others, or a column is at most such a sum. Values are the data's.
type Link struct {
	Text    string // as written in the threat file
	Feature int    // the column on the left
	AtMost  bool   // the column is at most the sum; else it equals the sum
	Terms   []Term // at least one

	// Step is the unit that the sum is rounded to, as tables round derived values: 1 for whole
	// numbers, 0.01 for two decimals, 0 for no rounding.
	Step float64
}

// Term is a product of a factor and some columns, divided by others.
type Term struct {
	Factor      float64 // 1 for the columns as they are; 0 only without columns
	Times, Over []int   // columns, by number
}

// sum returns the sum of the terms for raw values, and the absolute value of the largest term.
func (l *Link) sum(raw func(f int) float64) (sum, size float64) {
	for i, t := range l.Terms {
		v := t.Factor
		for _, f := range t.Times {
			v *= raw(f)
		}
		for _, f := range t.Over {
			v /= raw(f)
		}
		if size = max(size, math.Abs(v)); i == 0 {
			sum = v
		} else {
			sum += v
		}
	}
	return sum, size
}

// Value returns the right side of the link for a row in the data's units.
func (l *Link) Value(row []float64) float64 { return l.value(func(f int) float64 { return row[f] }) }

// value returns the sum as the column has it.
func (l *Link) value(raw func(f int) float64) float64 {
	sum, _ := l.sum(raw)
	return l.rounded(sum)
}

// rounded returns a sum rounded to the steps of the column. As a step such as 0.01 is not an exact
// binary number, it divides by the whole number of steps that make 1, if there is one.
func (l *Link) rounded(sum float64) float64 {
	if l.Step == 0 || l.AtMost {
		return sum
	}
	if parts := math.Round(1 / l.Step); math.Abs(float64(parts*l.Step)-1) < 1e-9 {
		return math.Round(sum*parts) / parts
	}
	return math.Round(sum/l.Step) * l.Step
}

// some reports whether something holds for a column of the link.
func (l *Link) some(holds func(f int) bool) bool {
	for _, t := range l.Terms {
		if slices.ContainsFunc(t.Times, holds) || slices.ContainsFunc(t.Over, holds) {
			return true
		}
	}
	return holds(l.Feature)
}

// name identifies the link in errors: one that is made by hand need not have a text.
func (l *Link) name() string {
	if l.Text == "" {
		return fmt.Sprintf("the link of feature %d", l.Feature)
	}
	return l.Text
}

// Missing reports whether a row misses a column of the link, which then does not apply.
func (l *Link) Missing(x []float64) bool {
	return l.some(func(f int) bool { return x[f] != x[f] })
}

// Features returns the columns of the link.
func (l *Link) Features() []int {
	all := []int{l.Feature}
	for _, t := range l.Terms {
		all = append(append(all, t.Times...), t.Over...)
	}
	return all
}

// compares reports whether a link is an order of two columns, as they are.
func (l *Link) compares() bool {
	return l.AtMost && len(l.Terms) == 1 && l.Terms[0].Factor == 1 && len(l.Terms[0].Times) == 1 && l.Terms[0].Over == nil
}

// linkRounding is how far apart, relative to the largest term, scaling and rounding may move the
// two sides of a link.
const linkRounding = 1e-6

// checkLinkTerms reports the first link that is not a valid sum of products of columns.
func (c *Constraints) checkLinkTerms(features int) error {
	for i := range c.Links {
		l := &c.Links[i]
		for _, f := range l.Features() {
			if f < 0 || f >= features {
				return fmt.Errorf("link %d %q: there is no feature %d", i, l.Text, f)
			}
		}
		if len(l.Terms) == 0 {
			return fmt.Errorf("link %d %q has no terms on its right side", i, l.Text)
		}
		if !(l.Step >= 0 && l.Step < math.Inf(1)) || l.AtMost && l.Step != 0 {
			return fmt.Errorf("link %d %q: step %v is no distance, or of a column that is no sum", i, l.Text, l.Step)
		}
		for _, t := range l.Terms {
			columns := len(t.Times) + len(t.Over)
			if math.IsNaN(t.Factor) || math.IsInf(t.Factor, 0) || t.Factor == 0 && columns > 0 {
				return fmt.Errorf("link %d %q: factor %v of columns is no number other than 0", i, l.Text, t.Factor)
			}
		}
	}
	return nil
}

// checkLinkOrder reports links that form a circle, or a derived column that comes after what is
// derived from it.
func (c *Constraints) checkLinkOrder() error {
	ordered, err := OrderLinks(c.Links)
	if err != nil {
		return err
	}
	for i, l := range ordered {
		if l.Feature != c.Links[i].Feature || l.AtMost != c.Links[i].AtMost {
			return fmt.Errorf("link %d %q reads a column that a later one derives: OrderLinks orders them", i, c.Links[i].Text)
		}
	}
	return nil
}

// OrderLinks returns the links ordered such that a derived column comes before what is derived from
// it, or an error for a circle.
func OrderLinks(links []Link) ([]Link, error) {
	var order []Link
	state := make([]int, len(links)) // 1 while visited, 2 when done
	by := map[int]int{}
	for i, l := range links {
		if !l.AtMost {
			if other, twice := by[l.Feature]; twice {
				return nil, fmt.Errorf("%s and %s derive the same column", links[other].name(), l.name())
			}
			by[l.Feature] = i
		}
	}
	var visit func(i int) error
	visit = func(i int) error {
		switch state[i] {
		case 1:
			return fmt.Errorf("%s is part of a circle of links", links[i].name())
		case 2:
			return nil
		}
		state[i] = 1
		for _, t := range links[i].Terms {
			for _, f := range slices.Concat(t.Times, t.Over) {
				if from, derived := by[f]; derived && (from != i || !links[i].AtMost) {
					if err := visit(from); err != nil {
						return err
					}
				}
			}
		}
		state[i] = 2
		order = append(order, links[i])
		return nil
	}
	for i := range links {
		if err := visit(i); err != nil {
			return nil, err
		}
	}
	return order, nil
}

// derive gives the derived columns of a row their values, as the model reads them, and moves
// other columns that break an order to their limits if it can. x is the victim as the model reads it:
// columns that still equal x count as they are written, before the model rounds.
func (p *Problem) derive(victim, x, row []float64) {
	c := p.Constraints
	raw := c.written(victim, x, row)
	for i := range c.Links {
		l := &c.Links[i]
		if l.Missing(x) {
			continue
		}
		if !l.AtMost {
			if v := p.derived(l, victim, x, row); v == v {
				row[l.Feature] = v
			}
			continue
		}
		sum, apart := l.value(raw), c.apart(l, raw, x, row)
		if raw(l.Feature) > sum-apart && !math.IsInf(sum, 0) && !c.follows(l.Feature, x) {
			if v := p.Nearest(l.Feature, x[l.Feature], math.Inf(-1), c.scaledTo(l.Feature, sum-float64(2*apart))); v == v {
				row[l.Feature] = v
			}
		}
	}
}

// derived returns the value that a link gives its column in a row, as the model reads it, NaN if the sum is
// no number. x is the victim as the model reads it.
func (p *Problem) derived(l *Link, victim, x, row []float64) float64 {
	if !l.some(func(f int) bool { return f != l.Feature && row[f] != x[f] }) {
		return x[l.Feature] // as it was, to the last bit
	}
	c := p.Constraints
	sum, size := l.sum(c.written(victim, x, row))
	if math.IsInf(sum, 0) {
		return math.NaN()
	}
	if rest := math.Abs(sum) / l.Step; l.Step != 0 && math.Abs(rest-math.Floor(rest)-0.5) <= linkRounding*max(1, size/l.Step) {
		sum, _ = l.sum(c.inFiles(victim, x, row))
	}
	sum = l.rounded(sum)
	if own := c.raw(l.Feature, x[l.Feature]); math.Abs(sum-own) < float64(linkRounding*l.Step) {
		return x[l.Feature] // the same step, such as 3 * 0.05 and 0.15
	}
	return round(p.Ensemble, c.scaledTo(l.Feature, sum))
}

// written returns what the columns of a row are in the data's units: those that still equal x, the victim
// as the model reads it, are as they are written.
func (c *Constraints) written(victim, x, row []float64) func(f int) float64 {
	return func(f int) float64 {
		if row[f] == x[f] {
			return c.raw(f, victim[f])
		}
		return c.raw(f, row[f])
	}
}

// inFiles is written, and more exactly what files have: scaling leaves 2.9999999999999996 for a step to
// 3, which may round a half to another step.
func (c *Constraints) inFiles(victim, x, row []float64) func(f int) float64 {
	return func(f int) float64 {
		own := c.decimal(f, victim[f])
		if row[f] == x[f] {
			return own
		}
		raw := c.decimal(f, row[f])
		if at := c.Land(f, own, raw); math.Abs(at-raw) <= float64(linkRounding*math.Abs(raw)) {
			return at
		}
		return raw
	}
}

// decimal returns what a value is in the data's units, without the rounding of scaling if that is a
// decimal of few places.
func (c *Constraints) decimal(f int, v float64) float64 {
	raw := c.raw(f, v)
	if c.Range == nil {
		return raw
	}
	const most = 1e6
	for parts := 1.0; parts <= most; parts *= 10 {
		if near := math.Round(raw*parts) / parts; c.scaledTo(f, near) == v {
			return near
		}
	}
	return raw
}

// Free reports whether a feature moves at no cost: a column that a link derives, with weight 0.
func (c *Constraints) Free(f int) bool {
	return c != nil && c.Weight != nil && c.Weight[f] == 0 && (c.Fall == nil || c.Fall[f] == 0) && c.Derived(f)
}

// Derived reports whether a link derives a feature from others.
func (c *Constraints) Derived(f int) bool { return derives(c.Links, f) }

// follows reports whether a link derives a feature of a row from others.
func (c *Constraints) follows(f int, x []float64) bool {
	return slices.ContainsFunc(c.Links, func(l Link) bool { return l.Feature == f && !l.AtMost && !l.Missing(x) })
}

// derives reports whether one of some links derives a feature.
func derives(links []Link, f int) bool {
	return slices.ContainsFunc(links, func(l Link) bool { return l.Feature == f && !l.AtMost })
}

// scaledTo turns a value of the data into the model's.
func (c *Constraints) scaledTo(f int, k float64) float64 {
	if c.Range == nil {
		return k
	}
	return (k - c.Min[f]) / c.Range[f]
}

// unsteady returns by how much scaling to the data's units and back may move the value that a link
// derives, as the model reads it; 0 if nothing is scaled.
func (c *Constraints) unsteady(l *Link, raw func(f int) float64) float64 {
	const rounding = 1e-13
	if c.Range == nil || !l.some(func(f int) bool { return c.Range[f] != 1 || c.Min[f] != 0 }) {
		return 0
	}
	_, size := l.sum(raw)
	return rounding * (size + math.Abs(c.Min[l.Feature])) / c.Range[l.Feature]
}

// apart returns by how much, in the data's units, the sides of an order have to differ in a row so that it
// holds in a file too: there a column has a number that scales to its value to the last bit, and that may
// be another than the value scales back to. Steps, and what still equals the victim x, are written as they are.
func (c *Constraints) apart(l *Link, raw func(f int) float64, x, row []float64) float64 {
	by := c.unsteady(l, raw)
	if by == 0 || !l.some(func(f int) bool { return row[f] != x[f] && !c.Discrete(f) }) {
		return 0
	}
	return by * c.Range[l.Feature]
}

// linked returns the features that take part in links.
func (c *Constraints) linked(features int) []bool {
	in := make([]bool, features)
	for _, l := range c.Links {
		in[l.Feature] = true
		for _, t := range l.Terms {
			for _, f := range t.Times {
				in[f] = true
			}
			for _, f := range t.Over {
				in[f] = true
			}
		}
	}
	return in
}

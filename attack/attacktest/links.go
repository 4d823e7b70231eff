package attacktest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
)

// speaking returns the links that apply to a row: those without missing columns.
func speaking(c *attack.Constraints, x []float64) (links []attack.Link) {
	if c == nil {
		return nil
	}
	for _, l := range c.Links {
		if !l.Missing(x) {
			links = append(links, l)
		}
	}
	return links
}

// side returns the value of the right side of a link, in the data's units. Columns that equal the
// victim's, as the model reads it, count as they are written in the victim.
func side(p *attack.Problem, l *attack.Link, v attack.Victim, row []float64) float64 {
	x := p.Ensemble.Rounded(v.X)
	raw := func(f int) float64 {
		value := row[f]
		if value == x[f] {
			value = v.X[f]
		}
		return inData(p, f, value)
	}
	sum := 0.0
	for _, t := range l.Terms {
		v := t.Factor
		for _, f := range t.Times {
			v *= raw(f)
		}
		for _, f := range t.Over {
			v /= raw(f)
		}
		sum += v
	}
	return sum
}

// derived returns the value of the column that a link derives, as the model reads it: the victim's
// if nothing it is derived from has changed.
func derived(p *attack.Problem, l *attack.Link, v attack.Victim, row []float64) float64 {
	x := p.Ensemble.Rounded(v.X)
	if !slices.ContainsFunc(l.Features(), func(f int) bool { return f != l.Feature && row[f] != x[f] }) {
		return x[l.Feature]
	}
	return p.Ensemble.Rounded(written(p, l.Feature, side(p, l, v, row)))[l.Feature]
}

// Obeys reports the first link of a problem that an example breaks, by however little.
func Obeys(p *attack.Problem, v attack.Victim, example []float64) error {
	x := p.Ensemble.Rounded(v.X)
	for _, l := range speaking(p.Constraints, x) {
		if !slices.ContainsFunc(l.Features(), func(f int) bool { return example[f] != x[f] }) {
			continue // as in the victim
		}
		is, want := example[l.Feature], derived(p, &l, v, example)
		if l.AtMost {
			want = min(is, p.Ensemble.Rounded(written(p, l.Feature, side(p, &l, v, example)))[l.Feature])
		}
		if is != want {
			return fmt.Errorf("%s is broken: %v, %v is wanted", l.Text, is, want)
		}
	}
	return nil
}

// link ties some numeric columns of a problem together at random: one is a multiple, a sum, a ratio
// or a product of others, or at most another; at times a column is at most a derived one. Columns
// that others are derived from get a list of values to change to.
func link(r *rand.Rand, p *attack.Problem, columns []int) {
	a, b, last := columns[0], columns[len(columns)-2], columns[len(columns)-1]
	term := func(columns ...int) attack.Term { return attack.Term{Factor: 1, Times: columns} }
	l := attack.Link{Text: "last of others", Feature: last}
	c := p.Constraints
	switch kind := r.IntN(5); {
	case kind == 0 || a == b && kind > 1:
		l.Terms = []attack.Term{{Factor: 2, Times: []int{a}}}
		if a != b {
			c.Links = append(c.Links, attack.Link{Text: "another at most last", Feature: b, AtMost: true, Terms: []attack.Term{term(last)}})
		}
	case kind == 1:
		l.AtMost, l.Terms = true, []attack.Term{term(a)}
	case kind == 2:
		l.Terms = []attack.Term{term(a), term(b)}
	case kind == 3:
		l.Terms = []attack.Term{{Factor: 1, Times: []int{a}, Over: []int{b}}}
	default:
		l.Terms = []attack.Term{term(a, b)}
	}
	c.Links = append([]attack.Link{l}, c.Links...)
	for _, l := range c.Links {
		for _, f := range l.Features() {
			c.Integer[f], c.Step[f], c.Values[f] = false, 0, nil
			c.Lo[f], c.Hi[f] = math.Inf(-1), math.Inf(1)
			if f != last || l.AtMost && l.Feature == last {
				c.Values[f] = []float64{0.05 + 0.25*r.Float64(), 0.35 + 0.25*r.Float64(), 0.7 + 0.3*r.Float64()}
			}
		}
	}
	if !l.AtMost && c.Fall == nil && r.IntN(2) == 0 {
		c.Weight[last] = 0
	}
}

// derive makes a row obey the links of a problem.
func derive(p *attack.Problem, x []float64) {
	for _, l := range speaking(p.Constraints, x) {
		for _, f := range l.Features() {
			if values := p.Constraints.Values[f]; values != nil {
				x[f] = written(p, f, values[0])[f]
			}
		}
		if to := written(p, l.Feature, side(p, &l, attack.Victim{X: x}, x))[l.Feature]; !l.AtMost || x[l.Feature] > to {
			x[l.Feature] = to
		}
	}
}

package eval

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// obey makes an example out, in the data's units, obey links to the last bit: converting values may
// have moved them by a rounding or two. x and example are as the model reads them. A value that the
// model reads differently, in the last place, is used only if the class stays that of the example.
func obey(e *ensemble.Ensemble, c *attack.Constraints, out, x, example []float64) {
	derive(e, c, out, x, example)
	if !holds(e, c, out, x, example) {
		makeUp(e, c, out, x, example)
	}
}

// derive gives the derived columns of an example that have changed their values.
func derive(e *ensemble.Ensemble, c *attack.Constraints, out, x, example []float64) {
	for i := range c.Links {
		l := &c.Links[i]
		f, want := l.Feature, l.Value(out)
		if l.Missing(x) || example[f] == x[f] || out[f] == want || l.AtMost && out[f] < want {
			continue
		}
		was := out[f]
		if out[f] = want; read(e, f, want) != example[f] && e.Class(scaled(e, out)) != e.Class(example) {
			out[f] = was
		}
	}
}

// holds reports whether the derived columns of an example that stay as they are, though others of
// their formulas change, are what the formulas give.
func holds(e *ensemble.Ensemble, c *attack.Constraints, out, x, example []float64) bool {
	for i := range c.Links {
		l := &c.Links[i]
		f := l.Feature
		if l.AtMost || l.Step != 0 || example[f] != x[f] || l.Missing(x) || read(e, f, l.Value(out)) == read(e, f, out[f]) {
			continue
		}
		if slices.ContainsFunc(l.Features(), func(f int) bool { return example[f] != x[f] }) {
			return false
		}
	}
	return true
}

// makeUp moves a column of numbers that an example has changed by a few last places, such that the
// derived columns that stay hold, if the attacker can and the class remains.
func makeUp(e *ensemble.Ensemble, c *attack.Constraints, out, x, example []float64) {
	const places = 8
	for f := range out {
		if example[f] == x[f] || example[f] != example[f] || c.Derived(f) || c.Discrete(f) || e.Categorical(f) {
			continue
		}
		below, above := out[f], out[f]
		for range places {
			below, above = math.Nextafter(below, math.Inf(-1)), math.Nextafter(above, math.Inf(1))
			for _, v := range [2]float64{below, above} {
				next := slices.Clone(out)
				next[f] = v
				derive(e, c, next, x, example)
				if holds(e, c, next, x, example) && e.Class(scaled(e, next)) == e.Class(example) && c.Allow(x, scaled(e, next)) == nil {
					copy(out, next)
					return
				}
			}
		}
	}
}

// scaled returns a raw row as the model reads it.
func scaled(e *ensemble.Ensemble, raw []float64) []float64 {
	x := slices.Clone(raw)
	for f := range x {
		x[f] = read(e, f, x[f])
	}
	return x
}

package eval

import (
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// obey makes an example out, in the data's units, obey links to the last bit: converting values may
// have moved them by a rounding or two. x and example are as the model reads them. A value that the
// model reads differently, in the last place, is used only if the class stays that of the example.
func obey(e *ensemble.Ensemble, c *attack.Constraints, out, x, example []float64) {
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

// scaled returns a raw row as the model reads it.
func scaled(e *ensemble.Ensemble, raw []float64) []float64 {
	x := slices.Clone(raw)
	for f := range x {
		x[f] = read(e, f, x[f])
	}
	return x
}

package eval

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// land moves changed values onto the exact steps and listed values of the constraints, in the data's
// units: the search counted from values that scaling had rounded, so 1200 less a step of 50 may have
// become 1149.9999999999998, and a listed 1.93 may have become 1.9300000000000002. A value that the
// model reads differently, in the last place, is used only if the class stays that of the example.
// raw is the row as it was read.
func land(e *ensemble.Ensemble, c *attack.Constraints, out, x, example, raw []float64) {
	for f, was := range out {
		if example[f] == x[f] || example[f] != example[f] {
			continue
		}
		want := c.Land(f, raw[f], was)
		if out[f] = want; want != was && read(e, f, want) != example[f] && e.Class(scaled(e, out)) != e.Class(example) {
			out[f] = was
		}
	}
}

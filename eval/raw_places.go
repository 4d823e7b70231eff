package eval

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// land puts what an example changes in steps onto the steps themselves, in the data's
// units: the search counted them from a value that scaling had rounded, and 1200 less a
// step of 50 may have become 1149.9999999999998. Where the step is another in the last
// place for the model, it has to give the row the class of the example all the same. raw
// is the row as it was read.
func land(e *ensemble.Ensemble, c *attack.Constraints, out, x, example, raw []float64) {
	for f := range c.Step {
		step := c.Step[f]
		if step == 0 || example[f] == x[f] || example[f] != example[f] {
			continue
		}
		from := raw[f]
		if c.StepFrom != nil && c.StepFrom[f] == c.StepFrom[f] {
			from = c.StepFrom[f]
		}
		was := out[f]
		want := from + float64(math.Round((was-from)/step)*step)
		if out[f] = want; read(e, f, want) != example[f] && e.Class(scaled(e, out)) != e.Class(example) {
			out[f] = was
		}
	}
}

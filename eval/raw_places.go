package eval

import (
	"cmp"
	"math"
	"slices"

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
		want := placeNear(c, f, was, raw[f])
		if out[f] = want; want != was && read(e, f, want) != example[f] && e.Class(scaled(e, out)) != e.Class(example) {
			out[f] = was
		}
	}
}

// placeNear returns the step (counted from raw, the original value, or from StepFrom) or the listed
// value of feature f that is nearest to v; v if f has neither.
func placeNear(c *attack.Constraints, f int, v, raw float64) float64 {
	switch {
	case c.Step != nil && c.Step[f] != 0:
		from, step := raw, c.Step[f]
		if c.StepFrom != nil && c.StepFrom[f] == c.StepFrom[f] {
			from = c.StepFrom[f]
		}
		return attack.StepsFrom(from, step, math.Round((v-from)/step))
	case c.Values != nil && c.Values[f] != nil:
		return slices.MinFunc(c.Values[f], func(a, b float64) int { return cmp.Compare(math.Abs(a-v), math.Abs(b-v)) })
	}
	return v
}

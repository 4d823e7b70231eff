package blackbox

import (
	"math/rand/v2"
	"slices"
)

// polish sets features of the best point back to the victim's values, one after another, if it
// stays adversarial: most features of a row matter to few trees. What is left is pulled to the
// boundary.
func (o *Oracle) polish(r *rand.Rand) {
	if len(o.Best) == 0 {
		return
	}
	const pull = 100 // at most this many queries
	o.Budget = o.Queries + len(o.X) + pull
	x := slices.Clone(o.Best)
	for _, f := range r.Perm(len(x)) {
		if o.Spent() {
			return
		}
		if x[f] == o.X[f] || o.X[f] != o.X[f] {
			continue
		}
		v := x[f]
		x[f] = o.X[f]
		if !o.Adversarial(x) {
			x[f] = v
		}
	}
	o.Pull(x, 0)
}

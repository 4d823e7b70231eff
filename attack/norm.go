package attack

import (
	"fmt"
	"math"
	"strings"
)

// Norm is the measure of a change.
type Norm uint8

// The norms.
const (
	LInf Norm = iota // largest change of a feature
	L2               // root of the sum of squares
	L1               // sum of absolute values
	L0               // number of features that change; weights do not matter
	Cost             // sum of prices: absolute values times weights, which are prices
)

// Norms are those that every method supports. Some methods support L0 and Cost too, see
// [CheckNorm].
var Norms = []Norm{LInf, L2, L1}

// AllNorms are Norms, L0 and Cost.
var AllNorms = []Norm{LInf, L2, L1, L0, Cost}

// NormNames are the names of all norms.
var NormNames = []string{"inf", "2", "1", "0", "cost"}

// ParseNorm reads a norm as users write it: inf, 2, 1, 0 or cost. Any other word is an error.
func ParseNorm(s string) (Norm, error) {
	switch strings.ToLower(s) {
	case "inf", "linf", "l-inf", "l_inf":
		return LInf, nil
	case "2", "l2":
		return L2, nil
	case "1", "l1":
		return L1, nil
	case "0", "l0":
		return L0, nil
	case "cost":
		return Cost, nil
	}
	return 0, fmt.Errorf("unknown norm %q: use inf, 2, 1, 0 or cost", s)
}

// String returns inf, 2, 1, 0 or cost.
func (n Norm) String() string {
	if n.Check() != nil {
		return fmt.Sprintf("norm number %d", uint8(n))
	}
	return [...]string{"inf", "2", "1", "0", "cost"}[n]
}

// Check reports a number that is not a norm.
func (n Norm) Check() error {
	if n > Cost {
		return fmt.Errorf("norm number %d is none of attack.AllNorms", uint8(n))
	}
	return nil
}

// Cost returns the cost of a change of one feature. Costs of features add up, or for LInf the
// largest counts, and [Norm.Distance] turns the result into a distance. A change of less than
// 1e-100 counts as 1e-100: its square would be 0, and only no change at all may cost nothing.
func (n Norm) Cost(change float64) float64 {
	if change = math.Abs(change); change > 0 && change < leastChange {
		change = leastChange
	}
	switch {
	case n == L2:
		return change * change
	case n == L0 && change > 0:
		return 1
	}
	return change
}

// leastChange is the least size that a change counts as.
const leastChange = 1e-100

// Weighted returns a change times its weight. A product that underflows becomes the least change:
// only weight 0 makes changes free, however far they go.
func Weighted(weight, change float64) float64 {
	switch d := weight * change; {
	case math.Abs(d) > 0:
		return d
	case weight == 0 && change == change, change == 0:
		return 0
	case d != d:
		return d
	}
	return leastChange
}

// Budget returns the total cost that a distance allows, the inverse of [Norm.Distance].
func (n Norm) Budget(distance float64) float64 {
	if n == L2 {
		return distance * distance
	}
	return distance
}

// Join returns the cost of two changes of different features.
func (n Norm) Join(a, b float64) float64 {
	if n == LInf {
		return max(a, b)
	}
	return a + b
}

// Distance returns the distance of a total cost.
func (n Norm) Distance(cost float64) float64 {
	if n == L2 {
		return math.Sqrt(cost)
	}
	return cost
}

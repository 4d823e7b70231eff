package eval

import (
	"cmp"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Aim is the accuracy that a model is hardened for and judged by.
type Aim string

// The aims.
const (
	AimRobust     Aim = "robust"      // the share of rows
	AimBalanced   Aim = "balanced"    // the mean over the classes of the share of their rows
	AimWorstClass Aim = "worst-class" // the smallest of these shares
)

// Aims are all aims.
var Aims = []Aim{AimRobust, AimBalanced, AimWorstClass}

// ParseAim reads an aim, "" for none. A word that is none of [Aims] is an error.
func ParseAim(s string) (Aim, error) {
	names := make([]string, len(Aims))
	for i, a := range Aims {
		names[i] = string(a)
		if s == "" || s == names[i] {
			return Aim(s), nil
		}
	}
	return "", option.In("aim", nearest.Unknown("aim", s, names))
}

// ToBeat names what a model has to beat: the constant, in the words given. For the worst class,
// where the constant is never right, it is a guess that names each class equally often.
func (a Aim) ToBeat(constant string) string {
	if a == AimWorstClass {
		return "the best blind guess"
	}
	return constant
}

// RareClass is the share of an even share of the rows below which a class is
// rare: 1 in 5 rows of two classes, 1 in 25 of ten.
const RareClass = 0.4

// fewRows of a class say little about it.
const fewRows = 5

// DefaultAim returns the aim for a table and an attacker (nil for an unconstrained one) and, in a
// sentence, why it is not the share of rows: that rewards giving up a rare class, or an attacked
// class in favour of those that nobody attacks.
func DefaultAim(t *data.Table, c *attack.Constraints) (aim Aim, why string) {
	counts, classes, least := t.Counts(), 0, -1
	for class, n := range counts {
		if n == 0 {
			continue
		}
		classes++
		if least < 0 || n < counts[least] {
			least = class
		}
		if !c.Attacks(class) {
			why = fmt.Sprintf("rows of %q are not attacked", phrase.Clip(t.Classes[class]))
		}
	}
	if least < 0 {
		return AimRobust, ""
	}
	if part := share(counts[least], t.Rows); apart(part, RareClass/float64(classes)) < 0 {
		why = fmt.Sprintf("%q has %.2g %% of the rows", phrase.Clip(t.Classes[least]), 100*part)
		if counts[least] < fewRows {
			why = fmt.Sprintf("%q has only %s, too few to judge it by", phrase.Clip(t.Classes[least]), phrase.Count(counts[least], "row"))
		}
	}
	if why != "" {
		return AimBalanced, why
	}
	return AimRobust, ""
}

// Accuracies are the three accuracies of a model, in the order of [Aims].
type Accuracies struct {
	Robust, Balanced, WorstClass float64
}

// Of returns the accuracy that an aim is about.
func (a Accuracies) Of(aim Aim) float64 { return byAim(aim, a.Robust, a.Balanced, a.WorstClass) }

// byAim returns which of three things, in the order of [Aims], is about an aim; without one the first.
func byAim[T any](aim Aim, robust, balanced, worstClass T) T {
	switch aim {
	case AimBalanced:
		return balanced
	case AimWorstClass:
		return worstClass
	}
	return robust
}

// AccuraciesOf returns the accuracies of a sample, given the number of rows of each class and how
// many of them are right. Classes without rows do not count.
func AccuraciesOf(rows, hits []float64) Accuracies {
	a, all, classes := Accuracies{WorstClass: 1}, 0.0, 0.0
	for c, n := range rows {
		if n == 0 {
			continue
		}
		all += n
		classes++
		a.Robust += hits[c]
		a.Balanced += hits[c] / n // the sum, until all are known
		a.WorstClass = min(a.WorstClass, hits[c]/n)
	}
	if classes == 0 {
		return Accuracies{}
	}
	a.Robust /= all
	a.Balanced /= classes
	return a
}

func (a Accuracies) minus(b Accuracies) Accuracies {
	return Accuracies{apart(a.Robust, b.Robust), apart(a.Balanced, b.Balanced), apart(a.WorstClass, b.WorstClass)}
}

// apart returns the difference of two accuracies, 0 if it is only rounding: the mean of 0.3 and
// 0.6 over two classes comes out below that of 0.4 and 0.5.
func apart(a, b float64) float64 {
	const rounding = 1e-12
	if d := a - b; math.Abs(d) > rounding {
		return d
	}
	return 0
}

// orDefault returns the aim, or the default for a table and an attacker.
func (a Aim) orDefault(t *data.Table, c *attack.Constraints) Aim {
	byDefault, _ := DefaultAim(t, c)
	return cmp.Or(a, byDefault)
}

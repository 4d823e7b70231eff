package experiment

import (
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/hardwood-ml/hardwood/eval"
)

// byClass are the numbers of rows, and of right ones, by class.
type byClass struct {
	rows, right []float64
	wider       float64 // factor by which groups of rows enlarge standard errors, at least 1
}

// countByClass counts rows, of which groups count as one draw, nil for none.
func countByClass(y []int, right []bool, groups []int) *byClass {
	b := &byClass{wider: grouped(right, groups)}
	for i, c := range y {
		for len(b.rows) <= c {
			b.rows, b.right = append(b.rows, 0), append(b.right, 0)
		}
		b.rows[c]++
		if right[i] {
			b.right[c]++
		}
	}
	return b
}

// grouped is [eval.GroupedError] for the share of right rows.
func grouped(right []bool, groups []int) float64 {
	if groups == nil {
		return 1
	}
	values := make([]float64, len(right))
	for i, r := range right {
		if r {
			values[i] = 1
		}
	}
	return eval.GroupedError(values, groups)
}

func (b *byClass) accuracies() eval.Accuracies { return eval.AccuraciesOf(b.rows, b.right) }

// of returns the accuracy for an aim.
func (b *byClass) of(aim eval.Aim) float64 { return b.accuracies().Of(aim) }

// classes returns the number of classes with rows.
func (b *byClass) classes() float64 {
	classes := 0.0
	for _, n := range b.rows {
		if n > 0 {
			classes++
		}
	}
	return classes
}

// even is the balanced accuracy of any constant.
func (b *byClass) even() float64 { return 1 / max(b.classes(), 1) }

// balancedLead is the balanced accuracy less that of a constant.
func (b *byClass) balancedLead() float64 {
	mean := 0.0
	for c, n := range b.rows {
		mean += float64(b.right[c] / max(n, 1) * b.even())
	}
	return mean - b.even()
}

// balancedError is the standard error of the balanced accuracy.
func (b *byClass) balancedError() float64 {
	sum := 0.0
	for c, n := range b.rows {
		share := b.right[c] / max(n, 1)
		sum += share * (1 - share) / max(n, 1)
	}
	return math.Sqrt(sum) * b.even() * b.wider
}

// tellsApart reports whether the balanced accuracy is clearly above that of a constant.
func (b *byClass) tellsApart() bool { return b.balancedLead() > noise*b.balancedError() }

// givenUp returns a class that is given up compared with others, counts of the same rows; -1 for
// none.
func (b *byClass) givenUp(others *byClass) int {
	for c, n := range b.rows {
		from, to := others.right[c]/max(n, 1), b.right[c]/max(n, 1)
		clear := from-to > noise*max(b.wider, others.wider)*math.Sqrt((float64(from*(1-from))+float64(to*(1-to)))/max(n, 1))
		if eval.GivesUp(true, n, from, to, clear) {
			return c
		}
	}
	return -1
}

// plainLead is the share of right rows, less the share of the most frequent class.
func (b *byClass) plainLead() float64 {
	return (floats.Sum(b.right) - floats.Max(b.rows)) / floats.Sum(b.rows)
}

// plainError is the standard error of plainLead, to which only rows count on which the model and the
// constant differ.
func (b *byClass) plainError() float64 {
	most := floats.MaxIdx(b.rows)
	differ := b.rows[most] - b.right[most]
	for c, right := range b.right {
		if c != most {
			differ += right
		}
	}
	n := floats.Sum(b.rows)
	lead := b.plainLead()
	return math.Sqrt((differ/n-float64(lead*lead))/n) * b.wider
}

// share returns the share of right rows, or its mean over the classes.
func (b *byClass) share(mean bool) float64 {
	if mean {
		return b.balancedLead() + b.even()
	}
	return floats.Sum(b.right) / floats.Sum(b.rows)
}

// shareError is the standard error of share.
func (b *byClass) shareError(mean bool) float64 {
	if mean {
		return b.balancedError()
	}
	share := b.share(false)
	return math.Sqrt(share*(1-share)/floats.Sum(b.rows)) * b.wider
}

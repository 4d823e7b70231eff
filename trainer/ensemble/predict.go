package ensemble

import (
	"math"

	"github.com/hardwood-ml/hardwood/internal/elementary"
)

// Leaf returns the number of the leaf of t that x falls into. x must be as the
// model reads it, see [Ensemble.Round].
func (t *Tree) Leaf(x []float64) int {
	if len(t.Splits) == 0 {
		return 0
	}
	n := int32(0)
	for n >= 0 {
		s := &t.Splits[n]
		v := x[s.Feature]
		if s.GoesLeft(v) {
			n = s.Left
		} else {
			n = s.Right
		}
	}
	return int(^n)
}

// GoesLeft reports whether a value of the split's feature, as the model reads it, goes left.
func (s *Split) GoesLeft(v float64) bool {
	if s.Set != nil && v == v {
		return s.Set.Left(int32(v))
	}
	return v <= s.Threshold || s.DefaultLeft && v != v
}

// Round writes src to dst as the model reads it: numbers unchanged or rounded to float32, and values of
// categorical columns as their levels, see [Ensemble.Level]. dst and src may be the same slice.
func (e *Ensemble) Round(dst, src []float64) {
	if e.Input == Float32 {
		for f, v := range src {
			dst[f] = float64(float32(v))
		}
	} else {
		copy(dst, src)
	}
	if e.Columns != nil {
		e.roundLevels(dst)
	}
}

// Rounded returns x as the model reads it: x itself, or rounded in a new slice.
func (e *Ensemble) Rounded(x []float64) []float64 {
	if e.Input != Float32 && e.Columns == nil {
		return x
	}
	rounded := make([]float64, len(x))
	e.Round(rounded, x)
	return rounded
}

// Next returns the smallest value above v that the model can distinguish from v.
func (e *Ensemble) Next(v float64) float64 {
	if e.Input == Float32 {
		return float64(math.Nextafter32(float32(v), float32(math.Inf(1))))
	}
	return math.Nextafter(v, math.Inf(1))
}

// Prev returns the largest value below v that the model can distinguish from v.
func (e *Ensemble) Prev(v float64) float64 {
	return -e.Next(-v)
}

// Margins writes the margins of a row to out, which has a place per output,
// in the arithmetic of the library that the model comes from. x must be as
// the model reads it, see [Ensemble.Round].
//
// This is the plain predictor: slow, simple, and the judge of all others.
func (e *Ensemble) Margins(x, out []float64) {
	acc := accumulator{out: out, single: e.Sum == Float32}
	if e.Average {
		clear(out)
	} else {
		copy(out, e.Base)
	}
	for i := range e.Trees {
		t := &e.Trees[i]
		l := t.Leaf(x)
		if t.Output >= 0 {
			acc.add(t.Output, t.Leaves[l])
			continue
		}
		for k, v := range t.Leaves[l*e.Outputs : (l+1)*e.Outputs] {
			acc.add(k, v)
		}
	}
	if e.Average {
		for k := range out {
			out[k] = e.Base[k] + acc.round(out[k]/float64(e.TreesOf(k)))
		}
	}
}

// accumulator sums in one of the two precisions.
type accumulator struct {
	out    []float64
	single bool
}

func (a *accumulator) add(k int, v float64) { a.out[k] = a.round(a.out[k] + v) }

func (a *accumulator) round(v float64) float64 {
	if a.single {
		return float64(float32(v))
	}
	return v
}

// TreesOf returns the number of trees that add to output k, at least 1: the divisor for Average.
func (e *Ensemble) TreesOf(k int) int {
	n := 0
	for i := range e.Trees {
		if o := e.Trees[i].Output; o == k || o == VectorLeaves {
			n++
		}
	}
	return max(n, 1)
}

// ClassOf returns the class that is predicted at these margins.
func (e *Ensemble) ClassOf(margins []float64) int {
	if e.Outputs == 1 {
		if margins[0] > e.Cutoff {
			return 1
		}
		return 0
	}
	best := 0
	for k, m := range margins {
		if m > margins[best] {
			best = k
		}
	}
	if e.ByProbability {
		return e.firstAsLikely(margins, best)
	}
	return best
}

// firstAsLikely returns the first class whose probability, in the arithmetic
// of the original library, equals that of the class of the largest margin.
func (e *Ensemble) firstAsLikely(margins []float64, best int) int {
	acc := accumulator{single: e.Sum == Float32}
	weight := func(m float64) float64 { return acc.round(elementary.Exp(acc.round(m - margins[best]))) }
	for k, m := range margins[:best] {
		if margins[best]-m > asLikely {
			continue
		}
		sum := 0.0
		for _, m := range margins {
			sum += weight(m)
		}
		sum = acc.round(sum)
		if acc.round(weight(m)/sum) == acc.round(1/sum) {
			return k
		}
	}
	return best
}

// asLikely is a difference of margins beyond which probabilities differ in either precision.
const asLikely = 1e-6

// Class returns the class that the model predicts for a row of float64 values, which it rounds as the
// model reads them ([Ensemble.Round]). The row must be scaled if the model reads scaled features
// ([Schema].Min). It needs Features values: fewer are a programming error. A regressor has no classes:
// its prediction is its margin.
func (e *Ensemble) Class(x []float64) int {
	margins := make([]float64, e.Outputs)
	e.Margins(e.Rounded(x), margins)
	return e.ClassOf(margins)
}

// Probabilities turns margins into a probability per class, written to out, which has a place per
// class.
func (e *Ensemble) Probabilities(margins, out []float64) {
	switch {
	case e.Outputs == 1:
		p := margins[0]
		switch e.Link {
		case Identity: // as with hinge loss, which predicts only a class
			p = float64(e.ClassOf(margins))
		case Logistic:
			p = 1 / (1 + elementary.Exp(-p))
		case Vote:
			p = min(max(p+(0.5-e.Cutoff), 0), 1)
		}
		out[0], out[1] = 1-p, p
	case e.Link == Softmax:
		top := margins[0]
		for _, m := range margins {
			top = max(top, m)
		}
		sum := 0.0
		for k, m := range margins {
			out[k] = elementary.Exp(m - top)
			sum += out[k]
		}
		for k := range out {
			out[k] /= sum
		}
	default:
		copy(out, margins)
	}
}

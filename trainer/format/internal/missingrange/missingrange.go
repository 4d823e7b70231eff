// Package missingrange handles libraries that take some numbers for missing values: it rebuilds their trees
// so that they send these numbers the same way as numbers.
package missingrange

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Numbers are those from First to Last, which a library takes for missing values. Before is the largest
// number below First that its models can distinguish from it.
type Numbers struct{ Before, First, Last float64 }

// Straight changes the threshold of a split so that the numbers go in its default direction. It reports
// whether one threshold suffices for that.
func (n Numbers) Straight(s *ensemble.Split) bool {
	switch {
	case s.DefaultLeft && s.Threshold >= n.First:
		s.Threshold = max(s.Threshold, n.Last)
	case !s.DefaultLeft && s.Threshold <= n.Last:
		s.Threshold = min(s.Threshold, n.Before)
	default:
		return false
	}
	return true
}

// task is a branch of the old tree to put below a split of the new one.
type task struct {
	from, to int32
	right    bool
	path     *span
}

// Expand rebuilds a tree with up to three splits, each with one threshold, for each split selected by
// taken that Straight cannot change: its left and right branches then appear twice. Branches that no
// row reaches are left out. Missing values go where First goes at all of these splits. Expand reports
// false if the tree would have more than most splits. The tree must be valid.
func (n Numbers) Expand(t *ensemble.Tree, taken func(split int32) bool, most int64) bool {
	out := ensemble.Tree{Output: t.Output}
	todo := []task{{from: 0, to: -1}}
	for len(todo) > 0 {
		k := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		var steps []step
		for k.from >= 0 && taken(k.from) {
			if steps = n.steps(t.Splits[k.from], k.path); len(steps) > 1 {
				break
			}
			k.from = steps[0].branch
		}
		place := int32(len(out.Splits))
		if k.from < 0 {
			out.Leaves = append(out.Leaves, t.Leaves[^k.from])
			place = -int32(len(out.Leaves))
		}
		switch {
		case k.to < 0:
		case k.right:
			out.Splits[k.to].Right = place
		default:
			out.Splits[k.to].Left = place
		}
		switch {
		case k.from < 0:
			continue
		case !taken(k.from):
			s := t.Splits[k.from]
			out.Splits = append(out.Splits, s)
			todo = append(todo, task{s.Right, place, true, k.path}, task{s.Left, place, false, k.path})
		default:
			last := len(steps) - 2 // the last split has a branch on either side
			for i, step := range steps[:last+1] {
				s := t.Splits[k.from]
				s.Threshold, s.DefaultLeft, s.Right = step.UpTo, n.First <= step.UpTo, place+int32(i)+1
				out.Splits = append(out.Splits, s)
				todo = append(todo, task{step.branch, place + int32(i), false, &step.span})
			}
			todo = append(todo, task{steps[last+1].branch, place + int32(last), true, &steps[last+1].span})
		}
		if int64(len(out.Splits)) > most {
			return false
		}
	}
	*t = out
	return true
}

// step is the branch of a split that the numbers of a span take.
type step struct {
	span
	branch int32
}

// steps returns the branches that numbers take at a split, in the order of the numbers, for rows that
// reach it by a path.
func (n Numbers) steps(s ensemble.Split, path *span) []step {
	var ends []float64 // of the stretches that go left and right by turns
	switch {
	case n.Straight(&s):
		ends = []float64{s.Threshold, math.Inf(1)}
	case s.DefaultLeft: // left go x <= t, and of those above the ones taken for missing
		ends = []float64{s.Threshold, n.Before, n.Last, math.Inf(1)}
	default: // right go x > t, and of those below the ones taken for missing
		ends = []float64{n.Before, n.Last, s.Threshold, math.Inf(1)}
	}
	within := path.of(s.Feature)
	var steps []step
	above := math.Inf(-1)
	for i, end := range ends {
		if part, some := within.cut(above, end); some {
			part.up = path
			steps = append(steps, step{part, [2]int32{s.Left, s.Right}[i%2]})
		}
		above = end
	}
	return steps
}

// span says that only numbers above Above and up to UpTo of a feature reach a branch; if Above is -Inf,
// that is included.
type span struct {
	feature     ensemble.Feature
	Above, UpTo float64
	up          *span // of the splits above
}

// farthest bounds how far up a path a span is searched for.
const farthest = 64

// of returns the numbers of a feature that reach the end of a path.
func (p *span) of(f ensemble.Feature) span {
	for range farthest {
		if p == nil {
			break
		}
		if p.feature == f {
			return *p
		}
		p = p.up
	}
	return span{feature: f, Above: math.Inf(-1), UpTo: math.Inf(1)}
}

// cut returns the part of a span above one number and up to another, and whether it is not empty.
func (p span) cut(above, upTo float64) (part span, some bool) {
	p.Above, p.UpTo = max(p.Above, above), min(p.UpTo, upTo)
	return p, p.Above < p.UpTo || math.IsInf(p.Above, -1)
}

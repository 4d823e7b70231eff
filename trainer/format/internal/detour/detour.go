// Package detour makes trees of libraries that take some numbers for missing values into
// trees that read them as the numbers they are, and send them the same way.
package detour

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Numbers are those from First to Last, which a library takes for missing values. Before is
// the largest number below them that its models can tell from First.
type Numbers struct{ Before, First, Last float64 }

// Straight makes a split send the numbers in the default direction, and reports whether
// one threshold can say so.
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

// Expand rebuilds a tree with up to three splits for each of those taken, a threshold each,
// that Straight cannot change: their left and right branches appear twice. What no row
// reaches is left out. At all of them missing values go where First goes. It reports
// false where the tree would have more than a number of splits. The tree must be valid.
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
			last := len(steps) - 2 // the split with a branch on either side
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

// step is a branch of a split, for the numbers of a span.
type step struct {
	span
	branch int32
}

// steps returns the branches that the numbers take at a split which rows reach by a path, in
// the order of the numbers.
func (n Numbers) steps(s ensemble.Split, path *span) []step {
	var ends []float64 // of the stretches, to the left and to the right in turn
	switch {
	case n.Straight(&s):
		ends = []float64{s.Threshold, math.Inf(1)}
	case s.DefaultLeft: // left are x <= t, and those above that are taken for missing
		ends = []float64{s.Threshold, n.Before, n.Last, math.Inf(1)}
	default: // right are x > t, and those below that are taken for missing
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

// span says that the path to a branch leads through splits that leave the numbers above one
// and up to another, of which the first may be -Inf itself.
type span struct {
	feature     ensemble.Feature
	Above, UpTo float64
	up          *span // of the splits before
}

// farthest bounds how far up a path a span is looked for.
const farthest = 64

// of returns what a path leaves of a feature.
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

// cut returns the part of a span above a number and up to another, and whether that holds some.
func (p span) cut(above, upTo float64) (part span, some bool) {
	p.Above, p.UpTo = max(p.Above, above), min(p.UpTo, upTo)
	return p, p.Above < p.UpTo || math.IsInf(p.Above, -1)
}

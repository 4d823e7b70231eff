package attack

import (
	"iter"
	"math"
	"slices"
)

// ties says which features can move only if another one does, as links derive them or derive from
// them.
type ties struct {
	of    *Constraints
	links []Link
	loose [][]int // by link: features that it does not hold in some row, which misses another one
}

// ties returns those of all links, for rows in which none is missing.
func (c *Constraints) ties() ties {
	if c == nil {
		return ties{}
	}
	return ties{c, c.Links, make([][]int, len(c.Links))}
}

// loosen takes account of a row: links with missing values do not apply.
func (t *ties) loosen(x []float64) {
	for i := range t.links {
		if l := &t.links[i]; l.Missing(x) {
			for _, f := range l.Features() {
				if x[f] == x[f] && !slices.Contains(t.loose[i], f) {
					t.loose[i] = append(t.loose[i], f)
				}
			}
		}
	}
}

// tied adds to features that cannot change those that are tied to them alone: the only one of an
// equation that might change, if it is derived or a term by itself.
func (t *ties) tied(still []int) []int {
	for more := true; more; {
		more = false
		for i := range t.links {
			f := t.of.onlyMover(&t.links[i], still)
			if f >= 0 && !slices.Contains(t.loose[i], f) {
				still, more = append(still, f), true
			}
		}
	}
	slices.Sort(still)
	return still
}

// onlyMover returns the only feature of an equation that is not among those that stay, if its value
// follows from theirs; -1 if there is none. A factor of others does not follow where these are 0,
// nor does what is rounded afterwards.
func (c *Constraints) onlyMover(l *Link, still []int) int {
	moving := slices.DeleteFunc(l.Features(), func(f int) bool { return slices.Contains(still, f) })
	if l.AtMost || len(moving) != 1 { // a feature of two terms might cancel out
		return -1
	}
	f := moving[0]
	alone := func(t Term) bool { return len(t.Over) == 0 && slices.Equal(t.Times, []int{f}) }
	if f == l.Feature || (l.Step == 0 || l.Step <= 1 && c.whole(l)) && slices.ContainsFunc(l.Terms, alone) {
		return f
	}
	return -1
}

// whole reports whether the sum of a link is a whole number, as all in it is.
func (c *Constraints) whole(l *Link) bool {
	return !slices.ContainsFunc(l.Terms, func(t Term) bool {
		return len(t.Over) > 0 || t.Factor != math.Trunc(t.Factor) || slices.ContainsFunc(t.Times, func(f int) bool { return !is(c.Integer, f) })
	})
}

// NothingMoves reports whether each feature is frozen or tied by links to such features alone, in
// all of some rows.
func (c *Constraints) NothingMoves(rows iter.Seq[[]float64]) bool {
	var still []int
	for f, frozen := range c.Frozen {
		if frozen {
			still = append(still, f)
		}
	}
	ties := c.ties()
	for x := range rows {
		ties.loosen(x)
	}
	return len(ties.tied(still)) == len(c.Frozen)
}

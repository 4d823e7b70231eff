package attack

import "slices"

// bounding holds links that a method need not obey, but that limit how far an attacker who obeys
// them gets.
type bounding struct {
	obeyed  *Constraints // with the links
	links   []Link
	columns []int       // of the links, ascending
	place   map[int]int // index in columns
}

func newBounding(c *Constraints) *bounding {
	b := &bounding{obeyed: c, links: c.Links, place: map[int]int{}}
	for i := range b.links {
		b.columns = append(b.columns, b.links[i].Features()...)
	}
	slices.Sort(b.columns)
	b.columns = slices.Compact(b.columns)
	for i, f := range b.columns {
		b.place[f] = i
	}
	return b
}

// derives reports whether a link derives a column.
func (b *bounding) derives(f int) bool { return derives(b.links, f) }

// discrete reports whether all columns that others are derived from have some values only.
func (b *bounding) discrete(c *Constraints) bool {
	return !slices.ContainsFunc(b.columns, func(f int) bool { return !b.derives(f) && !c.Discrete(f) && !c.Freezes(f) })
}

// Part is a part of what a victim can be turned into by an attacker who obeys links: each column of
// the links lies within an interval.
type Part struct {
	at    []span    // interval of each column, as the model reads it
	costs []float64 // least cost of each column's change
}

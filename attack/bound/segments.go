package bound

import (
	"slices"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// addFeatures cuts the features into fine segments.
func (b *Builder) addFeatures(g *Graph) {
	slices.Sort(b.touched)
	for _, f := range b.touched {
		b.place[f] = int32(len(g.Feature))
		g.Feature = append(g.Feature, f)
		g.At = append(g.At, int32(len(g.First)))
		if b.open != nil {
			g.words = append(g.words, b.grid.Word[f+1]-b.grid.Word[f])
		}
		if b.grid.IsLoose(f) {
			b.addCells(g, f)
			continue
		}
		from, first := b.lo[f], b.grid.First[f]
		end := b.grid.ID(int(f), b.hi[f])
		for c := b.grid.ID(int(f), from); c < end; c++ {
			if word := b.used[c>>6] >> (c & 63); word == 0 {
				c |= 63
				continue
			} else if word&1 == 0 {
				continue
			}
			b.used[c>>6] &^= 1 << (c & 63)
			b.fine[c] = int32(len(g.First) + 1)
			last := ensemble.Cell(c - first)
			b.addSegment(g, f, from, last)
			from = last + 1
		}
		b.addSegment(g, f, from, b.hi[f])
	}
	g.At = append(g.At, int32(len(g.First)))
}

// addSegment adds the fine segment of the cells from first to last.
func (b *Builder) addSegment(g *Graph, f ensemble.Feature, first, last ensemble.Cell) {
	near, belief := b.space.Nearest(f, first, last), int64(0)
	if near < 0 {
		near, belief = first, dead
	}
	nearest := b.grid.ID(int(f), min(max(b.space.Home[f], first), last))
	g.First, g.Last, g.Near = append(g.First, first), append(g.Last, last), append(g.Near, near)
	g.Cost = append(g.Cost, b.reach[nearest])
	g.belief, g.score, g.price = append(g.belief, belief), append(g.score, belief), append(g.price, 0)
}

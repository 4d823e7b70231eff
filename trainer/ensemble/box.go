package ensemble

// Box is a box of cells: Lo[f] to Hi[f] on each feature, both included.
type Box struct{ Lo, Hi []Cell }

// NewBox returns the box of all cells of g.
func NewBox(g *Grid) Box {
	b := Box{make([]Cell, len(g.Cuts)), make([]Cell, len(g.Cuts))}
	b.Reset(g)
	return b
}

// Reset makes b the box of all cells of g.
func (b Box) Reset(g *Grid) {
	for f := range g.Cuts {
		b.Lo[f], b.Hi[f] = 0, g.Last(f)
	}
}

// Intersect cuts b down to a leaf's box and reports whether a cell remains.
func (b Box) Intersect(sides []Side) bool {
	some := true
	for _, s := range sides {
		b.Lo[s.Feature] = max(b.Lo[s.Feature], s.Lo)
		b.Hi[s.Feature] = min(b.Hi[s.Feature], s.Hi)
		some = some && b.Lo[s.Feature] <= b.Hi[s.Feature]
	}
	return some
}

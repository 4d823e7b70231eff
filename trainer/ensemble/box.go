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

// Meets reports whether b and a leaf's box have a cell in common.
func (b Box) Meets(sides []Side) bool {
	for _, s := range sides {
		if b.Lo[s.Feature] > s.Hi || b.Hi[s.Feature] < s.Lo || s.Lo > s.Hi {
			return false
		}
	}
	return true
}

// Contains reports whether the point lies in b.
func (b Box) Contains(cells []Cell) bool {
	for f, c := range cells {
		if c < b.Lo[f] || c > b.Hi[f] {
			return false
		}
	}
	return true
}

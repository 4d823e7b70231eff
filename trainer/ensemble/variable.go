package ensemble

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data/column"
)

// Variable is a feature whose cells have no order. Levels that every split treats
// alike share a cell, and so may what is missing or in no set at all.
//
// It says how cells and values are told from each other, and nothing else in the
// grid asks what the cells stand for: a group of columns of which one is 1 can be
// a variable too.
type Variable struct {
	// Levels are the legal levels in each cell, ascending. A cell of what is
	// missing or unseen may have none: nobody can go there.
	Levels [][]int32

	Words int // in a [CellSet] of the variable

	// Number is true of a feature of numbers that can go missing. Its cells are those
	// of Grid.Cuts, and after them that of what is missing. None has a level.
	Number bool

	named   []int32 // levels that splits or the column name, ascending
	cell    []Cell  // of each
	unseen  Cell    // of all other levels
	missing Cell
}

// Cell returns the cell of a value as the model reads it.
func (v *Variable) Cell(x float64) Cell {
	if x != x {
		return v.missing
	}
	if at, named := slices.BinarySearch(v.named, int32(x)); named {
		return v.cell[at]
	}
	return v.unseen
}

// IsLegal reports whether a value as the model reads it is a level that a row can
// have.
func (v *Variable) IsLegal(x float64) bool {
	if x != x {
		return false
	}
	_, legal := slices.BinarySearch(v.Levels[v.Cell(x)], int32(x))
	return legal
}

// setWords is the most words that the sets of a grid may take.
const setWords = 1 << 27

// findVariables makes the variables of features that some split asks for the
// members of a set, or for numbers that may go missing, and numbers their words.
func (g *Grid) findVariables(e *Ensemble, blank func(f Feature) bool) error {
	splits := make([][]*Split, e.Features)
	some := false
	for i := range e.Trees {
		for n := range e.Trees[i].Splits {
			if s := &e.Trees[i].Splits[n]; s.Set != nil || blank != nil && blank(s.Feature) {
				splits[s.Feature], some = append(splits[s.Feature], s), true
			}
		}
	}
	if !some {
		return nil
	}
	g.Loose = make([]*Variable, e.Features)
	g.Word = make([]int32, e.Features+1)
	total := 0
	for f, on := range splits {
		g.Word[f+1] = g.Word[f]
		if on == nil {
			continue
		}
		var v *Variable
		if on[0].Set != nil {
			v = newVariable(e, Feature(f), on)
		} else {
			v = newNumber(on)
		}
		g.Loose[f] = v
		g.Word[f+1] += int32(v.Words)
		if total += 3 * len(on) * v.Words; total > setWords {
			return fmt.Errorf("feature %d has too many cells for a grid of sets", f)
		}
	}
	return nil
}

// newVariable tells the levels of a feature apart by the splits on it: a class of
// levels that a set has some but not all of becomes two.
func newVariable(e *Ensemble, f Feature, splits []*Split) *Variable {
	v := &Variable{}
	legal := e.legal(f)
	v.named = slices.Clone(legal)
	for _, s := range splits {
		v.named = append(v.named, s.Set.Levels...)
		if len(v.named) == cap(v.named) { // most are there already: grow by those that are new
			v.named = places(v.named).compact()
		}
	}
	v.named = places(v.named).compact()

	n := len(v.named)
	unseen, missing := n, n+1 // places after those of the named
	class, members, next := make([]int, n+2), []int(nil), 1
	became := map[int]int{}
	for _, s := range splits {
		members = members[:0]
		for _, l := range s.Set.Levels {
			at, _ := slices.BinarySearch(v.named, l)
			members = append(members, at)
		}
		if s.DefaultLeft != s.Set.Right {
			members = append(members, missing)
		}
		clear(became)
		for _, m := range members {
			to, known := became[class[m]]
			if !known {
				to = next
				next++
				became[class[m]] = to
			}
			class[m] = to
		}
	}
	cells := map[int]Cell{}
	v.cell = make([]Cell, n+2)
	for at, k := range class {
		c, known := cells[k]
		if !known {
			c = Cell(len(cells))
			cells[k] = c
		}
		v.cell[at] = c
	}
	v.unseen, v.missing, v.cell = v.cell[unseen], v.cell[missing], v.cell[:n]
	v.Levels = make([][]int32, len(cells))
	v.Words = (len(cells) + 63) / 64
	for _, l := range legal {
		c := v.Cell(float64(l))
		v.Levels[c] = append(v.Levels[c], l)
	}
	return v
}

// newNumber returns the variable of numbers that may go missing.
func newNumber(splits []*Split) *Variable {
	cuts := make([]float64, len(splits))
	for i, s := range splits {
		cuts[i] = s.Threshold + 0 // not -0
	}
	slices.Sort(cuts)
	missing := Cell(len(slices.Compact(cuts)) + 1)
	return &Variable{Number: true, Levels: make([][]int32, missing+1), Words: int(missing)/64 + 1, missing: missing}
}

// legal returns the levels that a row can have in a categorical feature: those
// that its column lists, or where it lists none and need not, those that splits
// name.
func (e *Ensemble) legal(f Feature) []int32 {
	codes := e.Columns[f].Codes
	if codes != nil || e.LevelRule == Listed || e.LevelRule == Byte {
		return codes
	}
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Feature == f && s.Set != nil {
				codes = append(codes, s.Set.Levels...)
			}
		}
	}
	return places(codes).compact()
}

// ListLevels returns e with the levels of its categorical columns listed: of a
// column that lists none, those that splits name and those of rows of raw values,
// one after the other. What the model says of a row stays the same.
func (e *Ensemble) ListLevels(rows []float64) *Ensemble {
	r := *e
	r.Columns = slices.Clone(e.Columns)
	for f := range r.Columns {
		if !e.Categorical(f) || e.Columns[f].Codes != nil {
			continue
		}
		levels := e.legal(Feature(f))
		for i := f; levels != nil && i < len(rows); i += e.Features {
			v := rows[i]
			if e.Input == Float32 {
				v = float64(float32(v))
			}
			if l := e.Level(f, v); l >= 0 && !slices.Contains(levels, l) {
				levels = append(levels, l)
			}
		}
		r.Columns[f].Codes = places(levels).compact()
	}
	return &r
}

// NameLevels gives the levels of a categorical column of a model that knows them by
// code the words of named, and makes its levels the legal ones. What the model says of
// a row stays the same. A column that is not categorical, or has words, keeps what it
// has; a level of a split that has no word is an error.
func (e *Ensemble) NameLevels(f int, named *column.Column) error {
	if !e.Categorical(f) || e.Columns[f].Names != nil {
		return nil
	}
	for i := range e.Trees {
		for _, s := range e.Trees[i].Splits {
			if s.Feature != Feature(f) || s.Set == nil {
				continue
			}
			for _, l := range s.Set.Levels {
				if named.Name(l) == "" {
					return fmt.Errorf("%d levels have words, and none is for the code %d in a split of tree %d", len(named.Names), l, i)
				}
			}
		}
	}
	e.Columns = slices.Clone(e.Columns)
	e.Columns[f].Codes, e.Columns[f].Names = named.Codes, named.Names
	return nil
}

// SetSide is the set of cells that a leaf spans on a variable that its path
// splits. It begins at a word of Grid.Bits.
type SetSide struct {
	Feature Feature
	At      int32
}

// Set returns a set of cells of a feature that begins at a word of Bits.
func (g *Grid) Set(f Feature, at int32) CellSet {
	return CellSet(g.Bits[at : int(at)+g.Loose[f].Words])
}

// LeftOf returns the cells that go left at a node on a variable.
func (g *Grid) LeftOf(n *Node) CellSet { return g.Set(n.Feature, ^int32(n.Cut)) }

// HasLevels reports whether a feature is a variable of levels.
func (g *Grid) HasLevels(f Feature) bool { return g.IsLoose(f) && !g.Loose[f].Number }

// IsLoose reports whether the cells of a feature have no order.
func (g *Grid) IsLoose(f Feature) bool { return g.Loose != nil && g.Loose[f] != nil }

// LeafSets returns the sides of a leaf on variables, sorted by feature. An empty
// one belongs to a leaf that no point reaches.
func (g *Grid) LeafSets(leaf Leaf) []SetSide {
	if g.Loose == nil {
		return nil
	}
	return g.SetSides[g.SetSideOf[leaf]:g.SetSideOf[leaf+1]]
}

// addSet appends the left cells of a split to Bits, and returns where.
func (g *Grid) addSet(s *Split) int32 {
	v := g.Loose[s.Feature]
	at := int32(len(g.Bits))
	g.Bits = append(g.Bits, make([]uint64, v.Words)...)
	set := g.Set(s.Feature, at)
	if v.Number {
		cut, _ := slices.BinarySearch(g.Cuts[s.Feature], s.Threshold+0)
		for c := range Cell(cut) + 1 {
			set.Add(c)
		}
	}
	for i, l := range v.named {
		if s.Set.Left(l) {
			set.Add(v.cell[i])
		}
	}
	if s.Set != nil && s.Set.Right { // those in no set
		set.Add(v.unseen)
	}
	if s.DefaultLeft {
		set.Add(v.missing)
	}
	return at
}

// narrowSet returns a copy of path with the set of a node's feature cut down to
// the cells that go left or right there.
func (g *Grid) narrowSet(path []SetSide, n *Node, left bool) []SetSide {
	at, found := slices.BinarySearchFunc(path, n.Feature, func(s SetSide, f Feature) int { return int(s.Feature - f) })
	words := g.Loose[n.Feature].Words
	to := int32(len(g.Bits))
	g.Bits = append(g.Bits, make([]uint64, words)...)
	set, there := g.Set(n.Feature, to), g.LeftOf(n)
	if found {
		copy(set, g.Set(n.Feature, path[at].At))
	} else {
		for c := range g.Loose[n.Feature].Levels {
			set.Add(Cell(c))
		}
	}
	if left {
		set.And(there)
	} else {
		set.AndNot(there)
	}
	next := slices.Clone(path)
	if found {
		next[at].At = to
		return next
	}
	return slices.Insert(next, at, SetSide{n.Feature, to})
}

// leafOfSets is Leaf where some splits are on sets.
func (g *Grid) leafOfSets(t int, cells []Cell) Leaf {
	n := g.Root[t]
	for n >= 0 {
		node := &g.Nodes[n]
		c := cells[node.Feature]
		left := c <= node.Cut
		if node.Cut < 0 {
			left = g.Bits[^int32(node.Cut)+int32(c)>>6]>>(c&63)&1 != 0
		}
		if left {
			n = node.Left
		} else {
			n = node.Right
		}
	}
	return Leaf(^n)
}

package ensemble

import (
	"fmt"
	"slices"
)

// Variable is a feature whose cells have no order. Levels that every split treats alike share a cell,
// also with missing values or with levels in no set.
//
// It alone maps values to cells; nothing else in the grid asks what its cells stand for, so that a
// group of one-hot columns can be a variable too.
type Variable struct {
	// Levels are the legal levels in each cell, ascending. A cell of missing or unseen values may have
	// none: no attacker can go there.
	Levels [][]int32

	Words int // in a [CellSet] of the variable

	// Number marks a numeric feature that can go missing. Its cells are those of Grid.Cuts, followed by
	// that of missing values. None has levels.
	Number bool

	named   []int32 // levels that splits or the column name, ascending
	cell    []Cell  // the cell of each
	unseen  Cell    // the cell of all other levels
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

// IsLegal reports whether a value, as the model reads it, is a level that a row can have.
func (v *Variable) IsLegal(x float64) bool {
	if x != x {
		return false
	}
	_, legal := slices.BinarySearch(v.Levels[v.Cell(x)], int32(x))
	return legal
}

// setWords is the most words that the sets of a grid may take.
const setWords = 1 << 27

// findVariables makes a variable of each feature that has splits on sets, or that is numeric, has
// splits and may go missing, and gives each its words.
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

// newVariable splits the levels into cells by partition refinement: each split on the feature divides
// every class of levels that its set contains in part.
func newVariable(e *Ensemble, f Feature, splits []*Split) *Variable {
	v := &Variable{}
	legal := e.legal(f)
	v.named = slices.Clone(legal)
	for _, s := range splits {
		v.named = append(v.named, s.Set.Levels...)
		if len(v.named) == cap(v.named) { // mostly duplicates: compact before the slice grows
			v.named = places(v.named).compact()
		}
	}
	v.named = places(v.named).compact()

	n := len(v.named)
	unseen, missing := n, n+1 // follow the places of the named levels
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

// newNumber returns the variable of a numeric feature that may go missing.
func newNumber(splits []*Split) *Variable {
	cuts := make([]float64, len(splits))
	for i, s := range splits {
		cuts[i] = s.Threshold + 0 // not -0
	}
	slices.Sort(cuts)
	missing := Cell(len(slices.Compact(cuts)) + 1)
	return &Variable{Number: true, Levels: make([][]int32, missing+1), Words: int(missing)/64 + 1, missing: missing}
}

// HasLevels reports whether a feature is a variable of levels.
func (g *Grid) HasLevels(f Feature) bool { return g.IsLoose(f) && !g.Loose[f].Number }

// IsLoose reports whether the cells of a feature have no order.
func (g *Grid) IsLoose(f Feature) bool { return g.Loose != nil && g.Loose[f] != nil }

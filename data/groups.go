package data

import (
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// splitBy puts the column to split by after the features that were found by name.
func (c *choice) splitBy(chosen *Columns) error {
	k := slices.Index(c.names, c.o.SplitBy)
	switch {
	case c.o.SplitBy == "" || k == chosen.Label && k >= 0:
		return nil // the header refuses a label
	case k < 0:
		return noColumn(c.o.SplitBy, "to split by", c.names)
	case slices.Contains(chosen.Features, k):
		return &OptionError{fmt.Errorf("column %q to split by is one of the features", phrase.Clip(c.o.SplitBy))}
	}
	chosen.Features = append(chosen.Features, k)
	return nil
}

// group numbers the groups by the cells of a column, in the order of their first rows. A
// row without a value is a group of its own.
func (t *Table) group(f int, of *textColumn) error {
	if of.excess != "" {
		return &Error{Column: of.name, Err: fmt.Errorf("%s, too much to split by: number what the rows are of", of.excess)}
	}
	known := map[uint64]int{}
	t.Groups = make([]int, 0, t.held())
	next := 0
	for i := range t.held() {
		v := t.At(i, f)
		g, found := known[math.Float64bits(v)] // each word is a NaN of its own
		if !found {
			g = next
			next++
			if _, word := wordOf(v); word || v == v {
				known[math.Float64bits(v)] = g
			}
		}
		t.Groups = append(t.Groups, g)
	}
	if next < 2 {
		return &Error{Column: of.name, Err: fmt.Errorf("says the same of all rows, so that they cannot be split by it")}
	}
	return nil
}

// Units returns the number of groups, or of rows if there are none, which is the largest
// number of folds.
func (t *Table) Units() int {
	if t.Groups == nil {
		return t.Rows
	}
	of := map[int]bool{}
	for _, g := range t.Groups {
		of[g] = true
	}
	return len(of)
}

// rowsOfGroups returns the rows of each group, or each row on its own if there are no groups,
// in the order of their first rows.
func (t *Table) rowsOfGroups() [][]int {
	var all [][]int
	place := map[int]int{}
	for i := range t.Rows {
		at, known := len(all), false
		if t.Groups != nil {
			if at, known = place[t.Groups[i]]; !known {
				at = len(all)
				place[t.Groups[i]] = at
			}
		}
		if !known {
			all = append(all, nil)
		}
		all[at] = append(all[at], i)
	}
	return all
}

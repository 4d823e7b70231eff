package data

import (
	"cmp"
	"slices"
	"strings"
	"unique"
)

// stranger is a cell of a level that is not known, whose value is that of a missing one, or
// column.Other.
type stranger struct {
	row, feature int // row is its place in the source
	text         string
}

// mostStrangers bounds the memory of the texts that a table keeps.
const mostStrangers = 1 << 20

// Stranger returns what the source has in a cell of row i if that is a level which is not known,
// without the blanks around it, and "" for all other cells. A table that was appended to another
// does not know, and of more than a million such cells only the first are kept.
func (t *Table) Stranger(i, feature int) string {
	at, found := slices.BinarySearchFunc(t.strangers, stranger{row: t.Position(i), feature: feature}, func(a, b stranger) int {
		return cmp.Or(a.row-b.row, a.feature-b.feature)
	})
	if !found {
		return ""
	}
	return t.strangers[at].text
}

// StrangeLevels returns the texts of [Table.Stranger] in a feature, each once, ascending.
func (t *Table) StrangeLevels(feature int) []string {
	var levels []string
	for _, s := range t.strangers {
		if s.feature == feature {
			levels = append(levels, s.text)
		}
	}
	slices.Sort(levels)
	return slices.Compact(levels)
}

// note keeps the text of a cell of the record that is read.
func (t *texts) note(feature int, cell string) {
	t.strangers = append(t.strangers, stranger{feature: feature, text: unique.Make(strings.TrimSpace(cell)).Value()})
}

// keepStrangers takes over those of the record that was read last. The weight is not in the rows.
func (c *collector) keepStrangers() {
	if c.o.texts == nil {
		return
	}
	for _, s := range c.o.texts.strangers {
		if len(c.table.strangers) == mostStrangers {
			return
		}
		s.row = c.read - 1
		if c.weight >= 0 && s.feature > c.weight {
			s.feature--
		}
		c.table.strangers = append(c.table.strangers, s)
	}
}

// moveStrangers numbers the features of strangers anew when only some columns are kept.
func (t *Table) moveStrangers(kept []int) {
	to := make(map[int]int, len(kept))
	for at, f := range kept {
		to[f] = at
	}
	some := t.strangers[:0]
	for _, s := range t.strangers {
		if at, stays := to[s.feature]; stays {
			s.feature = at
			some = append(some, s)
		}
	}
	t.strangers = some
}

package data

import (
	"encoding/csv"
	"io"
	"slices"
	"strings"
)

// mostFirst and mostFirstBytes limit the first rows and the bytes of their cells.
const mostFirst, mostFirstBytes = 1000, 1 << 20

// firstRowsOf reads the first rows and returns those with as many cells as the very first,
// which is among them. Faults in the others are left to the reader.
func firstRowsOf(r *csv.Reader) (FirstRows, error) {
	first, err := r.Read()
	if err == io.EOF {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	first = slices.Clone(first)
	var rows FirstRows
	for size := 0; len(rows) < mostFirst && size < mostFirstBytes; {
		cells, err := r.Read()
		if err != nil {
			break
		}
		rows = append(rows, slices.Clone(cells))
		for _, cell := range cells {
			size += len(cell) + 1
		}
	}
	switch last := len(first) - 1; {
	case rows.areNamed(first):
		first = slices.Insert(first, 0, "")
	case len(rows) > 0 && len(rows[0]) == last && strings.TrimSpace(first[last]) == "":
		first = first[:last] // a separator at the end of names only
	}
	h := FirstRows{first}
	if len(rows) > 1 && len(rows[0]) == len(first) {
		rows[1] = withRoles(rows[1], len(first))
	}
	for _, cells := range rows {
		if cells = untrailed(cells, len(first)); len(cells) == len(first) {
			h = append(h, cells)
		}
	}
	return h, nil
}

package data

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// checkNumbered looks at the column that the training rows had beside the features, where columns
// are known by their places only. If it hardly holds classes and another column does, the label is
// elsewhere, and the features are the other columns in their order.
func (c *choice) checkNumbered() {
	o := c.o
	if c.named || !c.byName || o.Label != "" || o.Classes == nil || o.Keep != nil || c.rows == nil {
		return
	}
	open, rows, classes := c.open(), c.rows(), c.classes()
	if len(open) != 1 || len(rows) == 0 || rows.isEmpty(open[0]) || rows.holdsMostly(classes, open[0]) {
		return
	}
	beside := open[0]
	c.byName = false
	if open = c.open(); c.oneTooMany(open) && slices.ContainsFunc(open, func(k int) bool { return rows.holdsOnly(classes, k) }) {
		c.expected, c.places = nil, nil
		return
	}
	c.byName = true
	c.doubts = append(c.doubts, fmt.Sprintf("column %q, which is no feature, hardly holds classes that are known, and is left out", phrase.Clip(c.names[beside])))
}

// holdsMostly reports whether half or more of the filled cells of a column hold classes.
func (f FirstRows) holdsMostly(classes *labels, column int) bool {
	filled, known := 0, 0
	for _, cells := range f {
		cell := strings.TrimSpace(cells[column])
		if notation.IsMissing(cell) || slices.Contains(classes.missing, cell) {
			continue
		}
		filled++
		if n, err := classes.class(cell); err == nil && n >= 0 {
			known++
		}
	}
	return 2*known >= filled
}

// classes reads labels as the classes that are known.
func (c *choice) classes() *labels {
	return newLabels(&Options{Classes: c.o.Classes, MissingWords: c.o.words(), LabelOptional: true}, nil)
}

package data

import (
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
)

// truths turns words such as yes and no or true and false into 1 and 0, and reports
// whether all are of one pair.
func (d *decision) truths(c *textColumn) bool {
	words := c.words
	if !c.wordsOnly() {
		return false
	}
	var pair string
	values := make([]float64, len(words))
	for i, w := range words {
		w = strings.TrimSpace(w)
		p := notation.TruthPair(w)
		if p == "" || pair != "" && p != pair {
			return false
		}
		pair = p
		values[i], _ = notation.Truth(w)
	}
	d.Kind, d.Codes, d.Names, d.values = column.Boolean, []int32{0, 1}, strings.Split(pair, "/"), values
	return true
}

package gbdt

import (
	"fmt"
	"strconv"
	"strings"
)

// smooth returns CatSmooth, or its share of the rows where these are few.
func (r *run) smooth() float64 { return min(r.params.CatSmooth, mostOfLevels*float64(r.rows.Len())) }

// fewLevels is how many levels a column may have whose rows are told to be few: of no more
// an analyst sees them all.
const fewLevels = 20

// tellRare notes columns of many levels most rows of which have a level that stays with
// the rest, as few rows have it: nothing much is learnt of the column then.
func (r *run) tellRare() {
	if r.params.Note == nil || r.ensemble.Classes == 0 { // where the mean bounds it
		return
	}
	type counts struct{ levels, rare, rows, of int }
	columns := make([]counts, r.ensemble.Features)
	for i := range r.rows.Bins.Slots {
		s := &r.rows.Bins.Slots[i]
		c := &columns[s.Feature]
		for _, n := range s.Each {
			if c.levels++; float64(n) < r.smooth() {
				c.rare, c.rows = c.rare+1, c.rows+n
			}
			c.of += n
		}
	}
	var parts []string
	for f, c := range columns {
		if c.levels > fewLevels && 2*c.rows > c.of {
			name := strconv.Itoa(f + 1)
			if names := r.ensemble.Schema.Features; names != nil {
				name = fmt.Sprintf("%.40q", names[f])
			}
			parts = append(parts, fmt.Sprintf("%d of %d levels of column %s", c.rare, c.levels, name))
		}
	}
	if parts != nil {
		r.params.Note(fmt.Sprintf("%s: splits leave %s with the rest, as each has fewer than %.4g rows (cat-smooth): a smaller cat-smooth, such as 3, tells them apart, and may learn what is chance",
			r.rows.Source(), strings.Join(parts, ", "), r.smooth()))
	}
}

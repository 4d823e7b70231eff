package gbdt

import (
	"fmt"
	"strconv"
	"strings"
)

// smooth returns CatSmooth, capped at its share of the rows.
func (r *run) smooth() float64 { return min(r.params.CatSmooth, mostOfLevels*float64(r.rows.Len())) }

// fewLevels is the number of levels up to which tellRare does not report a column: an analyst can look
// at them all.
const fewLevels = 20

// mostAdvised is the largest CatSmooth that tellRare advises. It advises one that tells levels apart which
// most of the rare rows have.
const mostAdvised = 3

// tellRare notes columns with many levels in which most rows have a level that stays with the rest,
// because it has too few rows: little can be learnt from such a column.
func (r *run) tellRare() {
	if r.params.Note == nil || r.ensemble.Classes == 0 { // a regression caps CatSmooth by the average rows per level
		return
	}
	type counts struct {
		levels, rare, rows, of int
		atLeast                [mostAdvised + 1]int // rows of rare levels with so many rows at least
	}
	columns := make([]counts, r.ensemble.Features)
	for i := range r.rows.Bins.Slots {
		s := &r.rows.Bins.Slots[i]
		c := &columns[s.Feature]
		for _, n := range s.Each {
			if c.levels++; float64(n) < r.smooth() {
				c.rare, c.rows = c.rare+1, c.rows+n
				for least := 1; least <= min(n, mostAdvised); least++ {
					c.atLeast[least] += n
				}
			}
			c.of += n
		}
	}
	var parts []string
	smaller := mostAdvised
	for f, c := range columns {
		if c.levels > fewLevels && 2*c.rows > c.of {
			for 2*c.atLeast[smaller] < c.rows {
				smaller--
			}
			name := strconv.Itoa(f + 1)
			if names := r.ensemble.Schema.Features; names != nil {
				name = fmt.Sprintf("%.40q", names[f])
			}
			parts = append(parts, fmt.Sprintf("%d of %d levels of column %s", c.rare, c.levels, name))
		}
	}
	if parts != nil {
		r.params.Note(fmt.Sprintf("%s: splits leave %s with the rest, as each has fewer than %.4g rows (cat-smooth): a smaller cat-smooth, such as %d, tells them apart, and may learn what is chance",
			r.rows.Source(), strings.Join(parts, ", "), r.smooth(), smaller))
	}
}

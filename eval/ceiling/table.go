package ceiling

import (
	"math"
	"slices"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/attack"
)

// levelTable holds the ways to meet from each two levels of a feature whose level changes have
// prices.
type levelTable struct {
	codes []int32
	ways  [][]way // for level i of one row and level k of the other, at i*len(codes)+k
}

// mostLevels is the number of levels up to which there is a table.
const mostLevels = 64

// newLevelTable looks at all levels in which two rows can meet.
func newLevelTable(b *ball, f int, codes []int32) levelTable {
	if len(codes) > mostLevels {
		return levelTable{}
	}
	l := levelTable{codes: codes}
	for _, x := range codes {
		for _, y := range codes {
			l.ways = append(l.ways, b.levelsFrom(nil, f, float64(x), float64(y), codes))
		}
	}
	return l
}

// levelWays appends the ways in which rows with two levels of a feature can get the same one.
func (b *ball) levelWays(to []way, f int, x, y float64) []way {
	c := b.constraints
	if c.Levels == nil || c.Levels[f].Other == 0 { // a third level is not cheaper
		return b.levelsFrom(to, f, x, y, nil)
	}
	if l := b.levels[f]; l.codes != nil {
		i, k := slices.Index(l.codes, int32(x)), slices.Index(l.codes, int32(y))
		if i >= 0 && k >= 0 {
			return append(to, l.ways[i*len(l.codes)+k]...)
		}
	}
	if codes := b.problem.Ensemble.Columns[f].Codes; b.norm == attack.LInf || len(codes) <= mostLevels {
		return b.levelsFrom(to, f, x, y, codes)
	}
	atomic.StoreUint32(&b.cut, 1)
	return b.levelsFrom(to, f, x, y, nil)
}

// levelsFrom appends the ways to meet in the level of either row, or in one of others.
func (b *ball) levelsFrom(to []way, f int, x, y float64, others []int32) []way {
	c, first := b.constraints, len(to)
	meet := func(z float64) {
		w := way{x: b.costOf(c.LevelPrice(f, x, z)), y: b.costOf(c.LevelPrice(f, y, z))}
		if !math.IsInf(max(w.x, w.y), 1) {
			to = append(to, w)
		}
	}
	meet(x)
	meet(y)
	for _, z := range others {
		if v := float64(z); v != x && v != y {
			meet(v)
		}
	}
	return to[:first+len(undominated(to[first:]))]
}

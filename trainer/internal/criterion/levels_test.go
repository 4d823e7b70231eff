package criterion

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// levelNode is a random node on a slot of a few levels.
type levelNode struct {
	Node
	slot bins.Slot
	h    Sums
}

func newLevelNode(try, channels int, value func(channel int) int64) levelNode {
	r := seed.At(2, try)
	k := 2 + r.IntN(6)
	n := levelNode{Node: Node{Total: make([]int64, channels)}, slot: bins.Slot{Levels: make([]int32, k)}, h: NewSums(channels)}
	columns := make([][]int64, channels)
	for c := range columns {
		columns[c] = make([]int64, 256)
	}
	for range 5 + r.IntN(40) {
		bin := r.IntN(k + 1)
		if bin == k {
			bin = bins.Missing
		}
		c := r.IntN(channels)
		v := value(c)
		columns[c][bin] += v
		n.Total[c] += v
		n.Rows++
	}
	for c := range columns {
		n.h.Dense(c, columns[c], k)
	}
	return n
}

// bestOfAll returns the best score of all sets of levels, with missing values on either side, given the
// score of a sum on the left side.
func (n *levelNode) bestOfAll(score func(left []int64) float64) float64 {
	best, left := math.Inf(-1), make([]int64, len(n.Total))
	for set := range 1 << n.h.N {
		for _, missing := range []bool{false, true} {
			clear(left)
			some, rest := int64(0), int64(0)
			for c := range left {
				for i, v := range n.h.Channel(c) {
					if set>>i&1 != 0 {
						left[c] += v
					}
				}
				if missing {
					left[c] += n.h.Missing(c)
				}
				some += left[c]
				rest += n.Total[c] - left[c]
			}
			if some != 0 && rest != 0 {
				best = max(best, score(left))
			}
		}
	}
	return best
}

// leftOf returns the sums on the left side of a split on levels.
func (n *levelNode) leftOf(s *Split) []int64 {
	left := make([]int64, len(n.Total))
	for c := range left {
		for i, v := range n.h.Channel(c) {
			if s.Levels.Has(i) {
				left[c] += v
			}
		}
		if s.DefaultLeft {
			left[c] += n.h.Missing(c)
		}
	}
	return left
}

var anySet = LevelLimits{Most: bins.Missing}

// For two classes the best set of all is found, in one channel and in two.
func TestLevelsAreTheBestSetOfTwoClasses(t *testing.T) {
	for try := range 2000 {
		r := seed.At(3, try)
		for name, entropy := range map[string]bool{"gini": false, "entropy": true} {
			n := newLevelNode(try, 1, func(int) int64 { return PackClass(uint8(r.IntN(2)), 1+r.Int64N(5)) })
			c := &BinaryImpurity{Entropy: entropy}
			checkLevels(t, name, try, c, &n, anySet, func(left []int64) float64 {
				if entropy {
					return c.purity(left[0], n.Total[0]-left[0])
				}
				l0, l1 := floats(UnpackClasses(left[0]))
				r0, r1 := floats(UnpackClasses(n.Total[0] - left[0]))
				return gini(l0, l1, r0, r1)
			})
		}
		n := newLevelNode(try, 2, func(int) int64 { return 1 + r.Int64N(5) })
		c := &Impurity{Classes: 2}
		checkLevels(t, "two channels", try, c, &n, anySet, func(left []int64) float64 {
			l, rest := []float64{float64(left[0]), float64(left[1])}, []float64{float64(n.Total[0] - left[0]), float64(n.Total[1] - left[1])}
			return c.purity(l) + c.purity(rest)
		})
	}
}

// Without regularisation the best set of all is found for Newton's criterion.
func TestLevelsAreTheBestSetOfNewton(t *testing.T) {
	for try := range 2000 {
		r := seed.At(4, try)
		n := newLevelNode(try, 1, func(int) int64 { return (r.Int64N(200)-100)<<32 + 1 + r.Int64N(50) })
		c := &Newton{Quantiser: Quantiser{1, 1, true}}
		checkLevels(t, "newton", try, c, &n, anySet, func(left []int64) float64 {
			gl, hl := grad(left[0]), hess(left[0])
			gr, hr := grad(n.Total[0]-left[0]), hess(n.Total[0]-left[0])
			return gl*gl/hl + gr*gr/hr
		})
	}
}

// If each level is tried alone against the rest, the best of those is found.
func TestFewLevelsAreTriedOneByOne(t *testing.T) {
	for try := range 1000 {
		r := seed.At(5, try)
		n := newLevelNode(try, 1, func(int) int64 { return (r.Int64N(200)-100)<<32 + 1 + r.Int64N(50) })
		c := &Newton{Lambda: 3, Quantiser: Quantiser{1, 1, true}}
		limits := LevelLimits{OneHot: 10, Most: 1, L2: 100, MinGroup: 1000}
		best := n.find(c, limits)
		most := math.Inf(-1)
		for i := range n.h.N {
			for _, missing := range []int64{0, n.h.Missing(0)} {
				for _, one := range []bool{true, false} {
					left := n.h.Channel(0)[i] + missing
					if !one { // the others on the left
						left = n.Total[0] - n.h.Channel(0)[i] - missing
					}
					if hess(left) == 0 || hess(n.Total[0]-left) == 0 || n.h.Channel(0)[i] == 0 {
						continue
					}
					gl, hl := grad(left), hess(left)+3
					gr, hr := grad(n.Total[0]-left), hess(n.Total[0]-left)+3
					most = max(most, gl*gl/hl+gr*gr/hr)
				}
			}
		}
		if only := n.Total[0] - n.h.Missing(0); n.h.AnyMissing() && hess(only) != 0 { // missing values against all levels
			gl, hl := grad(only), hess(only)+3
			gr, hr := grad(n.h.Missing(0)), hess(n.h.Missing(0))+3
			most = max(most, gl*gl/hl+gr*gr/hr)
		}
		if start := c.Score(&n.Node); most > start*(1+1e-9) && math.Abs(best.Score-most) > 1e-9*math.Abs(most) {
			t.Fatalf("%d: scores %v, want %v", try, best.Score, most)
		}
	}
}

// Limits hold: few levels on one side, groups of enough rows, rare levels stay with the rest.
func TestLevelsKeepLimits(t *testing.T) {
	found := 0
	for try := range 1000 {
		r := seed.At(6, try)
		n := newLevelNode(try, 1, func(int) int64 { return (r.Int64N(200)-100)<<32 + 1 })
		c := &Newton{Quantiser: Quantiser{1, 1, true}}
		limits := LevelLimits{Most: 2, MinGroup: 6, Smooth: 3}
		best := n.find(c, limits)
		if best.Score <= c.Score(&n.Node) || best.Before == NoBin {
			continue
		}
		found++
		var left, right []int64
		for i, v := range n.h.Channel(0) {
			switch {
			case v == 0:
			case best.Levels.Has(i):
				left = append(left, hessInt(v))
			default:
				right = append(right, hessInt(v))
			}
		}
		rows, rare := int64(0), false
		for _, v := range left {
			rows += v
			rare = rare || v < 3
		}
		if len(left) > 2 || rows < 6 || rare {
			t.Fatalf("%d: the rows by level are %v on the left, %v on the right", try, left, right)
		}
	}
	if found < 100 {
		t.Fatalf("%d of 1000 nodes are split", found)
	}
}

func (n *levelNode) find(c Criterion, limits LevelLimits) Split {
	best := Split{Score: c.Score(&n.Node)}
	c.Begin(&n.Node)
	l := Levels{LevelLimits: limits}
	l.Best(c, &n.Node, &n.slot, &n.h, &best)
	return best
}

func checkLevels(t *testing.T, name string, try int, c Criterion, n *levelNode, limits LevelLimits, score func(left []int64) float64) {
	t.Helper()
	start := c.Score(&n.Node)
	if math.IsInf(start, -1) {
		return
	}
	best := n.find(c, limits)
	most := n.bestOfAll(score)
	near := 1e-9 * max(1, math.Abs(most))
	if most <= start+near { // rounding decides
		return
	}
	if math.Abs(best.Score-most) > near {
		t.Fatalf("%s %d: scores %v, want %v", name, try, best.Score, most)
	}
	if got := score(n.leftOf(&best)); math.Abs(got-most) > near {
		t.Fatalf("%s %d: the set scores %v, it is said to score %v", name, try, got, best.Score)
	}
}

// Limits meant for levels of many rows do not hide levels of few: half the average number of rows per
// level is enough for a level, that average for a group.
func TestLimitsAreOfTheRowsOfLevels(t *testing.T) {
	for _, c := range []struct {
		limits LevelLimits
		rows   int // of all levels in the table
		found  bool
	}{
		{LevelLimits{Most: 32, Smooth: 10}, 40, false},
		{LevelLimits{Most: 32, Smooth: 10, ByMean: true}, 40, true},
		{LevelLimits{Most: 32, Smooth: 10, ByMean: true}, 1000, false},
		{LevelLimits{Most: 32, MinGroup: 100}, 40, false},
		{LevelLimits{Most: 32, MinGroup: 100, ByMean: true}, 40, true},
		{LevelLimits{Most: 32, MinGroup: 100, ByMean: true}, 1000, false},
	} {
		const levels, rows = 8, 5
		n := levelNode{Node: Node{Total: make([]int64, 1), Rows: levels * rows}, slot: bins.Slot{Levels: make([]int32, levels), Rows: c.rows}, h: NewSums(1)}
		sums := make([]int64, 256)
		for i := range levels {
			sums[i] = int64(i%2*2-1)<<32*rows + rows
			n.Total[0] += sums[i]
		}
		n.h.Dense(0, sums, levels)
		criterion := &Newton{Quantiser: Quantiser{1, 1, true}}
		best := n.find(criterion, c.limits)
		if got := best.Score > criterion.Score(&n.Node); got != c.found {
			t.Errorf("%+v, %d rows: a split is found: %v", c.limits, c.rows, got)
		}
	}
}

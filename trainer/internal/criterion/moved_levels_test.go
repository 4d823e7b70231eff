package criterion

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// movedNode is a node on a slot of levels, or of few numbers, that the attacker can change.
func movedNode(r *rand.Rand, try int) levelNode {
	n := newLevelNode(try, 2, func(int) int64 { return (r.Int64N(200)-100)<<32 + 1 + r.Int64N(50) })
	if try%4 == 0 {
		n.slot.Levels, n.slot.Blank = nil, true
		n.slot.Cuts = make([]float64, n.h.N-1)
		if r.IntN(2) == 0 {
			for cut := range n.slot.Cuts {
				n.slot.Windows = append(n.slot.Windows, bins.Window{From: max(0, cut+1-r.IntN(2)), To: min(n.h.N, cut+1+r.IntN(2))})
			}
		}
		return n
	}
	reach := make([]bins.Set, n.h.N)
	groups := try%4 == 1 // levels that change into each other
	for from := range n.h.N {
		for to := range n.h.N {
			if from != to && (groups && from%3 == to%3 || !groups && r.IntN(4) == 0) {
				reach[from].Add(to)
			}
		}
		if !groups && r.IntN(5) == 0 {
			reach[from].Add(bins.Missing)
		}
	}
	n.slot.MoveLevels(reach)
	return n
}

func (n *levelNode) findMoved(c Criterion) Split {
	if n.slot.Levels != nil {
		return n.find(c, anySet)
	}
	best := Split{Score: c.Score(&n.Node)}
	c.Begin(&n.Node)
	c.Best(&n.Node, &n.slot, &n.h, &best)
	return best
}

// canBe reports which sides of a split a bin of the node can be on.
func (n *levelNode) canBe(s *Split, bin int) (left, right bool) {
	if n.slot.Levels == nil {
		w := bins.Window{From: n.h.N, To: n.h.N} // behind the last bin
		if s.Before != NoBin {
			w = n.slot.Window(int(s.After))
		}
		left, right = bin < w.To, bin >= w.From
		return left || n.slot.Blank && s.DefaultLeft, right || n.slot.Blank && !s.DefaultLeft
	}
	goes := func(bin int) {
		isLeft := s.DefaultLeft
		if s.Present.Has(bin) {
			isLeft = s.Levels.Has(bin)
		}
		left, right = left || isLeft, right || !isLeft
	}
	goes(bin)
	for to := range n.slot.Reach[bin].All() {
		goes(to)
	}
	return left, right
}

// placed returns the sums on the left side if those rows of channel c that can be on either side go
// left when way says so.
func (n *levelNode) placed(s *Split, way func(c, bin int) bool) [2]int64 {
	var sum [2]int64
	for c := range sum {
		for bin, v := range n.h.Channel(c) {
			if left, right := n.canBe(s, bin); left && (!right || way(c, bin)) {
				sum[c] += v
			}
		}
		if s.DefaultLeft {
			sum[c] += n.h.Missing(c)
		}
	}
	return sum
}

// isLeft reports whether a bin goes left.
func (n *levelNode) isLeft(s *Split, bin int) bool {
	if n.slot.Levels == nil {
		return bin <= int(s.After)
	}
	return s.Levels.Has(bin)
}

// Robust splits have the score given by the definition, for levels that the attacker can change and for
// numbers that can go missing.
func TestRobustLevelsScoreTheWorstCase(t *testing.T) {
	parted := 0
	for try := range 4000 {
		r := seed.At(7, try)
		n := movedNode(r, try)
		c := (&Robust{Newton: Newton{Quantiser: Quantiser{1, 1, true}}, Placements: try%8 > 3}).Fork().(*Robust)
		best := n.findMoved(c)
		if best.Score <= c.Score(&n.Node) {
			continue
		}
		parted++
		total := n.Total[0] + n.Total[1]
		score := func(sum [2]int64, want int) float64 {
			v, order := c.pair(&n.Node, &n.slot, sum[0]+sum[1], total-sum[0]-sum[1], want)
			if want*order < 0 {
				return math.Inf(-1)
			}
			return v
		}
		lower, higher := n.placed(&best, func(c, _ int) bool { return c == 1 }), n.placed(&best, func(c, _ int) bool { return c == 0 })
		want := max(score(lower, -1), score(higher, 1))
		if c.Placements {
			want = math.Inf(1)
			for _, way := range fourWays(&n, &best) {
				want = min(want, score(n.placed(&best, way), 0))
			}
		}
		if math.Abs(best.Score-want) > 1e-9*math.Abs(want) {
			t.Fatalf("%d: %+v scores %v, want %v", try, best, best.Score, want)
		}
	}
	if parted < 1000 {
		t.Errorf("only %d nodes are split", parted)
	}
}

func fourWays(n *levelNode, s *Split) [4]func(c, bin int) bool {
	return [...]func(c, bin int) bool{
		func(_, bin int) bool { return n.isLeft(s, bin) }, func(_, bin int) bool { return !n.isLeft(s, bin) },
		func(int, int) bool { return true }, func(int, int) bool { return false },
	}
}

// The same holds for splits of forests.
func TestRobustImpurityOfLevels(t *testing.T) {
	parted := 0
	for try := range 4000 {
		r := seed.At(8, try)
		n := movedNode(r, try)
		for k := range n.Total { // weights
			n.Total[k] = n.h.missing[k] & 15
			n.h.missing[k] = n.Total[k]
			for i, v := range n.h.Channel(k) {
				n.h.bins[k][i] = v & 15
				n.Total[k] += v & 15
			}
		}
		c := &RobustImpurity{Impurity: Impurity{Classes: 2}, Placements: true}
		start := c.Score(&n.Node)
		best := n.findMoved(c)
		if math.IsInf(start, -1) || best.Score <= start {
			continue
		}
		parted++
		want := math.Inf(1)
		for _, way := range fourWays(&n, &best) {
			sum := n.placed(&best, way)
			left := []float64{float64(sum[0]), float64(sum[1])}
			right := []float64{float64(n.Total[0] - sum[0]), float64(n.Total[1] - sum[1])}
			if v := c.purity(left) + c.purity(right); !(v >= want) {
				want = v
			}
		}
		if math.Abs(best.Score-want) > 1e-9*want {
			t.Fatalf("%d: %+v scores %v, want %v", try, best, best.Score, want)
		}
	}
	if parted < 1000 {
		t.Errorf("only %d nodes are split", parted)
	}
}

// If the attacker changes levels within groups, no set of whole groups is better.
func TestGroupsOfLevelsStayTogether(t *testing.T) {
	parted := 0
	for try := 1; try < 2000; try += 4 {
		r := seed.At(9, try)
		n := movedNode(r, try)
		c := (&Robust{Newton: Newton{Quantiser: Quantiser{1, 1, true}}}).Fork().(*Robust)
		best := n.find(c, anySet)
		most := math.Inf(-1)
		for set := range 1 << 3 {
			left := int64(0)
			for k := range 2 {
				for bin, v := range n.h.Channel(k) {
					if set>>(bin%3)&1 != 0 {
						left += v
					}
				}
			}
			for _, missing := range []int64{0, n.h.Missing(0) + n.h.Missing(1)} {
				score, _ := c.pair(&n.Node, &n.slot, left+missing, n.Total[0]+n.Total[1]-left-missing, 0)
				most = max(most, score)
			}
		}
		if start := c.Score(&n.Node); most > start*(1+1e-9) && best.Score < most*(1-1e-9) {
			t.Fatalf("%d: scores %v, whole groups %v", try, best.Score, most)
		}
		parted++
	}
	if parted < 300 {
		t.Errorf("only %d nodes are split", parted)
	}
}

package grow

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
	"github.com/hardwood-ml/hardwood/trainer/internal/criterion"
)

// lattice is a small table on a lattice, where every bin holds one value.
type lattice struct {
	x     []float64 // cols values per row
	cols  int
	down  []bool // the adversary wants the value of the row to be low
	grad  []float64
	hess  []float64
	reach []bins.Reach
	still []bool // rows that no adversary moves; nil for none
}

// stays selects rows that the attacker cannot move.
func (t *lattice) stays(s uint64) {
	r := seed.At(s, 1)
	for range t.down {
		t.still = append(t.still, r.IntN(3) == 0)
	}
}

// reachOf returns what the attacker can do to a feature of a row.
func (t *lattice) reachOf(i, f int) bins.Reach {
	if t.still != nil && t.still[i] {
		return bins.Reach{}
	}
	return t.reach[f]
}

// channel returns the channel of a row.
func (t *lattice) channel(i int) uint8 {
	if t.still != nil && t.still[i] {
		return 2
	}
	return uint8(index(t.down[i]))
}

func newLattice(s uint64) lattice {
	r := seed.At(s)
	t := lattice{cols: 3, reach: []bins.Reach{{Down: 0.1, Up: 0.1}, {Up: 0.2}, {}}}
	for range 8 + r.IntN(40) {
		down := r.IntN(2) == 1
		p := r.Float64()
		g := p
		if down {
			g = p - 1
		}
		t.down, t.grad, t.hess = append(t.down, down), append(t.grad, g), append(t.hess, p*(1-p)+0.01)
		for range t.cols {
			t.x = append(t.x, float64(r.IntN(11))/10)
		}
	}
	return t
}

// misses makes some cells missing, and says whether the attacker can make numbers go missing.
func (t *lattice) misses(s uint64, blank bool) {
	r := seed.At(s, 2)
	for i := range t.x {
		if r.IntN(4) == 0 {
			t.x[i] = math.NaN()
		}
	}
	for f := range t.reach {
		t.reach[f].Blank = blank
	}
}

// gain is, by the definition, the loss reduction in the worst case of splitting the rows of a lattice
// at a threshold; ok is false if that is not a split. Missing values are on one side; a threshold of
// +Inf has nothing else on its right.
func (t *lattice) gain(f int, threshold float64, missingLeft bool, lambda float64, placements bool) (gain float64, ok bool) {
	var naturalLeft, naturalRight bool
	// The sums of four groups: sure to be left, sure to be right, able to cross and now left, or now
	// right.
	type sums struct{ g, h float64 }
	var sureLeft, sureRight, total sums
	var cross [2][2]sums // by down, by natural side
	add := func(s *sums, i int) { s.g, s.h = s.g+t.grad[i], s.h+t.hess[i] }
	for i := range t.down {
		v, r := t.x[i*t.cols+f], t.reachOf(i, f)
		left := v <= threshold || v != v && missingLeft
		naturalLeft, naturalRight = naturalLeft || left, naturalRight || !left
		add(&total, i)
		// 1e-9 is rounding: thresholds lie in the middle of gaps of 0.05 and more.
		canLeft, canRight := v-r.Down <= threshold+1e-9, v+r.Up > threshold+1e-9
		if v != v || r.Blank {
			canLeft, canRight = canLeft || missingLeft, canRight || !missingLeft
		}
		switch {
		case !canRight:
			add(&sureLeft, i)
		case !canLeft:
			add(&sureRight, i)
		default:
			add(&cross[index(t.down[i])][index(left)], i)
		}
	}
	plus := func(all ...sums) (s sums) {
		for _, a := range all {
			s.g, s.h = s.g+a.g, s.h+a.h
		}
		return s
	}
	score := func(left, right sums) float64 {
		if left.h == 0 || right.h == 0 {
			return math.Inf(-1)
		}
		return left.g*left.g/(left.h+lambda) + right.g*right.g/(right.h+lambda)
	}
	value := func(s sums) float64 { return -s.g / (s.h + lambda) }
	up, down := plus(cross[0][0], cross[0][1]), plus(cross[1][0], cross[1][1])
	best := math.Inf(-1)
	if placements {
		isLeft, isRight := plus(cross[0][1], cross[1][1]), plus(cross[0][0], cross[1][0])
		best = min(
			score(plus(sureLeft, isLeft), plus(sureRight, isRight)),
			score(plus(sureLeft, up, down), sureRight),
			score(sureLeft, plus(sureRight, up, down)),
			score(plus(sureLeft, isRight), plus(sureRight, isLeft)))
	} else {
		if l, r := plus(sureLeft, down), plus(sureRight, up); value(l) <= value(r) {
			best = score(l, r)
		}
		if l, r := plus(sureLeft, up), plus(sureRight, down); value(l) >= value(r) {
			best = max(best, score(l, r))
		}
	}
	return best - total.g*total.g/(total.h+lambda), naturalLeft && naturalRight
}

func index(b bool) int {
	if b {
		return 1
	}
	return 0
}

// binned returns the bins of rows of cols values.
func binned(x []float64, cols int, reach []bins.Reach) *bins.Matrix {
	b, err := bins.New(&data.Table{Rows: len(x) / cols, Cols: cols, X: x}, 256, reach, 0, 0, 1)
	if err != nil {
		panic(err)
	}
	return b
}

// grow returns the tree of one split that a criterion grows on a lattice.
func (t *lattice) grow(c *criterion.Robust) (*Tree, *bins.Matrix) {
	n := len(t.down)
	b := binned(t.x, t.cols, t.reach)
	g := Grower{Bins: b, Criterion: c, Limits: Limits{MaxDepth: 1}, Threads: 1}
	ids, values := g.Rows(n)
	for i := range n {
		ids[i] = int32(i)
		g.Channel = append(g.Channel, t.channel(i))
	}
	c.Quantiser = criterion.Quantise(values, ids, t.grad, t.hess, 1)
	return g.Grow(0, Sampling{ByTree: t.cols, ByLevel: t.cols, ByNode: t.cols}), b
}

func TestRobustSplitIsTheBestOfAll(t *testing.T) {
	for at := range 12 {
		placements, still, missing, blank, splits := at%2 == 1, at/2%2 == 1, at > 3, at > 7, 0
		for s := range uint64(200) {
			table, lambda := newLattice(s), []float64{0, 0.1, 1, 10}[s%4]
			if still {
				table.stays(s)
			}
			if missing {
				table.misses(s, blank)
			}
			tree, matrix := table.grow(&criterion.Robust{Newton: criterion.Newton{Lambda: lambda}, Placements: placements, Still: still})
			want := 0.0
			for _, slot := range matrix.Slots {
				for _, cut := range append(slot.Cuts[:len(slot.Cuts):len(slot.Cuts)], math.Inf(1)) {
					for _, left := range [...]bool{false, true} {
						if gain, ok := table.gain(slot.Feature, cut, left, lambda, placements); ok {
							want = max(want, gain)
						}
					}
				}
			}
			got := 0.0
			if len(tree.Splits) > 0 {
				splits++
				split := tree.Splits[0]
				got, _ = table.gain(matrix.Slots[split.Slot].Feature, matrix.Threshold(split.Slot, split.Bin), split.DefaultLeft, lambda, placements)
			}
			// The summed values are rounded to 2^-31 of their total.
			if math.Abs(got-want) > 1e-6 {
				t.Errorf("sample %d, placements %v, still %v, missing %v, blank %v: the split gains %v, the best of all %v", s, placements, still, missing, blank, got, want)
			}
		}
		if splits < 100 && (still || !blank) { // who makes every number go missing leaves little to tell
			t.Errorf("placements %v, still %v, missing %v, blank %v: only %d samples were split", placements, still, missing, blank, splits)
		}
	}
}

// Without reach the worst case is the natural one.
func TestRobustWithoutReachIsNatural(t *testing.T) {
	for s := range uint64(50) {
		table := newLattice(s)
		table.reach = nil
		tree, matrix := table.grow(&criterion.Robust{Newton: criterion.Newton{Lambda: 1}})
		want := 0.0
		for _, slot := range matrix.Slots {
			for _, cut := range slot.Cuts {
				table.reach = make([]bins.Reach, table.cols)
				if gain, ok := table.gain(slot.Feature, cut, false, 1, false); ok {
					want = max(want, gain)
				}
			}
		}
		got := 0.0
		if len(tree.Splits) > 0 {
			got = tree.Splits[0].Gain
		}
		if math.Abs(got-want) > 1e-6 {
			t.Errorf("sample %d: the split gains %v, the best natural one %v", s, got, want)
		}
	}
}

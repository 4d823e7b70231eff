package criterion

import (
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// Thresholds that the band or sifting skips are no better than the one found, which is the first of the
// best.
func TestNewtonFindsTheFirstOfTheBestThresholds(t *testing.T) {
	for at := range 3000 {
		r := rand.New(rand.NewPCG(uint64(at), 1))
		rows, slot := 2+r.IntN(2+at%80), bins.Slot{Cuts: make([]float64, 1+r.IntN(60))}
		grad, hess, ids := make([]float64, rows), make([]float64, rows), make([]int32, rows)
		lean := r.Float64()
		for i := range ids {
			ids[i] = int32(i)
			p := r.Float64()
			if grad[i], hess[i] = p, p*(1-p); r.Float64() < lean {
				grad[i] = p - 1
			}
			if at%5 == 0 { // slopes are as steep as can be
				hess[i] = 0
			}
		}
		values := make([]int64, rows)
		c := Newton{Lambda: []float64{0, 1, 100}[at%3], MinChildWeight: []float64{0, 0.1, 1}[at/3%3], MinRows: 1 + at%4}
		c.Quantiser = Quantise(values, ids, grad, hess, 1)
		column, counts := make([]int64, 256), make([]int64, 256)
		n := Node{Rows: rows, Total: []int64{0}}
		for _, v := range values {
			bin := r.IntN(len(slot.Cuts) + 1)
			if r.IntN(20) == 0 {
				bin = bins.Missing
			}
			n.Total[0] += v
			column[bin] += v
			counts[bin]++
		}
		h := NewSums(2)
		h.Dense(0, column, len(slot.Cuts)+1)
		h.Dense(1, counts, len(slot.Cuts)+1)
		score := c.Score(&n)
		if score-score != 0 {
			continue
		}
		c.Begin(&n)
		found := Split{Score: score}
		c.Best(&n, &slot, &h, &found)
		if want := firstBest(&n, &c, &h, score); want.Score != found.Score || want.After != found.After || want.DefaultLeft != found.DefaultLeft {
			t.Fatalf("%d: found %+v, want %+v", at, found, want)
		}
	}
}

// firstBest tries all thresholds.
func firstBest(n *Node, c *Newton, h *Sums, score float64) Split {
	best := Split{Score: score}
	for _, missingLeft := range []bool{false, true} {
		left, rows := int64(0), int64(0)
		if missingLeft {
			if left, rows = h.Missing(0), h.Missing(1); left == 0 {
				break
			}
		}
		some := false
		for i, v := range h.Channel(0) {
			left, rows, some = left+v, rows+h.Channel(1)[i], some || v != 0
			right := n.Total[0] - left
			if !some || v == 0 || right == 0 || min(hessInt(left), hessInt(right)) < c.search.least || min(rows, int64(n.Rows)-rows) < int64(c.MinRows) {
				continue
			}
			if score := c.search.score(left); score > best.Score {
				best.Score, best.After, best.DefaultLeft = score, int32(i), missingLeft
			}
		}
	}
	return best
}

// Sifting passes over windows that cannot beat the score whichever way the rows that can cross go, and
// over no others.
func TestSiftWindows(t *testing.T) {
	stopped := [2]int{} // by the side that may
	for at := range 3000 {
		r := rand.New(rand.NewPCG(uint64(at), 2))
		rows, cuts := 2+r.IntN(200), 1+r.IntN(60)
		grad, hess, ids, values := make([]float64, rows), make([]float64, rows), make([]int32, rows), make([]int64, rows)
		for i := range ids {
			ids[i] = int32(i)
			p := r.Float64()
			if grad[i], hess[i] = p, p*(1-p); r.IntN(2) == 0 {
				grad[i] = p - 1
			}
		}
		c := Newton{Lambda: []float64{0, 1, 100}[at%3]}
		c.Quantiser = Quantise(values, ids, grad, hess, 1)
		n, sums := Node{Rows: rows, Total: []int64{0}}, make([][2]int64, cuts+2)
		for i, v := range values {
			channel := 0
			if grad[i] < 0 {
				channel = 1
			}
			n.Total[0] += v
			sums[1+r.IntN(cuts+1)][channel] += v
		}
		for i := range cuts + 1 {
			sums[i+1][0] += sums[i][0]
			sums[i+1][1] += sums[i][1]
		}
		c.Begin(&n)
		p := &c.search
		p.beat(c.Score(&n) * (1 + r.Float64()*r.Float64()*r.Float64()))
		windows := make([]bins.Window, cuts)
		for i := range windows {
			windows[i] = bins.Window{From: max(0, i+1-r.IntN(4)), To: min(cuts+1, i+1+r.IntN(4))}
		}
		next := p.siftWindows(sums, windows)
		for i, w := range windows {
			left := [2]int64{sums[w.From][0] + sums[w.To][1], sums[w.To][0] + sums[w.From][1]}
			may := [2]bool{p.above(left[0]), p.below(left[1])}
			for side, may := range may {
				if may {
					stopped[side]++
				}
			}
			if i < next {
				if may[0] || may[1] {
					t.Fatalf("%d: window %d of %d may beat the score, and is passed over", at, i, cuts)
				}
				continue
			}
			small := func(left int64) bool { h := hessInt(left); return h < p.least || h > p.most }
			if !may[0] && !may[1] && !small(left[0]) && !small(left[1]) { // small children are left to the caller
				t.Fatalf("%d: window %d of %d cannot beat the score, and is not passed over", at, i, cuts)
			}
			next = i + 1 + p.siftWindows(sums, windows[i+1:])
		}
	}
	if min(stopped[0], stopped[1]) < 300 {
		t.Errorf("only %v windows may beat the score on either side", stopped)
	}
}

package criterion

import (
	"math"

	"github.com/hardwood-ml/hardwood/trainer/internal/bins"
)

// pair is a node that may be split: its sums, the regularisation, the smallest and largest sum of
// hessians of a child, and the score to beat.
type pair struct {
	g, h, lambda float64
	least, most  int64   // hessians of a child
	both, square float64 // hessians and regularisation of both children, 1/both²
	gini         bool    // scores are those of BinaryImpurity

	// y is the gradient of the left side minus its share of the node's gradient. In units of 2^-32 it
	// takes only integers: the packed sum, minus its hessian times slope, minus centre in the upper
	// half.
	slope, centre int64
	slack         float64 // the most that rounding can change y² by
	share         float64 // gradient per unit of hessian and regularisation; with gini, of class 1
	tie           int64   // see siftClasses: the most that rounding can change a product of weights by, twice

	toBeat     float64 // see beat
	steep, bar float64 // see sift
	band
}

// band is a range of y around 0 within which no children, however uneven, can beat the score, see beat.
// Left sides in the band are skipped.
type band struct {
	uneven   float64 // a(both-a) for the most uneven children, 0: there is no band
	unbeaten float64 // the score that cannot be beaten in the band
	high     int64   // the upper end of the band, in the upper half of a word
	width    uint64  // its width, likewise
}

// derive sets the fields that follow from the sums, the regularisation and the smallest child.
func (p *pair) derive() {
	p.most = int64(p.h) - p.least
	p.both = p.h + float64(2*p.lambda)
	p.square = 1 / (p.both * p.both)
	p.toBeat, p.unbeaten = math.Inf(-1), math.Inf(-1)
	share := p.g / p.both // below 2^30 with two rows
	p.share = share
	p.slope, p.centre = int64(share*(1<<32))+1, int64(share*p.lambda)
	wrong := p.h + 2 + float64(math.Abs(float64(share*p.lambda)-float64(p.centre))*(1<<32))
	most := p.g * (1 << 32) // the largest possible y
	if p.h >= 1<<26 {       // products of weights, which are below 2^62, have more bits than a float64
		p.tie = 1 << 10
	}
	if !p.gini { // if a child may be a single row, the band is narrow
		least := float64(p.least) + p.lambda
		p.uneven, most = least*(p.both-least), 1<<63
	}
	p.slack = wrong * (float64(2*most) + wrong)
}

// best tries every threshold of a slot, with missing values right and then left. Rows are counted in
// channel 1 if minRows is above 1.
func (p *pair) best(h *Sums, minRows int, best *Split) {
	if best.Score != p.toBeat {
		p.beat(best.Score)
	}
	if p.unbeaten != p.toBeat {
		p.widen()
	}
	bins := h.Channel(0)
	if i, left := p.pass(bins, 0); i < len(bins) {
		p.scan(h, i, left-bins[i], 0, minRows, best)
	}
	if missing := h.Missing(0); missing != 0 {
		p.scan(h, 0, missing, missing, minRows, best)
	}
}

// scan tries the thresholds of a slot from position i on, with missing values or the bins before i
// already on the left side. Thresholds between which all bins are empty are the same.
func (p *pair) scan(h *Sums, i int, left, missing int64, minRows int, best *Split) {
	bins, most := h.Channel(0), h.N
	if minRows > 1 {
		var few int
		few, most = withRows(h, 1, minRows, missing != 0)
		for ; i < few; i++ {
			left += bins[i]
		}
		if i >= most {
			return
		}
	}
	least, before := max(p.least, hessInt(missing)+1), -1 // some bin must go left
	for {
		more, sum := p.sift(bins[i:most], left, least)
		if more == 0 {
			break
		}
		i, left = i+more, sum
		if score := p.score(left); score > best.Score {
			best.Score, best.Left, best.LeftKnown, before = score, left, true, i
			p.beat(score)
		}
		for i < most && bins[i] == 0 {
			i++
		}
	}
	if before >= 0 {
		best.DefaultLeft = missing != 0
		best.After, best.Before = neighbours(h, bins, before)
	}
}

// neighbours returns the last bin with rows below a position and the first one from it on.
func neighbours(h *Sums, bins []int64, from int) (after, before int32) {
	last, next := from-1, from
	for bins[last] == 0 {
		last--
	}
	for next < len(bins) && bins[next] == 0 {
		next++
	}
	if next == len(bins) {
		return int32(h.Bin(last)), NoBin
	}
	return int32(h.Bin(last)), int32(h.Bin(next))
}

// beat sets the score to beat. Let gl and gr be the gradients of the children, and a and b their
// hessians plus lambda. Their score is (g² + y²/(x(1-x)))/(a+b) with x = a/(a+b) and y = gl-gx, so that
// the comparison needs no division: they beat the score if y² is above ab times a constant.
func (p *pair) beat(score float64) {
	p.toBeat = score
	if p.gini {
		score = float64((score-p.h)/2) + p.g - float64(1e-12*p.h)
	}
	more := float64(score*p.both) - float64(p.g*p.g*(1+1e-12)) // rounding lets some pass that are not better
	p.steep = more * p.square * (1 << 64)
	p.bar = float64(more*(1<<62)*(1-1e-12)) - p.slack
}

// widen sets the band for the score to beat.
func (p *pair) widen() {
	p.unbeaten, p.width = p.toBeat, 0
	if y := math.Sqrt(p.steep*p.uneven) * (1. / (1 << 32)); y > 8 {
		reach := int64(y) - 4 // minus 4 for rounding
		p.high, p.width = (p.centre+reach)<<32, uint64(reach)<<33
	}
}

// pass adds bins to the left side until it is out of the band. It returns how many of them were in the
// band, all of them if the right side becomes too small, and the sum including the one that was not.
// It must not be inlined, to keep everything it needs in registers.
//
//go:noinline
func (p *pair) pass(bins []int64, left int64) (int, int64) {
	slope, high, width, most := p.slope, p.high, p.width, p.most
	left -= high
	for i, v := range bins {
		left += v
		h := hessInt(left)
		if h > most {
			break
		}
		if uint64(h*slope-left) >= width {
			return i, left + high
		}
	}
	return len(bins), left + high
}

// sift adds bins to the left side until the children may beat the score. It returns how many it has
// added, 0 if they never may, and the sum. With x the distance of the left hessian from half, ab is
// (both/2)²-x². It is a function of its own to keep everything it needs in registers.
func (p *pair) sift(bins []int64, left, least int64) (int, int64) {
	slope, centre, half, steep, bar, most := p.slope, p.centre<<32, float64(p.h/2), p.steep, p.bar, p.most
	left -= centre
	for i, v := range bins {
		left += v
		h := hessInt(left)
		if h > most {
			break
		}
		y, x := float64(h*slope-left), float64(h)-half
		if float64(y*y)+float64(x*x*steep) > bar && h >= least {
			return i + 1, left + centre
		}
	}
	return 0, left
}

// siftWindows returns how many thresholds cannot beat the score, from the windows of each and the running sums
// of both channels. It is a function of its own to keep everything it needs in registers.
//
//go:noinline
func (p *pair) siftWindows(sums [][2]int64, windows []bins.Window) int {
	slope, centre, half, steep, bar := p.slope, p.centre<<32, float64(p.h/2), p.steep, p.bar
	for i := range windows {
		stays, reaches := &sums[windows[i].From], &sums[windows[i].To]
		left := stays[0] + reaches[1]
		h := hessInt(left)
		y, x := float64(max(0, left-centre-h*slope)), float64(h)-half
		if float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
		left = reaches[0] + stays[1]
		h = hessInt(left)
		y, x = float64(max(0, h*slope+centre-left)), float64(h)-half
		if float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
	}
	return len(windows)
}

// siftClasses is siftWindows for two classes that are moved to where they are rarer, from their running
// sums, see prefixTwo, and those of the node. Most thresholds are passed over together.
func (p *pair) siftClasses(sums [][2]int64, windows []bins.Window, node *[2]int64) int {
	for at := 0; ; {
		at += p.skipClasses(sums, windows[at:], node)
		some := windows[at:min(at+together, len(windows))]
		n := p.siftEach(sums, some, node)
		if at += n; n < len(some) || at == len(windows) {
			return at
		}
	}
}

// together is the number of thresholds that skipClasses looks at together.
const together = 8

// skipClasses returns how many thresholds, a multiple of together, cannot beat the score. The more rows
// stay and the fewer can cross, the better is a score. So the rows that stay at the last of some
// thresholds, and those that can get left at the first, bound all of them, whether or not there is such a
// threshold; where the classes may be as rare on both sides, see siftEach, two of these counts do.
//
//go:noinline
func (p *pair) skipClasses(sums [][2]int64, windows []bins.Window, node *[2]int64) int {
	slope, centre, half, steep, bar := p.slope, p.centre<<32, float64(p.h/2), p.steep, p.bar
	zeros, ones, tie, share := node[0], node[1], p.tie, p.share
	for i := 0; i+together <= len(windows); i += together {
		first, last := &windows[i], &windows[i+together-1]
		stays, reaches := &sums[last.From], &sums[first.To]
		left := reaches[0] + stays[1]
		h := hessInt(left)
		y, x := float64(max(0, left-centre-h*slope)), float64(h)-half
		if float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
		left = stays[0] + reaches[1]
		h = hessInt(left)
		y, x = float64(max(0, h*slope+centre-left)), float64(h)-half
		if float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
		least, most := &sums[first.From], &sums[last.To]
		if least[0]*((ones-most[1])>>32)-stays[1]>>32*(zeros-reaches[0]) > tie ||
			stays[0]*((ones-reaches[1])>>32)-least[1]>>32*(zeros-most[0]) < -tie {
			continue
		}
		left = least[0] + stays[1]
		h = hessInt(left)
		y = float64(max(0, left-centre-h*slope))
		x = float64(h) + float64(y*(1./(1<<32))) - half
		if y *= 1 - share; tie > 0 || float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
		left = stays[0] + least[1]
		h = hessInt(left)
		y = float64(max(0, h*slope+centre-left))
		x = float64(h) + float64(y*(1./(1<<32))) - half
		if y *= share; float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
	}
	return len(windows) / together * together
}

// siftEach is siftClasses one by one. Other than for the sides of a gradient, the classes may be
// as rare on both sides, among the rows that stay, or so nearly that rounding decides: which rows are
// moved, and so the score, is then not known here. But where neither is rarer in exact numbers, as where
// all rows that stay are on one side, those that can cross go right, and the class that is then rarer on the
// left evens out the sides: it adds y to the left, of which its share of the node is no longer ahead.
//
//go:noinline
func (p *pair) siftEach(sums [][2]int64, windows []bins.Window, node *[2]int64) int {
	slope, centre, half, steep, bar := p.slope, p.centre<<32, float64(p.h/2), p.steep, p.bar
	zeros, ones, tie, share := node[0], node[1], p.tie, p.share
	for i := range windows {
		stays, reaches := &sums[windows[i].From], &sums[windows[i].To]
		left := reaches[0] + stays[1]
		h := hessInt(left)
		y, x := float64(max(0, left-centre-h*slope)), float64(h)-half
		if float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
		left = stays[0] + reaches[1]
		h = hessInt(left)
		y, x = float64(max(0, h*slope+centre-left)), float64(h)-half
		if float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
		if uint64(stays[0]*((ones-reaches[1])>>32)-stays[1]>>32*(zeros-reaches[0])+tie) > 2*uint64(tie) {
			continue
		}
		left = stays[0] + stays[1]
		h = hessInt(left)
		y = float64(left - centre - h*slope)
		x = float64(h) + float64(math.Abs(y)*(1./(1<<32))) - half
		if y > 0 {
			y *= 1 - share
		} else {
			y *= share
		}
		if tie > 0 || float64(y*y)+float64(x*x*steep) > bar {
			return i
		}
	}
	return len(windows)
}

// above reports whether the children may beat the score while the left side has more than its share of
// the gradient, and so the smaller leaf value; below, while it has less.
func (p *pair) above(left int64) bool {
	h := hessInt(left)
	return p.far(float64(max(0, left-p.centre<<32-h*p.slope)), h)
}

func (p *pair) below(left int64) bool {
	h := hessInt(left)
	return p.far(float64(max(0, h*p.slope+p.centre<<32-left)), h)
}

// far reports whether y is so far from 0 that the children may beat the score.
func (p *pair) far(y float64, h int64) bool {
	x := float64(h) - float64(p.h/2)
	return float64(y*y)+float64(x*x*p.steep) > p.bar && h >= p.least && h <= p.most
}

// score is the score of the two children. Sums are whole numbers, so the sum of the right side is
// exact.
func (p *pair) score(left int64) float64 {
	gl, hl := grad(left), hess(left)
	if p.gini {
		return gini(hl-gl, gl, p.h-p.g-(hl-gl), p.g-gl)
	}
	gr, hr := p.g-gl, p.h-hl+p.lambda
	hl += p.lambda
	return (float64(gl*gl*hr) + float64(gr*gr*hl)) / (hl * hr)
}

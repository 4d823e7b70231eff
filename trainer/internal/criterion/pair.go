package criterion

import "math"

// pair is a node that may be split: its sums, the regularisation, the smallest
// and largest sum of hessians of a child, and what a split must beat.
type pair struct {
	g, h, lambda float64
	least, most  int64   // hessians of a child
	both, square float64 // hessians and regularisation of both children, 1/both²
	gini         bool    // scores are those of BinaryImpurity

	// Of a left side its gradient minus its share of the node's, y, is looked at
	// in units of 2^-32, so that it takes whole numbers only: it is the upper half
	// of the sums, minus the lower half times slope, minus centre.
	slope, centre int64
	slack         float64 // what rounding makes of y², at most

	toBeat     float64 // see beat
	steep, bar float64 // see sift
	band
}

// band is the left sides whose y is within some reach. Where no children, however
// uneven, can beat a score with so small a y, see beat, they are passed over.
type band struct {
	uneven   float64 // a(both-a) of the most uneven children, 0: there is no band
	unbeaten float64 // the score that cannot be beaten in the band
	high     int64   // the upper end of the band, in the upper half
	width    uint64  // likewise
}

// derive sets what follows from the sums, the regularisation and the smallest
// child.
func (p *pair) derive() {
	p.most = int64(p.h) - p.least
	p.both = p.h + float64(2*p.lambda)
	p.square = 1 / (p.both * p.both)
	p.toBeat, p.unbeaten = math.Inf(-1), math.Inf(-1)
	share := p.g / p.both // of a unit of hessians and regularisation, below 2^30 for two rows
	p.slope, p.centre = int64(share*(1<<32))+1, int64(share*p.lambda)
	wrong := p.h + 2 + float64(math.Abs(float64(share*p.lambda)-float64(p.centre))*(1<<32))
	most := p.g * (1 << 32) // that y can be
	if !p.gini {            // where a child may be one row, the band is narrow
		least := float64(p.least) + p.lambda
		p.uneven, most = least*(p.both-least), 1<<63
	}
	p.slack = wrong * (float64(2*most) + wrong)
}

// best tries every threshold of a slot, with missing values right and then
// left. Rows are counted in channel 1 if minRows is above 1.
func (p *pair) best(n *Node, h *Sums, minRows int, best *Split) {
	if best.Score != p.toBeat {
		p.beat(best.Score)
	}
	if p.unbeaten != p.toBeat {
		p.widen()
	}
	bins := h.Channel(0)
	if i, left := p.pass(bins, 0); i < len(bins) {
		p.scan(n, h, i, left-bins[i], 0, minRows, best)
	}
	if missing := h.Missing(0); missing != 0 {
		p.scan(n, h, 0, missing, missing, minRows, best)
	}
}

// scan tries the thresholds of a slot from position i on, before which missing
// values and other bins are on the left side. Where empty bins follow a bin,
// all thresholds between them are the same.
func (p *pair) scan(n *Node, h *Sums, i int, left, missing int64, minRows int, best *Split) {
	bins, most := h.Channel(0), h.N
	if minRows > 1 {
		var few int
		few, most = withRows(n, h, 1, minRows, missing != 0)
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

// neighbours returns the bins with rows below and from a position on.
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

// beat sets the score to beat. The score of two children with gradients gl
// and gr and hessians with lambda a and b is (g² + y²/x(1-x))/(a+b), where x
// is a/(a+b) and y is gl-gx, so that a comparison needs no division: they beat it
// where y² is above ab times a constant.
func (p *pair) beat(score float64) {
	p.toBeat = score
	if p.gini {
		score = float64((score-p.h)/2) + p.g - float64(1e-12*p.h)
	}
	more := float64(score*p.both) - float64(p.g*p.g*(1+1e-12)) // rounding lets some pass that are not better
	p.steep = more * p.square * (1 << 64)
	p.bar = float64(more*(1<<62)*(1-1e-12)) - p.slack
}

// widen makes the band that of the score to beat.
func (p *pair) widen() {
	p.unbeaten, p.width = p.toBeat, 0
	if y := math.Sqrt(p.steep*p.uneven) * (1. / (1 << 32)); y > 8 {
		reach := int64(y) - 4 // for rounding
		p.high, p.width = (p.centre+reach)<<32, uint64(reach)<<33
	}
}

// pass adds bins to the left side until it is out of the band, and returns how
// many were in it, all of them where the right side becomes too small, and the
// sum with the one that was not. In line not all it needs would be in registers.
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

// sift adds bins to the left side until the children may beat the score, and
// returns how many it has added, 0 if they do not, and the sum. With x for how far
// their hessians are from equal, ab is (both/2)²-x². It is a function of its own
// so that all it needs is in registers.
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

// above reports whether the children may beat the score where the left side has
// more than its share of the gradient, so that its value is the smaller one, and
// below whether they may where it has less.
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

// score is that of the two children. Sums are whole numbers, so that what
// remains for the right side is exact.
func (p *pair) score(left int64) float64 {
	gl, hl := grad(left), hess(left)
	if p.gini {
		return gini(hl-gl, gl, p.h-p.g-(hl-gl), p.g-gl)
	}
	gr, hr := p.g-gl, p.h-hl+p.lambda
	hl += p.lambda
	return (float64(gl*gl*hr) + float64(gr*gr*hl)) / (hl * hr)
}

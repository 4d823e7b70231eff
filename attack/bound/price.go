package bound

import "math"

// SetLambda puts a price on cost: beliefs change by the cost of their segments. lambda is in scaled
// units per unit of cost. Prices are rounded down and the allowance up, so that the bound stays
// valid.
func (g *Graph) SetLambda(lambda float64) {
	lambda = min(lambda, steepest/max(g.limit, leastLimit))
	g.lambda = lambda
	for i := range g.Feature {
		belief := g.belief[g.At[i]:g.At[i+1]]
		g.total -= largest(belief)
		for k := g.At[i]; k < g.At[i+1]; k++ {
			w := int64(0)
			if g.Cost[k] <= g.limit {
				w = int64(lambda * g.Cost[k] * (1 - tolerance))
			}
			if more := g.price[k] - w; alive(g.belief[k]) {
				g.belief[k] += more
				g.score[k] += more
			}
			g.price[k] = w
		}
		g.total += largest(belief)
	}
	g.setAllowance()
}

// steepest is the largest price of a whole ball: it keeps beliefs away from dead. Balls count as
// having at least leastLimit, so that prices stay finite.
const (
	steepest   = 1 << 48
	leastLimit = 1e-280
)

// setAllowance computes the most that a point of the ball pays.
func (g *Graph) setAllowance() {
	if left := g.limit - g.spent; left > 0 {
		g.allow = int64(g.lambda*left*(1+tolerance)) + 1
	} else {
		g.allow = 1
	}
	if g.lambda == 0 {
		g.allow = 0
	}
}

// SlopeLambda is a first guess at the best price: what a unit of cost must bring to get from the
// margin at the victim to the need within the ball.
func (g *Graph) SlopeLambda(home int64) float64 {
	return float64(max(g.need-scaleDown(home), 1)) / max(g.limit, leastLimit)
}

// BestLambda moves the price to where the point that the features prefer costs exactly the limit.
// This may raise the bound, until the next sweeps.
func (g *Graph) BestLambda() {
	if !g.sum || g.limit <= 0 {
		return
	}
	lo, hi := g.lambda, g.lambda
	for step := 1.1; g.paid(lo) <= g.limit && step < 10; step *= step {
		lo, hi = lo/step, lo
	}
	for step := 1.1; lo == hi && step < 10; step *= step {
		if hi *= step; g.paid(hi) > g.limit {
			lo = hi
		}
	}
	for step := 0; hi > lo*1.02 && step < 64; step++ { // tiny prices may never come this close
		if mid := math.Sqrt(lo * hi); g.paid(mid) > g.limit {
			lo = mid
		} else {
			hi = mid
		}
	}
	g.SetLambda(hi)
}

// paid returns the cost of the point that the features prefer at a price.
func (g *Graph) paid(lambda float64) float64 {
	total := g.spent
	for i := range g.Feature {
		best, cost := math.Inf(-1), 0.0
		for k := g.At[i]; k < g.At[i+1]; k++ {
			if !alive(g.score[k]) {
				continue
			}
			v := float64(g.score[k]+g.price[k]) - float64(lambda*g.Cost[k])
			if v > best || v == best && g.Cost[k] < cost {
				best, cost = v, g.Cost[k]
			}
		}
		total += cost
	}
	return total
}

// Lambda is the price of a unit of cost.
func (g *Graph) Lambda() float64 { return g.lambda }

package bound_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
)

// At the best price the point that the features prefer is just within the ball: at a price 3 % lower it
// costs more. Any price is sound, but only this one proves much.
func TestBestLambda(t *testing.T) {
	balls, met := 0, 0
	eachBall(t, func(t *testing.T, _ *rand.Rand, b *ball) {
		if b.space.Norm == attack.LInf {
			return
		}
		g := b.graph()
		preferred := func(lambda float64) float64 {
			g.SetLambda(lambda)
			cells := slices.Clone(b.space.Home)
			g.Point(cells)
			return b.space.Total(cells)
		}
		var s bound.Sweeper
		s.Begin(g)
		s.Sweep(g)
		if preferred(0) <= b.limit { // no price is needed
			return
		}
		g.SetLambda(g.SlopeLambda(b.contrast.Sum(b.space.Grid, b.space.Home)))
		g.BestLambda()
		best := g.Lambda()
		balls++
		if preferred(best) <= b.limit*(1+1e-9) && preferred(best/1.03) > b.limit {
			met++
		}
	})
	if met < balls*8/10 { // the others are far from the first guess
		t.Errorf("the price of %d of %d balls is the best one", met, balls)
	}
}

package smoothing

import (
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"github.com/hardwood-ml/hardwood/attack"
)

// Noise is a random change of each column, independent of the others.
type Noise interface {
	// Norm returns the norm that the radius is measured in.
	Norm() attack.Norm

	// Check reports a parameter that is out of range.
	Check() error

	// Within returns the probability that a value x becomes one in (lo, hi].
	Within(x, lo, hi float64) float64

	// Draw returns what a value becomes.
	Draw(r *rand.Rand, x float64) float64

	// Radius returns how far the input can be changed before a class of at least
	// probability p, which is above a half, can fall to a half.
	Radius(p float64) float64
}

// Uniform moves each column by up to Width in either direction. Its radius is in norm 1: moving a
// column by d takes a share d/(2 Width) from the overlap of two inputs' distributions.
type Uniform struct{ Width float64 }

// Norm returns norm 1.
func (Uniform) Norm() attack.Norm { return attack.L1 }

// Check reports a width that is not above 0.
func (u Uniform) Check() error { return positive("width of uniform noise", u.Width) }

// Within implements [Noise].
func (u Uniform) Within(x, lo, hi float64) float64 {
	lo, hi = max(lo, x-u.Width), min(hi, x+u.Width)
	return max(0, hi-lo) / (2 * u.Width)
}

// Draw implements [Noise].
func (u Uniform) Draw(r *rand.Rand, x float64) float64 {
	return x + float64(u.Width*(2*float64(r.Float64())-1))
}

// Radius implements [Noise].
func (u Uniform) Radius(p float64) float64 { return 2 * u.Width * (p - 0.5) }

// Gauss adds normal noise with a standard deviation to each column. Its radius is in norm 2.
type Gauss struct{ Sigma float64 }

// Norm returns norm 2.
func (Gauss) Norm() attack.Norm { return attack.L2 }

// Check reports a deviation that is not above 0.
func (g Gauss) Check() error { return positive("deviation of normal noise", g.Sigma) }

// Within implements [Noise].
func (g Gauss) Within(x, lo, hi float64) float64 {
	below := func(v float64) float64 { return math.Erfc((x - v) / (g.Sigma * math.Sqrt2)) }
	return max(0, below(hi)-below(lo)) / 2
}

// Draw implements [Noise].
func (g Gauss) Draw(r *rand.Rand, x float64) float64 { return x + float64(g.Sigma*r.NormFloat64()) }

// Radius implements [Noise].
func (g Gauss) Radius(p float64) float64 { return g.Sigma * math.Sqrt2 * math.Erfinv(float64(2*p)-1) }

// Flip keeps each column of 0 and 1 with probability Keep and flips it otherwise. Its radius is in
// norm 0.
type Flip struct{ Keep float64 }

// Norm returns norm 0.
func (Flip) Norm() attack.Norm { return attack.L0 }

// Check reports a probability that is not above 0.5 and below 1.
func (k Flip) Check() error {
	if !(k.Keep > 0.5 && k.Keep < 1) {
		return fmt.Errorf("a column is kept with probability %v, must be above 0.5 and below 1", k.Keep)
	}
	return nil
}

// Within implements [Noise].
func (k Flip) Within(x, lo, hi float64) float64 {
	p := 0.0
	if x > lo && x <= hi {
		p += k.Keep
	}
	if x = 1 - x; x > lo && x <= hi {
		p += 1 - k.Keep
	}
	return p
}

// Draw implements [Noise].
func (k Flip) Draw(r *rand.Rand, x float64) float64 {
	if r.Float64() < k.Keep {
		return x
	}
	return 1 - x
}

// Radius implements [Noise].
func (k Flip) Radius(p float64) float64 {
	if p >= 1 {
		return math.Inf(1)
	}
	falls := func(radius int) bool { return !(k.least(p, radius+1) > 0.5) }
	most := 1
	for !falls(most) {
		most *= 2
	}
	return float64(sort.Search(most, falls))
}

// least returns the smallest probability, under an input at distance r, of a set of outcomes with
// probability p here (Lee et al. 2019): it takes the outcomes that are likely here and unlikely there
// first. Only the r differing columns matter, and among them only how many came out as there.
func (k Flip) least(p float64, r int) float64 {
	odds := math.Log(k.Keep / (1 - k.Keep))
	there := 0.0
	choose := 0.0 // logarithm of r choose j
	for j := 0; j <= r && p > 0; j++ {
		here := math.Exp(choose + float64(float64(r-j)*math.Log(k.Keep)) + float64(float64(j)*math.Log(1-k.Keep)))
		some := min(p, here)
		there += float64(some * math.Exp(float64(2*j-r)*odds))
		p -= some
		choose += math.Log(float64(r-j)) - math.Log(float64(j+1))
	}
	return there
}

func positive(what string, v float64) error {
	if !(v > 0 && v <= math.MaxFloat64) {
		return fmt.Errorf("the %s is %v, must be above 0", what, v)
	}
	return nil
}

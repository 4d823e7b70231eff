// Package hsja is the HopSkipJump attack of Chen, Jordan and Wainwright,
// "HopSkipJumpAttack: A Query-Efficient Decision-Based Attack" (IEEE S&P
// 2020, arXiv:1904.02144), algorithm 2: from the boundary it steps along a gradient estimated
// from random decisions, and walks back to the boundary.
package hsja

import (
	"cmp"
	"math"
	"math/rand/v2"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/internal/elementary"
)

// Method is HopSkipJump with its options. The zero value is the default.
type Method struct {
	Starts     int // random starts, 0 for 1
	Iterations int // steps of each start, 0 for 40
	Decisions  int // of the first gradient, 0 for 100; they grow with the square root of the iteration
}

var _ blackbox.Method = Method{}

// Name returns hsja.
func (m Method) Name() string { return "hsja" }

// Check reports options that are out of range.
func (m Method) Check() error {
	return blackbox.AtLeastZero(m.Name(), m.Starts, m.Iterations, m.Decisions)
}

func (m Method) filled() Method {
	return Method{cmp.Or(m.Starts, 1), cmp.Or(m.Iterations, 40), cmp.Or(m.Decisions, 100)}
}

// Plan implements [blackbox.Method]. The budget has room for the decisions
// and for the walks to the boundary.
func (m Method) Plan() (starts, budget int) {
	m = m.filled()
	n := 1000.0
	for t := 1; t <= m.Iterations; t++ {
		n += float64(float64(m.Decisions)*math.Sqrt(float64(t))) + 200
	}
	return m.Starts, int(n)
}

// Search implements [blackbox.Method].
func (m Method) Search(o *blackbox.Oracle, r *rand.Rand) {
	n := len(o.X)
	w := &walk{Oracle: o, r: r, m: m.filled(), at: make([]float64, n), x: make([]float64, n), gradient: make([]float64, n), u: make([]float64, n)}
	var found bool
	if found, w.clip = o.Draw(r, w.at); found {
		w.project()
		w.run()
	}
}

// walk is the search from one start.
type walk struct {
	*blackbox.Oracle
	r *rand.Rand
	m Method

	at       []float64 // a point on the adversarial side of the boundary
	radius   float64   // of the next estimate of the gradient
	clip     bool      // stay in the unit cube, or as near to it as the victim is
	x        []float64
	gradient []float64
	u        []float64
}

// project moves the point to the boundary. The radius of the next gradient estimate follows from
// how far away the point was before, as in the public implementation: from nearby the steps of
// trees are invisible.
func (w *walk) project() {
	tolerance := w.theta()
	if w.Norm == attack.LInf {
		tolerance *= min(1, w.distance(w.at))
	}
	w.radius = w.Pull(w.at, tolerance) / float64(len(w.X))
}

// theta is the tolerance of the boundary: the larger the dimension the smaller, and a hundredth of
// what a smooth boundary needs.
func (w *walk) theta() float64 {
	d := float64(len(w.X))
	if w.Norm == attack.LInf {
		return 0.01 / (d * d)
	}
	return 0.01 / (d * math.Sqrt(d))
}

func (w *walk) distance(x []float64) float64 {
	for f, v := range x {
		w.u[f] = v - w.X[f]
	}
	return w.Length(w.u)
}

// run steps along the gradient, ever shorter.
func (w *walk) run() {
	for t := 1; t <= w.m.Iterations && !w.Spent(); t++ {
		distance := w.distance(w.at)
		if t == 1 {
			w.radius = 0.1
		}
		w.estimate(int(float64(w.m.Decisions) * math.Sqrt(float64(t))))
		step := distance / math.Sqrt(float64(t))
		for ; step > 1e-9*distance && !w.Spent(); step /= 2 {
			for f, v := range w.at {
				w.x[f] = w.within(f, v+float64(step*w.gradient[f]))
			}
			if w.Adversarial(w.x) {
				copy(w.at, w.x)
				w.project()
				break
			}
		}
	}
}

// estimate writes the direction in which points become adversarial: the sum of random vectors, each
// times the decision about it minus the mean decision.
func (w *walk) estimate(decisions int) {
	clear(w.gradient)
	sum := make([]float64, len(w.gradient)) // of all vectors
	yes := 0.0
	for range decisions {
		if w.Spent() {
			break
		}
		length := 0.0
		for f := range w.u {
			w.u[f] = elementary.Normal(w.r)
			length += float64(w.u[f] * w.u[f])
		}
		length = math.Sqrt(length)
		for f := range w.u {
			w.x[f] = w.within(f, w.at[f]+w.radius*w.u[f]/length)
			w.u[f] = (w.x[f] - w.at[f]) / w.radius
		}
		phi := -1.0
		if w.Adversarial(w.x) {
			phi = 1
		}
		yes += phi
		for f, u := range w.u {
			w.gradient[f] += float64(phi * u)
			sum[f] += u
		}
	}
	mean := yes / float64(decisions)
	if math.Abs(mean) < 1 { // else all decisions are equal, and the plain sum is all there is
		for f := range w.gradient {
			w.gradient[f] -= float64(mean * sum[f])
		}
	}
	w.unit()
}

// within clips a value of feature f.
func (w *walk) within(f int, v float64) float64 {
	if !w.clip {
		return v
	}
	return w.Clip(f, v)
}

// unit makes the gradient a step of length 1, for L-inf along all features.
func (w *walk) unit() {
	length := 0.0
	for f, v := range w.gradient {
		if w.Norm == attack.LInf {
			w.gradient[f] = math.Copysign(1/w.Weight(f), v)
		}
		length += float64(v * v)
	}
	if w.Norm == attack.LInf || length == 0 {
		return
	}
	for f := range w.gradient {
		w.gradient[f] /= math.Sqrt(length)
	}
}

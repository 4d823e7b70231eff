package criterion

import (
	"math"

	"github.com/hardwood-ml/hardwood/internal/parallel"
)

// Quantiser packs a gradient and a hessian into one int64: the gradient in the high 32 bits, the
// hessian, which is at least 1, in the low 32. Units are chosen per tree so that no sum overflows; sums
// of packed values are then packed sums. Only the choice of splits sees quantised values.
type Quantiser struct {
	GradUnit, HessUnit float64 // the real values of one unit
	Whole              bool    // all hessians are whole units
}

// Float is the type of gradients.
type Float interface{ float32 | float64 }

// Quantise packs the gradients and hessians of rows into values.
func Quantise[F Float](values []int64, rows []int32, grad, hess []F, threads int) Quantiser {
	n := len(rows)
	sums := make([][2]float64, parallel.Chunks(n)) // added up in order, so that the number of threads does not matter
	round := make([]roundness, len(sums))
	parallel.For(threads, len(sums), func(chunk int) {
		lo, hi := parallel.Chunk(n, chunk)
		g, h := 0.0, 0.0
		for _, i := range rows[lo:hi] {
			g += math.Abs(float64(grad[i]))
			h += float64(hess[i])
			round[chunk].add(float64(hess[i]))
		}
		sums[chunk] = [2]float64{g, h}
	})
	g, h, all := 0.0, 0.0, roundness{}
	for i, s := range sums {
		g += s[0]
		h += s[1]
		all.merge(round[i])
	}
	// Rounding moves a value by half a unit, raising a hessian to 1 by a whole one.
	q := Quantiser{GradUnit: unit(g, math.MaxInt32-float64(n))}
	q.HessUnit, q.Whole = all.unit(unit(h, math.MaxUint32-float64(n)))
	parallel.For(threads, len(sums), func(chunk int) {
		lo, hi := parallel.Chunk(n, chunk)
		pack(q, values[lo:hi], rows[lo:hi], grad, hess)
	})
	return q
}

func unit(sum, units float64) float64 {
	if sum <= 0 {
		return 1
	}
	return sum / units
}

// pack packs the gradients and hessians of rows. Adding whole rounds a value to the nearest whole
// number, which then stands in the low bits of the sum, if it has up to 32 bits.
func pack[F Float](q Quantiser, values []int64, rows []int32, grad, hess []F) {
	const whole = 3 << 51
	perGrad, perHess := 1/q.GradUnit, 1/q.HessUnit
	values = values[:len(rows)]
	for at, i := range rows {
		g, h := float64(float64(grad[i])*perGrad)+whole, float64(float64(hess[i])*perHess)+whole
		values[at] = int64(math.Float64bits(g)<<32 + max(1, math.Float64bits(h)&math.MaxUint32))
	}
}

// Real returns the gradient and hessian of a packed sum.
func (q *Quantiser) Real(sum int64) (g, h float64) {
	return float64(grad(sum) * q.GradUnit), float64(hess(sum) * q.HessUnit)
}

func grad(v int64) float64  { return float64(v >> 32) }
func hess(v int64) float64  { return float64(uint32(v)) }
func hessInt(v int64) int64 { return int64(uint32(v)) }

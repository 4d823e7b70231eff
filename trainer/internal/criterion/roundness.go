package criterion

import "math"

// roundness tells hessians that are round numbers, such as the ones of squared loss, weights that count
// rows, and the quarters of two classes at even odds. Sums of them are compared with a smallest sum
// that is round too: a row of hessian 1 is enough for 1. In a unit that does not divide it, it is a
// little more or less, by the number of rows.
type roundness struct {
	not  bool   // some hessian is no multiple of 1/fine
	bits uint64 // of all hessians as multiples of that
}

// fine is the number of parts of 1 that a round hessian is a multiple of.
const fine = 1 << 10

func (r *roundness) add(hess float64) {
	if r.not {
		return
	}
	const exact = 1 << 53 // above this floats are far apart
	parts := hess * fine
	if !(parts >= 0 && parts < exact) || parts != math.Floor(parts) {
		r.not = true
		return
	}
	r.bits |= uint64(parts)
}

func (r *roundness) merge(o roundness) {
	r.not, r.bits = r.not || o.not, r.bits|o.bits
}

// unit returns the next power of two at or above a unit if all hessians are multiples of it, so that
// their sums are exact, and otherwise the unit; and whether they are.
func (r *roundness) unit(unit float64) (_ float64, whole bool) {
	fraction, exponent := math.Frexp(unit)
	if fraction == 0.5 {
		exponent-- // unit is a power of two
	}
	power := math.Ldexp(1, exponent)
	if parts := power * fine; r.not || parts > 1 && math.Mod(float64(r.bits&-r.bits), parts) != 0 {
		return unit, false
	}
	return power, true
}

// Package elementary has exponentials and logarithms that give the same bits on every processor, so
// that trained models are the same too. Those of package math are written in assembly on some
// processors and fused on others. These are Taylor series of a reduced argument, in which every
// operation is rounded as written.
package elementary

import "math"

const (
	ln2High = 0x1.62e42fefap-1 // short enough for its product with an exponent to be exact
	ln2Low  = math.Ln2 - ln2High
)

// Exp returns e to the power of x, to within two units of the last place.
func Exp(x float64) float64 {
	switch {
	case x > 710:
		return math.Inf(1)
	case x < -746:
		return 0
	case x != x:
		return x
	}
	n := math.RoundToEven(x * math.Log2E)
	// What remains is at most ln(2)/2, and the first omitted term, r^14/14!, is less than the last
	// place of 1. The halves of the series do not wait for each other.
	r := (x - float64(n*ln2High)) - float64(n*ln2Low)
	s := float64(r * r)
	even := math.FMA(s, 1./479001600, 1./3628800)
	even = math.FMA(even, s, 1./40320)
	even = math.FMA(even, s, 1./720)
	even = math.FMA(even, s, 1./24)
	even = math.FMA(even, s, 1./2)
	odd := math.FMA(s, 1./6227020800, 1./39916800)
	odd = math.FMA(odd, s, 1./362880)
	odd = math.FMA(odd, s, 1./5040)
	odd = math.FMA(odd, s, 1./120)
	odd = math.FMA(odd, s, 1./6)
	return scale(1+(r+float64(s*math.FMA(odd, r, even))), int(n))
}

// scale returns v times 2 to the power of n, in two steps if that is less than any normal number.
func scale(v float64, n int) float64 {
	const bias, mantissa = 1023, 52
	switch e := n + bias; {
	case e < -mantissa:
		return 0
	case e <= 0:
		v *= math.Float64frombits(uint64(e+bias-1) << mantissa)
		return v * math.Float64frombits(1<<mantissa)
	case e > 2*bias: // at most by one, see Exp
		return float64(v*0x1p1023) * 2
	default:
		return v * math.Float64frombits(uint64(e)<<mantissa)
	}
}

// Log returns the natural logarithm of x, to within two units of the last place.
func Log(x float64) float64 {
	switch {
	case x != x || x > math.MaxFloat64:
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	return log(frexp(x))
}

// Log2 returns the binary logarithm of x, exact for powers of two.
func Log2(x float64) float64 {
	if !(x > 0 && x <= math.MaxFloat64) {
		return Log(x)
	}
	fraction, exponent := frexp(x)
	if fraction == 0.5 {
		return float64(exponent - 1)
	}
	return float64(log(fraction, 0)*(1/math.Ln2)) + float64(exponent)
}

// frexp is [math.Frexp] of positive numbers, faster for normal ones.
func frexp(x float64) (fraction float64, exponent int) {
	if x < 0x1p-1022 {
		return math.Frexp(x)
	}
	bits := math.Float64bits(x)
	return math.Float64frombits(bits&(1<<52-1) | 1022<<52), int(bits>>52) - 1022
}

// log returns the natural logarithm of a number from 0.5 to 1, times 2 to the
// power of an exponent.
func log(fraction float64, exponent int) float64 {
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	// With z = f/(2+f), log(1+f) = 2(z + z^3/3 + z^5/5 + ...), of which 2z = f - zf is exact except
	// for its second part. z^2 is at most 0.0295: the terms after z^21/21 are less than the last
	// place.
	f, k := fraction-1, float64(exponent)
	z := f / (2 + f)
	u := float64(z * z)
	v := float64(u * u)
	odd := float64(v*(2./19)) + 2./15
	odd = float64(v*odd) + 2./11
	odd = float64(v*odd) + 2./7
	odd = float64(v*odd) + 2./3
	even := float64(v*(2./21)) + 2./17
	even = float64(v*even) + 2./13
	even = float64(v*even) + 2./9
	even = float64(v*even) + 2./5
	tail := float64(u * (odd + float64(u*even)))
	return float64(k*ln2High) + (f - (float64(z*(f-tail)) - float64(k*ln2Low)))
}

// Pow returns x, at least 0, to the power of y, as close to [math.Pow] as the last places of [Exp]
// and [Log] allow. Whole powers are those of math.Pow, which multiplies.
func Pow(x, y float64) float64 {
	whole, fraction := math.Modf(y)
	if fraction == 0 || x == 0 || x != x || math.IsInf(x, 1) || math.IsInf(y, 0) || y != y {
		return math.Pow(x, y)
	}
	return math.Pow(x, whole) * Exp(fraction*Log(x))
}

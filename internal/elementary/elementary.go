// Package elementary has exponentials and logarithms that give the same bits on
// every processor, and so trained models that do. Those of package math are
// written in assembly where that exists and fused where processors can; these are
// the bits that it gives on amd64 with fused multiply-add.
package elementary

import "math"

// Exp returns e to the power of x.
func Exp(x float64) float64 {
	const (
		log2e    = 1.4426950408889634073599246810018920
		ln2Upper = 0.69314718055966295651160180568695068359375
		ln2Lower = 0.28235290563031577122588448175013436025525412068e-12
		overflow = 7.09782712893384e+02
	)
	switch {
	case x > overflow:
		return math.Inf(1)
	case x < -746:
		return 0
	case x != x:
		return x
	}
	n := math.RoundToEven(x * log2e)
	r := math.FMA(-n, ln2Lower, math.FMA(-n, ln2Upper, x)) * 0.0625
	p := 2.4801587301587301587e-5 // of the Taylor series of e^r - 1, over r
	p = math.FMA(p, r, 1.9841269841269841270e-4)
	p = math.FMA(p, r, 1.3888888888888888889e-3)
	p = math.FMA(p, r, 8.3333333333333333333e-3)
	p = math.FMA(p, r, 4.1666666666666666667e-2)
	p = math.FMA(p, r, 1.6666666666666666667e-1)
	p = math.FMA(p, r, 0.5)
	p = math.FMA(p, r, 1)
	r = float64(r * p)
	for range 3 { // e^2r - 1 = (e^r - 1)(e^r + 1)
		r = float64(r * (r + 2))
	}
	return scale(math.FMA(r, r+2, 1), int(n))
}

// scale returns v times 2 to the power of n, in two steps where that is less than
// any normal number.
func scale(v float64, n int) float64 {
	const bias, mantissa = 1023, 52
	switch e := n + bias; {
	case e < -mantissa:
		return 0
	case e <= 0:
		v *= math.Float64frombits(uint64(e+bias-1) << mantissa)
		return v * math.Float64frombits(1<<mantissa)
	case e > 2*bias:
		return math.Inf(1)
	default:
		return v * math.Float64frombits(uint64(e)<<mantissa)
	}
}

// Log returns the natural logarithm of x. It is that of FreeBSD's e_log.c, which
// is correct to within one unit of the last place.
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

// frexp is [math.Frexp] of positive numbers, quicker for normal ones.
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
	const (
		ln2Hi = 6.93147180369123816490e-01
		ln2Lo = 1.90821492927058770002e-10
		l1    = 6.666666666666735130e-01
		l2    = 3.999999999940941908e-01
		l3    = 2.857142874366239149e-01
		l4    = 2.222219843214978396e-01
		l5    = 1.818357216161805012e-01
		l6    = 1.531383769920937332e-01
		l7    = 1.479819860511658591e-01
	)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	f, k := fraction-1, float64(exponent)
	s := f / (2 + f)
	s2 := float64(s * s)
	s4 := float64(s2 * s2)
	odd := float64(s2 * (l1 + float64(s4*(l3+float64(s4*(l5+float64(s4*l7)))))))
	even := float64(s4 * (l2 + float64(s4*(l4+float64(s4*l6)))))
	half := float64(0.5 * f * f)
	return float64(k*ln2Hi) - ((half - (float64(s*(half+(odd+even))) + float64(k*ln2Lo))) - f)
}

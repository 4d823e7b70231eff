// Package seed gives every unit of work its own random numbers.
//
// A generator is seeded from an address such as (seed, round, row, start), and
// never shared, so that results do not depend on threads or on order.
package seed

import "math/rand/v2"

// At returns the generator of an address below a user's seed.
func At(seed uint64, address ...int) *rand.Rand {
	var p rand.PCG
	Reset(&p, seed, address...)
	return rand.New(&p)
}

// Reset moves a generator to an address without allocating.
func Reset(p *rand.PCG, seed uint64, address ...int) {
	h := mix(seed)
	for _, a := range address {
		h = mix(h ^ uint64(a))
	}
	p.Seed(h, mix(h))
}

// mix is the finaliser of SplitMix64 (Steele, Lea, Flood, OOPSLA 2014,
// doi:10.1145/2714064.2660195).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

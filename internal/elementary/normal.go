package elementary

import (
	"math"
	"math/rand/v2"
)

// The ziggurat of Marsaglia and Tsang (2000, doi:10.18637/jss.v005.i08): the curve exp(-x²/2) under
// layers of the same area, the lowest of which includes the tail.
const (
	layers    = 128
	tailStart = 3.442619855899      // where the lowest layer ends, apart from the tail
	layerArea = 9.91256303526217e-3 // of each layer
	units     = 1 << 31             // a layer is this wide in draws
)

// layer is a layer of the ziggurat.
type layer struct {
	inside uint32  // draws below this are under the curve, whatever their height
	width  float32 // of a draw's unit
	height float32 // of the curve where the layer ends
}

var ziggurat = func() (all [layers]layer) {
	curve := func(x float64) float64 { return Exp(-float64(x*x) / 2) }
	end := float64(tailStart)
	bottom := layerArea / curve(end)
	all[0] = layer{uint32(end / bottom * units), float32(bottom / units), 1}
	all[layers-1] = layer{0, float32(end / units), float32(curve(end))}
	for i := layers - 2; i >= 1; i-- {
		within := math.Sqrt(-2 * Log(layerArea/end+curve(end)))
		all[i+1].inside = uint32(within / end * units)
		end = within
		all[i].width, all[i].height = float32(end/units), float32(curve(end))
	}
	return all
}()

// Normal draws from the normal distribution of mean 0 and variance 1. The draws are those of
// [rand.Rand.NormFloat64] from the same source, except for the last digits of a few.
func Normal(r *rand.Rand) float64 {
	for {
		u := r.Uint64()
		draw, i := int32(u), u>>32%layers
		l := &ziggurat[i]
		x := float64(draw) * float64(l.width)
		if distance := uint32(max(int64(draw), -int64(draw))); distance < l.inside {
			return x
		}
		if i == 0 {
			return math.Copysign(tail(r), float64(draw))
		}
		if l.height+float32(float32(r.Float64())*(ziggurat[i-1].height-l.height)) < float32(Exp(-float64(x*x)/2)) {
			return x
		}
	}
}

// tail draws from beyond the layers, by Marsaglia's method (1964).
func tail(r *rand.Rand) float64 {
	for {
		x := float64(-Log(r.Float64()) * (1.0 / tailStart))
		y := -Log(r.Float64())
		if y+y >= float64(x*x) {
			return tailStart + x
		}
	}
}

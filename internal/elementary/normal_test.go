package elementary

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// TestNormal: the draws are those of math/rand/v2, which uses other logarithms; both consume the
// same amount of their source.
func TestNormal(t *testing.T) {
	ours, theirs, tails := seed.At(1), seed.At(1), 0
	for i := range 2_000_000 {
		got, want := Normal(ours), theirs.NormFloat64()
		beyond := math.Abs(want) > tailStart
		if got != want && !(beyond && math.Abs(got-want) <= 0x1p-50) {
			t.Fatalf("draw %d is %v, not %v", i, got, want)
		}
		if beyond {
			tails++
		}
	}
	if tails < 1000 { // 1164 expected
		t.Errorf("%d draws beyond the layers", tails)
	}
}

// TestNormalSameBits: the bits do not depend on the processor.
func TestNormalSameBits(t *testing.T) {
	r, hash := seed.At(2), uint64(0)
	for range 1_000_000 {
		hash = hash*31 + math.Float64bits(Normal(r))
	}
	if want := uint64(0x434f625dc604b326); hash != want {
		t.Errorf("bits come to %#x, on other processors to %#x", hash, want)
	}
}

func BenchmarkNormal(b *testing.B) {
	r := seed.At(1)
	b.Run("ours", func(b *testing.B) {
		for b.Loop() {
			Normal(r)
		}
	})
	b.Run("math", func(b *testing.B) {
		for b.Loop() {
			r.NormFloat64()
		}
	})
}

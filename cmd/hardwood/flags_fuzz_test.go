package main

import (
	"math"
	"slices"
	"strings"
	"testing"
)

// FuzzRadii: whatever --eps says, radii are numbers of at least 0, ascending, or
// there is an error.
func FuzzRadii(f *testing.F) {
	for _, text := range []string{"0.01,0.05", "8/255", "1/0", "0/0", "-0", "1e999", "nan", " 1 / 2", "1,,2", "0x1p-3", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := &attackFlags{}
		a.eps = strings.Split(text, ",")
		eps, err := a.radii()
		if err != nil {
			return
		}
		for i, v := range eps {
			if !(v >= 0) || math.IsInf(v, 1) || math.Signbit(v) || i > 0 && v <= eps[i-1] {
				t.Errorf("%q gives %v", text, eps)
			}
		}
		if !slices.IsSorted(eps) {
			t.Errorf("%q gives %v", text, eps)
		}
	})
}

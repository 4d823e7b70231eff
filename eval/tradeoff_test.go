package eval

import (
	"slices"
	"strings"
	"testing"
)

// pairs returns a trade-off of (clean, robust) points.
func pairs(of ...[2]float64) *TradeOff {
	t := &TradeOff{}
	for k, p := range of {
		t.Points = append(t.Points, TradeOffPoint{Share: float64(k) / float64(len(of)), Clean: p[0], Robust: p[1]})
	}
	return t
}

func TestTake(t *testing.T) {
	curve := func() *TradeOff {
		return pairs([2]float64{0.95, 0.1}, [2]float64{0.94, 0.5}, [2]float64{0.93, 0.6}, [2]float64{0.93, 0.55}, [2]float64{0.85, 0.7})
	}
	for limit, want := range map[float64]int{0: 1, 0.005: 1, 0.01: 1, 0.02: 2, 0.05: 2, 0.1: 4, 1: 4} {
		c := curve()
		if c.Take(limit); c.Taken != want {
			t.Errorf("a loss of %v takes point %d, want %d", limit, c.Taken, want)
		}
		if kept := c.Loss(c.Taken) <= limit+1e-9; kept == strings.Contains(c.Sentence(), "none of those tried loses at most") {
			t.Errorf("a loss of %v: %s", limit, c.Sentence())
		}
	}
	if got := curve().Front(); !slices.Equal(got, []int{0, 1, 2, 4}) {
		t.Errorf("front %v", got)
	}
}

// Without a limit the sentence names a point that is better than the one without a curve.
func TestBetterPoint(t *testing.T) {
	for robust, better := range map[float64]bool{0.7: true, 0.6: true, 0.5: false} {
		c := pairs([2]float64{0.95, 0.1}, [2]float64{0.9, 0.6}, [2]float64{0.92, robust}, [2]float64{0.8, 0.65})
		c.Taken = 1
		const says = "one of them: 0.5 of the radius, mixing weight 0"
		if got := c.Sentence(); strings.Contains(got, says) != better || strings.Contains(got, "Better") != better {
			t.Errorf("%v robust: %s", robust, got)
		}
	}
	// Of several, the most robust is named, of these the one with more clean accuracy.
	c := pairs([2]float64{0.95, 0.1}, [2]float64{0.9, 0.6}, [2]float64{0.93, 0.61}, [2]float64{0.91, 0.65}, [2]float64{0.92, 0.65})
	c.Taken = 1
	if got := c.Sentence(); !strings.Contains(got, "one of them: 0.8 of the radius, mixing weight 0") {
		t.Errorf("several: %s", got)
	}
}

// A point that the natural model beats is not praised without saying so, with and without a limit.
func TestNaturalIsBetter(t *testing.T) {
	for robust, better := range map[float64]bool{0.48: true, 0.47: true, 0.46: false} {
		c := pairs([2]float64{0.98, robust}, [2]float64{0.97, 0.47}, [2]float64{0.82, 0.77})
		const says = "On training rows held out the natural model is better than it"
		for _, limited := range []bool{true, false} {
			if c.Taken = 1; limited {
				c.Take(0.02)
			}
			if got := c.Sentence(); c.Taken != 1 || strings.Contains(got, says) != better {
				t.Errorf("natural robust %v, limited %v: takes %d: %s", robust, limited, c.Taken, got)
			}
		}
	}
}

// What rounding leaves of means over folds is no difference: of two models that are as robust
// the one that loses less is taken, and the other is not on the curve.
func TestMeansThatRoundingParts(t *testing.T) {
	tenths := []float64{10, 10}
	first, second := AccuraciesOf(tenths, []float64{4, 5}).Balanced, AccuraciesOf(tenths, []float64{3, 6}).Balanced
	if first == second {
		t.Fatal("rounding parts nothing")
	}
	c := pairs([2]float64{0.95, 0.1}, [2]float64{0.9, first}, [2]float64{0.93, second})
	if c.Take(0.1); c.Taken != 2 {
		t.Errorf("takes %d", c.Taken)
	}
	if got := c.Front(); !slices.Equal(got, []int{0, 2}) {
		t.Errorf("front %v", got)
	}
}

// If models are alike, the curve has one point, and the sentence says so.
func TestCurveOfOnePoint(t *testing.T) {
	c := pairs([2]float64{0.6, 0.6}, [2]float64{0.6, 0.6}, [2]float64{0.5, 0.4})
	if got := c.Front(); !slices.Equal(got, []int{0}) || !strings.Contains(c.Sentence(), "the curve has one point") {
		t.Errorf("front %v: %s", got, c.Sentence())
	}
	if c.Take(0); c.Taken != 1 {
		t.Errorf("takes %d", c.Taken)
	}
}

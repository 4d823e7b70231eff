package column

import (
	"math"
	"strconv"
)

// Span returns the range of numbers as text: with six digits, or as many as put the ends right
// to a hundredth of the range.
func Span(lo, hi float64) string {
	digits := 6
	text := func(v float64) string { return strconv.FormatFloat(v, 'g', digits, 64) }
	off := func(v float64) float64 {
		read, _ := strconv.ParseFloat(text(v), 64)
		return math.Abs(read - v)
	}
	for digits < 17 && max(off(lo), off(hi)) > (hi-lo)/100 {
		digits++
	}
	return text(lo) + " to " + text(hi)
}

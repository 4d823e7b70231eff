package option

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Range is what an option may be: a number from Min to Max, excluding Min if Above is set and Max
// if Below is, or one of Words. The zero Range allows all.
type Range struct {
	Min, Max     float64
	Above, Below bool
	Words        []string
}

// String describes r for people, "" if r allows all.
func (r Range) String() string {
	switch {
	case r.Words != nil:
		return strings.Join(r.words(), ", ")
	case r.Min == 0 && r.Max == 0:
		return ""
	case r.Below:
		return fmt.Sprintf("at least %v and below %v", r.Min, r.Max)
	case math.IsInf(r.Max, 1) && r.Above:
		return fmt.Sprintf("above %v", r.Min)
	case math.IsInf(r.Max, 1):
		return fmt.Sprintf("at least %v", r.Min)
	case r.Above:
		return fmt.Sprintf("above %v, up to %v", r.Min, r.Max)
	}
	return fmt.Sprintf("%v to %s", r.Min, strconv.FormatFloat(r.Max, 'f', -1, 64)) // 2147483647, not 2.1e+09
}

// words returns the words that are not empty.
func (r Range) words() []string {
	return slices.DeleteFunc(slices.Clone(r.Words), func(w string) bool { return w == "" })
}

func (r Range) holds(v float64) bool {
	if r.Min == 0 && r.Max == 0 {
		return true
	}
	return v >= r.Min && v <= r.Max && (!r.Above || v > r.Min) && (!r.Below || v < r.Max)
}

// MaxThreads is the most threads that can be asked for, as each takes memory of its own.
const MaxThreads = 4096

// Ranges that many options share.
var (
	NotNegative = Range{Max: math.Inf(1)}
	Positive    = Range{Max: math.Inf(1), Above: true}
	Share       = Range{Max: 1}
	SomeShare   = Range{Max: 1, Above: true}
	Count       = Range{Max: math.MaxInt32}
	SomeCount   = Range{Min: 1, Max: math.MaxInt32}
	Threads     = Range{Max: MaxThreads}
)

// Words is the range of an option that is one of some words.
func Words(w ...string) Range { return Range{Words: w} }

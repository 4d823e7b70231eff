package memory

import (
	"fmt"
	"math"
	"strconv"
	"strings"
)

// units of sizes; a bare number is bytes.
var units = []struct {
	name  string
	bytes float64
}{
	{"TiB", 1 << 40}, {"GiB", 1 << 30}, {"MiB", 1 << 20}, {"KiB", 1 << 10},
	{"TB", 1e12}, {"GB", 1e9}, {"MB", 1e6}, {"KB", 1e3}, {"B", 1}, {"", 1},
}

// least is the smallest budget: what the program takes before it does anything.
const least = 1 << 26

// ParseSize returns the number of bytes in a text such as 4GiB or 500MB, at least 64MiB.
func ParseSize(text string) (int64, error) {
	for _, unit := range units {
		digits, ok := strings.CutSuffix(strings.ToUpper(text), strings.ToUpper(unit.name))
		if !ok {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
		switch bytes := v * unit.bytes; {
		case err != nil || math.IsNaN(v):
			return 0, fmt.Errorf("%q is not a size, such as 4GiB or 500MB", text)
		case bytes < least || bytes > 1<<60:
			return 0, fmt.Errorf("%q is not between 64MiB and 1EiB", text)
		default:
			return int64(bytes), nil
		}
	}
	return 0, nil // not reached: the last unit is empty
}

// Size is a number of bytes that prints with a unit.
type Size float64

// String returns the size with a unit.
func (s Size) String() string {
	for _, unit := range units[:4] {
		if float64(s) >= unit.bytes {
			return fmt.Sprintf("%.1f %s", float64(s)/unit.bytes, unit.name)
		}
	}
	return fmt.Sprintf("%.0f bytes", float64(s))
}

package data

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// number reads the cell of a feature; the markers of missing values are NaN.
func number(cell string) (float64, error) {
	if cell == "" {
		return math.NaN(), nil
	}
	v, err := strconv.ParseFloat(cell, 64)
	if err == nil {
		return v, nil
	}
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s is too large", clip(cell))
	}
	cell = strings.TrimSpace(cell)
	if isMissing(cell) || strings.EqualFold(cell, "none") {
		return math.NaN(), nil
	}
	if v, err := strconv.ParseFloat(cell, 64); err == nil {
		return v, nil
	}
	return 0, fmt.Errorf("%q is not a number", clip(cell))
}

// isMissing reports whether a trimmed cell says that there is no value.
func isMissing(cell string) bool {
	switch strings.ToLower(cell) {
	case "", "?", "nan", "na", "n/a", "null":
		return true
	}
	return false
}

// maxNumber is the largest value that is read, so that differences of values
// stay finite.
const maxNumber = math.MaxFloat64 / 4

// checkRow returns how many values of x are missing, or the first column whose
// value cannot be, and why.
func checkRow(x []float64, noMissing bool) (missing, column int, err error) {
	for f, v := range x {
		switch {
		case math.Abs(v) <= maxNumber:
		case v != v && noMissing:
			return 0, f, errors.New("missing value, which Options.NoMissing refuses")
		case v != v:
			missing++
		case math.IsInf(v, 0):
			return 0, f, errors.New("infinite value")
		default:
			return 0, f, fmt.Errorf("%v is too large", v)
		}
	}
	return missing, 0, nil
}

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
	v, err := strconv.ParseFloat(cell, 64)
	if err == nil {
		return v, nil
	}
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s is too large", clip(cell))
	}
	cell = strings.TrimSpace(cell)
	switch strings.ToLower(cell) {
	case "", "?", "na", "n/a", "null", "none":
		return math.NaN(), nil
	}
	if v, err := strconv.ParseFloat(cell, 64); err == nil {
		return v, nil
	}
	return 0, fmt.Errorf("%q is not a number", clip(cell))
}

// maxNumber is the largest value that is read, so that differences of values
// stay finite.
const maxNumber = math.MaxFloat64 / 4

// checkRow returns the first column of x whose value cannot be, and why.
func checkRow(x []float64, allowMissing bool) (column int, err error) {
	for f, v := range x {
		switch {
		case math.Abs(v) <= maxNumber || v != v && allowMissing:
		case v != v:
			return f, errors.New("missing value (AllowMissing, or --allow-missing, reads it as such)")
		case math.IsInf(v, 0):
			return f, errors.New("infinite value")
		default:
			return f, fmt.Errorf("%v is too large", v)
		}
	}
	return 0, nil
}

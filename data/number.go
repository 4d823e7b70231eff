package data

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

var errMissing = errors.New("missing value (can be allowed, see the option for missing values)")

// maxNumber is the largest value that is read, so that differences of values
// stay finite.
const maxNumber = math.MaxFloat64 / 4

// number reads the cell of a feature.
func number(cell string, allowMissing bool) (float64, error) {
	v, err := strconv.ParseFloat(cell, 64)
	if err == nil && math.Abs(v) <= maxNumber {
		return v, nil
	}
	trimmed := strings.TrimSpace(cell)
	if trimmed != cell {
		return number(trimmed, allowMissing)
	}
	switch strings.ToLower(cell) {
	case "", "?", "na", "n/a", "nan", "null":
		if allowMissing {
			return math.NaN(), nil
		}
		return 0, errMissing
	}
	switch {
	case err == nil && math.IsInf(v, 0):
		return 0, fmt.Errorf("%q is infinite", cell)
	case err == nil || errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s is too large", clip(cell))
	}
	return 0, fmt.Errorf("%q is not a number", clip(cell))
}

// finite checks a value that was read as a number of a binary format.
func finite(v float64, allowMissing bool) error {
	switch {
	case math.Abs(v) <= maxNumber:
		return nil
	case v == v:
		return fmt.Errorf("%v is too large", v)
	case !allowMissing:
		return errMissing
	}
	return nil
}

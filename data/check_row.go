package data

import (
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// maxNumber is the largest value that is read, so that differences of values
// stay finite.
const maxNumber = math.MaxFloat64 / 4

// checkRow returns how many values of x are missing, or the first column whose
// value is not allowed, and why.
func checkRow(x []float64, noMissing bool) (missing, column int, err error) {
	for f, v := range x {
		switch {
		case math.Abs(v) <= maxNumber:
		case isText(v):
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

// errWidth is the error for a line of other than the expected number of cells.
func errWidth(line string, cells, want int) error {
	return fmt.Errorf("%q has %s, not %d", phrase.Clip(line), phrase.Count(cells, "column"), want)
}

package data

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// number reads the cell of a feature; words for missing values are NaN.
func number(cell string) (float64, error) {
	if cell == "" {
		return math.NaN(), nil
	}
	v, err := parse(cell)
	if err == nil {
		return v, nil
	}
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s %w", clip(cell), errTooLarge)
	}
	cell = strings.TrimSpace(cell)
	if isMissing(cell) || strings.EqualFold(cell, none) {
		return math.NaN(), nil
	}
	if v, err := parse(cell); err == nil {
		return v, nil
	}
	return 0, fmt.Errorf("%q is not a number%s", clip(cell), advice(cell))
}

// parse reads a number as programs write it. It refuses what only Go takes for one, such as 1_11
// and 0x1p-2: these are codes.
func parse(text string) (float64, error) {
	const lower = ' '
	if len(text) > 2 && (text[1]|lower == 'x' || text[2]|lower == 'x') || strings.IndexByte(text, '_') >= 0 {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}

// units are the units and blanks that numbers are found between.
const units = "$€£% \u00a0\u202f"

// writtenOtherwise reports whether a text is a number with a unit, or one with
// commas.
func writtenOtherwise(text string) bool {
	bare := strings.Trim(text, units)
	return isNumber(bare) || notation{}.bare(text) != text || notation{comma: true}.bare(text) != text || isNumber(strings.ReplaceAll(bare, ",", "")) || isNumber(strings.Replace(bare, ",", ".", 1))
}

// advice says what may help with a cell that is not a number, "" for nothing.
func advice(cell string) string {
	bare := strings.Trim(cell, units)
	switch word := strings.ToLower(cell); {
	case word == "yes" || word == "no" || word == "true" || word == "false" || word == "t" || word == "f":
		return ": write 1 and 0 for yes and no"
	case word == "-" || word == "." || strings.HasPrefix(word, "#") || word == "nil" || word == "missing":
		return ": leave the cell empty if the value is missing"
	case thousands.MatchString(bare):
		return ": Options.FormattedNumbers reads the commas as between thousands, Options.DecimalComma as decimals"
	case notation{}.bare(cell) != cell:
		return ": Options.FormattedNumbers reads such numbers"
	case notation{comma: true}.bare(cell) != cell && grouped[true].MatchString(bare):
		return ": Options.FormattedNumbers with Options.DecimalComma reads such numbers"
	case isNumber(strings.ReplaceAll(bare, ",", "")) && strings.Contains(bare, "."):
		return ": write it without commas"
	case isNumber(strings.Replace(bare, ",", ".", 1)):
		return ": Options.DecimalComma reads decimals with a comma"
	case clock.MatchString(cell):
		return ": " + asHours
	case dated.MatchString(cell):
		return ": write a date as a number, such as of days"
	}
	return ""
}

// thousands is what whole numbers with a comma look like, and sometimes decimals.
var thousands = regexp.MustCompile(`^-?[1-9]\d{0,2},\d{3}$`)

// dated is what dates look like, year or day first.
var dated = regexp.MustCompile(`^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b`)

var (
	errTooLarge = errors.New("is too large")
	errInfinite = errors.New("infinite value")
)

// isMissing reports whether a trimmed cell says that there is no value.
func isMissing(cell string) bool {
	switch strings.ToLower(cell) {
	case "", "?", "nan", "-nan", "na", "n/a", "#n/a", "<na>", "null":
		return true
	}
	return false
}

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
			return 0, f, errInfinite
		default:
			return 0, f, fmt.Errorf("%v is too large", v)
		}
	}
	return missing, 0, nil
}

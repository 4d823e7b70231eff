package notation

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Number reads the cell of a feature; words for missing values are NaN.
func Number(cell string) (float64, error) {
	if cell = strings.TrimSpace(cell); cell == "" {
		return math.NaN(), nil
	}
	v, err := Parse(cell)
	if err == nil {
		return v, nil
	}
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%s %w", phrase.Clip(cell), ErrTooLarge)
	}
	if IsMissing(cell) || strings.EqualFold(cell, None) {
		return math.NaN(), nil
	}
	return 0, fmt.Errorf("%q is not a number%s", phrase.Clip(cell), Advice(cell))
}

// Parse reads a number as programs write it. It refuses what only Go takes for one, such as 1_11
// and 0x1p-2: these are codes.
func Parse(text string) (float64, error) {
	const lower = ' '
	if len(text) > 2 && (text[1]|lower == 'x' || text[2]|lower == 'x') || strings.IndexByte(text, '_') >= 0 {
		return 0, strconv.ErrSyntax
	}
	return strconv.ParseFloat(text, 64)
}

// signs are the units of one character, and units those and the blanks that numbers are found between.
const (
	signs = "$€£¥₹₽₩₺₴₪₫฿₦₱¢%"
	units = signs + " \u00a0\u202f"
)

// IsOther reports whether a text is a number with a unit, or one with
// commas.
func IsOther(text string) bool {
	_, bare, _ := cutUnits(text)
	return IsNumber(bare) || Style{}.Bare(text) != text || Style{Comma: true}.Bare(text) != text || IsNumber(strings.ReplaceAll(bare, ",", "")) || IsNumber(strings.Replace(bare, ",", ".", 1))
}

// Advice says what may help with a cell that is not a number, "" for nothing.
func Advice(cell string) string {
	_, bare, _ := cutUnits(cell)
	switch word := strings.ToLower(cell); {
	case word == "yes" || word == "no" || word == "true" || word == "false" || word == "t" || word == "f":
		return ": write 1 and 0 for yes and no"
	case thousands.MatchString(bare):
		return ": Options.FormattedNumbers reads the commas as between thousands, Options.DecimalComma as decimals"
	case Style{}.Bare(cell) != cell:
		if plain := strings.TrimSpace(Style{}.Bare(cell)); plain[0] == '-' && strings.TrimSpace(cell)[0] != '-' {
			return ": Options.FormattedNumbers reads it as " + plain
		}
		return ": Options.FormattedNumbers reads such numbers"
	case Style{Comma: true}.Bare(cell) != cell:
		return ": Options.FormattedNumbers with Options.DecimalComma reads such numbers"
	case IsNumber(strings.ReplaceAll(bare, ",", "")) && strings.Contains(bare, "."):
		return ": write it without commas"
	case IsNumber(strings.Replace(bare, ",", ".", 1)):
		return ": Options.DecimalComma reads decimals with a comma"
	case IsTime(cell):
		return ": " + AsHours
	case IsLimit(bare):
		return ": write a number for what lies beyond a limit, such as the limit"
	case dated.MatchString(cell):
		return ": write a date as a number, such as of days"
	}
	return ""
}

// thousands is what whole numbers with a comma look like, and sometimes decimals.
var thousands = regexp.MustCompile(`^-?[1-9]\d{0,2},\d{3}$`)

// dated is what dates look like, year or day first.
var dated = regexp.MustCompile(`^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}\b`)

// ErrTooLarge is the error for a number beyond the range of float64.
var ErrTooLarge = errors.New("is too large")

// None is a word for a missing value in columns of numbers.
const None = "none"

// IsMissing reports whether a trimmed cell says that there is no value.
func IsMissing(cell string) bool {
	if len(cell) > len("null") && cell[0] != '<' { // as most words are
		return false
	}
	switch strings.ToLower(cell) {
	case "", "?", "nan", "-nan", "na", "n/a", "#n/a", "<na>", "null", "<null>", `\n`: // the last as databases write it
		return true
	}
	return false
}

// IsWord reports whether a cell is neither a number nor empty.
func IsWord(cell string) bool {
	cell = strings.TrimSpace(cell)
	return !IsMissing(cell) && !IsNumber(cell)
}

// StartsAsWord tells most words by a first letter that numbers, Inf, NaN, null and none
// do not have.
func StartsAsWord(cell string) bool {
	return cell != "" && cell[0] >= 'A' && cell[0] <= 'z' && !strings.ContainsRune("iInN", rune(cell[0]))
}

// IsNumber reports whether a trimmed cell is a number, even one too large for a float64.
func IsNumber(cell string) bool {
	if StartsAsWord(cell) {
		return false
	}
	v, err := Parse(cell)
	return err == nil && v == v || math.IsInf(v, 0)
}

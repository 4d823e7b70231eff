package eval

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// digits writes a number to three digits, or to whole units from 1000 to 1e9.
func digits(v float64) string {
	if size := math.Abs(v); size >= 1000 && size < 1e9 {
		return strconv.FormatFloat(v, 'f', 0, 64)
	}
	return strconv.FormatFloat(v, 'g', 3, 64)
}

// EpsText writes an eps for people. It keeps at most six digits, but more where whole numbers have more
// or where another one of all would read the same.
func EpsText(eps float64, all []float64) string {
	most := 6
	if eps >= 1 {
		most = max(most, 1+int(math.Log10(min(eps, 1e9))))
	}
	for digits := 3; ; digits++ {
		text := Significant(eps, digits)
		read, err := strconv.ParseFloat(text, 64)
		told := digits >= most && !slices.ContainsFunc(all, func(other float64) bool { return other != eps && Significant(other, digits) == text })
		if told || read == eps || err != nil || digits == 17 {
			return text
		}
	}
}

// Significant writes a number with a number of significant digits, without an exponent if that is
// readable.
func Significant(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'g', digits, 64)
	if size := math.Abs(v); size >= 1e9 || size > 0 && size < 1e-6 {
		return text
	}
	rounded, _ := strconv.ParseFloat(text, 64)
	return strconv.FormatFloat(rounded, 'f', -1, 64)
}

// list writes words as "a", "b" and "c", with the quotes.
func list(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(phrase.Clip(w))
	}
	return phrase.List(quoted, "and")
}

// Measured returns the word for what a norm measures.
func Measured(n attack.Norm) string {
	if n == attack.Cost {
		return "price"
	}
	return "distance"
}

// NormName returns the name of a norm for prose.
func NormName(n attack.Norm) string {
	switch n {
	case attack.LInf:
		return "L-inf"
	case attack.Cost:
		return n.String()
	}
	return "L" + n.String()
}

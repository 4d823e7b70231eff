package eval

import (
	"fmt"
	"math"
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

// list writes words as "a", "b" and "c", with the quotes.
func list(words []string) string {
	quoted := make([]string, len(words))
	for i, w := range words {
		quoted[i] = strconv.Quote(w)
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

package notation

import (
	"regexp"
	"strings"
)

// UnitSign returns the first sign of a unit in a number, such as $ or %, "" for none.
func UnitSign(cell string) string {
	if at := strings.IndexAny(cell, signs); at >= 0 {
		for _, r := range cell[at:] {
			return string(r)
		}
	}
	return ""
}

// A figure is a number with decimals or thousands in any notation. What stands behind it in a measure is a unit,
// or marks of notes; what stands before it in a price is a currency: a sign with letters, such as R$, or a short word
// of letters that no name of a thing, such as REF 12, is likely to be.
const figure = `[0-9](?:[0-9.,` + apart + `]*[0-9.,])?`

var (
	measure = regexp.MustCompile(`^[-+]?` + figure + `\s*(\pL[\pL/²³]*|°\pL?|[*†‡]+)$`)
	price   = regexp.MustCompile(`^[-+(]?(?:(\p{Lu}{1,3}\$)\s*|(EUR|USD|CHF|GBP|BRL|INR|JPY|CNY|RMB|PLN|SEK|NOK|DKK|CZK|HUF|ZAR|CAD|AUD|MXN|TRY|RUB|Rs\.?|[Kk]r\.?|[FS]Fr\.?|Fr\.)\s+)[-+]?` + figure + `\)?$`)
)

// Unit returns the unit that stands after a number, such as kg in 12.5 kg or * in 12.5*, or the currency before it,
// such as R$ in R$ 12,50; "" if the text is nothing of the kind.
func Unit(text string) string {
	if match := measure.FindStringSubmatch(text); match != nil {
		return match[1]
	}
	if match := price.FindStringSubmatch(text); match != nil {
		return match[1] + match[2]
	}
	return ""
}

// limit is what stands for a number beyond what was measured, or told apart, looks like.
var limit = regexp.MustCompile(`^([<>≤≥]=?\s*[-+]?[0-9][0-9.,]*|[0-9][0-9.,]*\s?\+)$`)

// IsLimit reports whether a text says that a number lies beyond another one, such as <0.1 or 50+.
func IsLimit(text string) bool { return limit.MatchString(text) }

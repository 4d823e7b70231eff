package notation

import (
	"regexp"
	"strings"
	"unicode"
)

// UnitSign returns the sign or the word of a unit that is dropped from a number, such as $, % or R$, "" for none.
func UnitSign(cell string) string {
	if strings.ContainsFunc(cell, unicode.IsLetter) {
		if word := strings.TrimSpace(currency.FindString(cell)); word != "" {
			return word
		}
	}
	if at := strings.IndexAny(cell, signs); at >= 0 {
		for _, r := range cell[at:] {
			return string(r)
		}
	}
	return ""
}

// The currencies that are words: a sign with letters, such as R$, or a short word of letters that no name of a
// thing, such as REF 12, is likely to be.
const (
	dollars = `\p{Lu}{1,3}\$`
	codes   = `(?:EUR|USD|CHF|GBP|BRL|INR|JPY|CNY|RMB|PLN|SEK|NOK|DKK|CZK|HUF|ZAR|CAD|AUD|MXN|TRY|RUB|Rs\.?|[Kk]r\.?|[FS]Fr\.?|Fr\.)`
	blank   = `[\s\x{a0}\x{202f}\x{2009}]`
)

var (
	currency       = regexp.MustCompile(dollars + `|\b` + codes + `(?:` + blank + `|$)`)
	currencyBefore = regexp.MustCompile(`^(?:` + dollars + `|` + codes + blank + `)`)
	currencyAfter  = regexp.MustCompile(blank + codes + `$`)
)

// cutUnits returns what stands before a number and behind it: signs of units and blanks, and a currency.
func cutUnits(text string) (before, number, after string) {
	number = strings.Trim(text, units)
	if number == "" {
		return "", text, ""
	}
	if isDigit(number[len(number)-1]) && !isDigit(number[0]) {
		number = number[len(currencyBefore.FindString(number)):]
	} else if isDigit(number[0]) && !isDigit(number[len(number)-1]) {
		number = number[:len(number)-len(currencyAfter.FindString(number))]
	}
	number = strings.Trim(number, units)
	at := strings.Index(text, number)
	return text[:at], number, text[at+len(number):]
}

func isDigit(b byte) bool { return '0' <= b && b <= '9' }

// figure is a number with decimals or thousands in any notation.
const figure = `[0-9](?:[0-9.,` + apart + `]*[0-9.,])?`

// measure is what a number with its unit after it, or with marks of notes, looks like.
var measure = regexp.MustCompile(`^[-+]?` + figure + `\s*(\pL[\pL/²³]*|°\pL?|[*†‡]+)$`)

// UnitAfter returns the unit that stands after a number, such as kg in 12.5 kg or * in 12.5*, "" if the text
// is nothing of the kind.
func UnitAfter(text string) string {
	if match := measure.FindStringSubmatch(text); match != nil {
		return match[1]
	}
	return ""
}

// limit is what stands for a number beyond what was measured, or told apart, looks like.
var limit = regexp.MustCompile(`^([<>≤≥]=?\s*[-+]?[0-9][0-9.,]*|[0-9][0-9.,]*\s?\+)$`)

// IsLimit reports whether a text says that a number lies beyond another one, such as <0.1 or 50+.
func IsLimit(text string) bool { return limit.MatchString(text) }

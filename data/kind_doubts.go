package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// mostlyNumbers says that a category may have been meant as numbers: it has many
// of them, and besides only one or two words, or limits such as <0.1; "" if not. numbers are those
// that are no words.
func (c *textColumn) mostlyNumbers(numbers int) string {
	if c.fixed || c.declared {
		return ""
	}
	var words []string
	limits := 0
	for _, w := range c.words {
		if c.worded && notation.IsNumber(w) {
			continue
		}
		if notation.IsLimit(strings.TrimSpace(w)) {
			limits++
		}
		if words = append(words, strconv.Quote(phrase.Clip(w))); len(words) > 2 && limits < len(words) {
			return ""
		}
	}
	if numbers += len(c.words) - len(words); numbers <= fewValues || words == nil {
		return ""
	}
	if limits == len(words) {
		return fmt.Sprintf("numbers beside limits such as %s, taken for a category of %d levels: a number in the place of each, such as the limit, keeps their order", words[0], numbers+len(words))
	}
	return fmt.Sprintf("numbers beside %s, taken for a category of %d levels: Options.MissingWords takes words for missing values", strings.Join(words, " and "), numbers+len(words))
}

// byValue says that codes are told apart by their values as numbers, "" if none is seen.
func (c *textColumn) byValue() string {
	if c.odd == "" {
		return ""
	}
	return fmt.Sprintf("levels that are numbers are told apart by their value, so that %q is %s: Options.Categorical tells them apart as they are written", phrase.Clip(c.odd), notation.Canonical(c.odd))
}

// withUnit says that a column of many words may have been meant as numbers: all of its
// words are numbers with one unit or two, such as 12.5 kg, or with marks of notes; "" if not.
func (c *textColumn) withUnit() string {
	if c.fixed || c.declared || len(c.words) <= fewValues {
		return ""
	}
	var units []string
	for _, word := range c.words {
		of := notation.UnitAfter(strings.TrimSpace(word))
		if of == "" && c.worded && notation.IsNumber(word) {
			continue
		}
		if !slices.Contains(units, of) {
			units = append(units, of)
		}
		if of == "" || len(units) > 2 {
			return ""
		}
	}
	for i, unit := range units {
		units[i] = strconv.Quote(phrase.Clip(unit))
	}
	switch len(units) {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("numbers with the unit %s, taken for words: without it they are numbers", units[0])
	}
	return fmt.Sprintf("numbers with the units %s and %s, taken for words: in one unit, and without it, they are numbers", units[0], units[1])
}

// alikeNames says that two names of levels or classes differ in case or blanks only,
// "" if no two do.
func alikeNames(names []string, are string) string {
	seen := make(map[string]string, len(names))
	for _, name := range names {
		bare := strings.ToLower(strings.Map(visible, name))
		if other, again := seen[bare]; again {
			return fmt.Sprintf("%q and %q are two %s, though they differ in case or blanks only", phrase.Clip(other), phrase.Clip(name), are)
		}
		seen[bare] = name
	}
	return ""
}

// visible drops blanks, and characters that do not show, such as one that says where a word may be
// broken.
func visible(r rune) rune {
	if unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) {
		return -1
	}
	return r
}

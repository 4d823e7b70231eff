package data

import (
	"regexp"
	"strings"
)

// notation is how the numbers of a text are written, if not as programs write them.
type notation struct {
	comma     bool // stands before decimals, see Options.DecimalComma
	formatted bool // see Options.FormattedNumbers
}

// notationOf returns the notation that the options ask for.
func notationOf(o *Options) notation { return notation{o.DecimalComma, o.FormattedNumbers} }

// plain returns a number as programs write it, and any other cell as it is. It
// returns false for a number in another notation.
func (n notation) plain(cell string) (string, bool) {
	if n.formatted {
		cell = n.bare(cell)
	}
	if n.comma {
		return withPoint(cell)
	}
	return cell, true
}

// apart are the apostrophes of Switzerland and the blanks of France and of print that set
// thousands apart.
const apart = "'\u2019 \u00a0\u202f\u2009"

// grouped are numbers whose thousands are set apart, by decimal mark.
var grouped = map[bool]*regexp.Regexp{false: groupedBy(",", "."), true: groupedBy(".", ",")}

// groupedBy matches numbers whose thousands are all set apart by mark, or all by one of those
// in apart. None starts with 0: 0,234 is not a number of thousands.
func groupedBy(mark, decimal string) *regexp.Regexp {
	var by []string
	for _, r := range mark + apart {
		by = append(by, "("+regexp.QuoteMeta(string(r))+`\d{3})+`)
	}
	return regexp.MustCompile(`^[-+]?[1-9]\d{0,2}(` + strings.Join(by, "|") + ")(" + regexp.QuoteMeta(decimal) + `\d*)?$`)
}

// minus is the sign of negative numbers in print.
const minus = "\u2212"

// bare returns a number without its unit, without what sets its thousands apart, and
// with the sign of a program. Anything else is returned as it is.
func (n notation) bare(cell string) string {
	if !strings.ContainsAny(cell, units+",.("+minus+apart) && !strings.HasSuffix(cell, "-") {
		return cell
	}
	sign, text := "", strings.TrimSpace(cell)
	if rest, negative := cutSign(text); negative {
		sign, text = "-", rest
	}
	text = sign + strings.Trim(text, units)
	if grouped[n.comma].MatchString(text) {
		mark := ","
		if n.comma {
			mark = "."
		}
		text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(mark+apart, r) }), "")
	}
	if pointed, _ := withPoint(text); isNumber(text) || n.comma && isNumber(pointed) {
		return text
	}
	return cell
}

// cutSign returns a number without its sign, and whether it is negative. It also knows numbers
// in brackets, as in accounts, and with the sign at the end, as SAP writes them.
func cutSign(text string) (rest string, negative bool) {
	for _, sign := range []string{"-", minus} {
		if rest, negative = strings.CutPrefix(text, sign); negative {
			return rest, true
		}
	}
	if rest, negative = strings.CutSuffix(text, "-"); negative && rest != "" && rest[len(rest)-1] <= '9' {
		return rest, !strings.HasPrefix(rest, "(")
	}
	if rest, negative = strings.CutPrefix(text, "("); negative {
		if rest, negative = strings.CutSuffix(rest, ")"); negative {
			return rest, !strings.HasPrefix(rest, "-")
		}
	}
	return text, false
}

// withPoint returns a number with a decimal comma as one with a point, and
// false for one that has a point already.
func withPoint(cell string) (string, bool) {
	if bare := strings.TrimSpace(cell); strings.Contains(bare, ".") && isNumber(bare) {
		return cell, false
	}
	if pointed := strings.Replace(cell, ",", ".", 1); len(pointed) == len(cell) && isNumber(strings.TrimSpace(pointed)) {
		return pointed, true
	}
	return cell, true
}

package notation

import (
	"regexp"
	"strings"
)

// Style is how numbers are written, if not as programs write them.
type Style struct {
	Comma     bool // stands before decimals
	Formatted bool // thousands are set apart, units stand beside the number, or its sign is one of print
}

// Plain returns a number as programs write it, and any other cell as it is. It
// returns false for a number in another notation.
func (n Style) Plain(cell string) (string, bool) {
	if n.Formatted {
		cell = n.Bare(cell)
	}
	if n.Comma {
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

// OrThousands says what else the points may be in a number that is read with a decimal comma, "" for nothing.
func (n Style) OrThousands(cell string) string {
	if n.Formatted || !grouped[true].MatchString(strings.TrimSpace(cell)) {
		return ""
	}
	return ": Options.FormattedNumbers reads points as between thousands"
}

// minus is the sign of negative numbers in print.
const minus = "\u2212"

// Bare returns a number without its unit, without what sets its thousands apart, and
// with the sign of a program. Anything else is returned as it is.
func (n Style) Bare(cell string) string {
	if !strings.ContainsAny(cell, units+",.("+minus+apart) && !strings.HasSuffix(cell, "-") {
		return cell
	}
	sign, text := "", strings.TrimSpace(cell)
	if rest, negative := cutSign(text); negative {
		sign, text = "-", rest
	}
	_, number, _ := cutUnits(text)
	text = sign + number
	if grouped[n.Comma].MatchString(text) {
		mark := ","
		if n.Comma {
			mark = "."
		}
		text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune(mark+apart, r) }), "")
	}
	if pointed, _ := withPoint(text); IsNumber(text) || n.Comma && IsNumber(pointed) {
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
	if bare := strings.TrimSpace(cell); strings.Contains(bare, ".") && IsNumber(bare) {
		return cell, false
	}
	if pointed := strings.Replace(cell, ",", ".", 1); len(pointed) == len(cell) && IsNumber(strings.TrimSpace(pointed)) {
		return pointed, true
	}
	return cell, true
}

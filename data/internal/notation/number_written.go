package notation

import "strings"

// Word writes a number that programs write in the style of a file, and any other text as it is.
func (n Style) Word(text string) string {
	if !n.Comma || !IsNumber(text) {
		return text
	}
	return strings.Replace(text, ".", ",", 1)
}

// Like writes a number, given as programs write it, like the first of some cells that is a number:
// with its units and at least as many decimal places, with what sets thousands apart in the first of
// them that has any, and with the sign of the first negative one. Where that is not read as the same
// number again, it is [Style.Word].
func (n Style) Like(number string, cells ...string) string {
	var form numberForm
	found := false
	for _, cell := range cells {
		of, ok := n.formOf(cell)
		if !ok {
			continue
		}
		if !found {
			form, found = of, true
		}
		if form.digits <= len("999") && of.digits > len("999") {
			form.apart, form.digits = of.apart, of.digits
		}
		if form.sign == "" {
			form.sign = of.sign
		}
		if !n.Formatted || form.sign != "" && form.digits > len("999") {
			break
		}
	}
	if found {
		text := form.write(number, n.decimal())
		plain, _ := n.Plain(text)
		if is, err := Parse(plain); err == nil {
			if want, err := Parse(number); err == nil && is == want {
				return text
			}
		}
	}
	return n.Word(number)
}

// numberForm is how a number is written.
type numberForm struct {
	before, after string // the units
	sign          string // of a negative number, ( for brackets, and with a blank before it if it stands behind
	apart         string // between thousands
	digits        int    // before the decimal mark, which tell apart if they are more than three
	places        int    // behind it
}

// formOf returns how a cell is written, and false if it is no number.
func (n Style) formOf(cell string) (form numberForm, ok bool) {
	text := strings.TrimSpace(cell)
	if plain, _ := n.Plain(text); !IsNumber(strings.TrimSpace(plain)) {
		return form, false
	}
	rest, negative := text, false
	if n.Formatted {
		rest, negative = cutSign(text)
	}
	before, number, after := cutUnits(rest)
	form.before, form.after = before, after
	if bare := strings.TrimLeft(number, "+-"); len(bare) < len(number) {
		negative = negative || number[0] == '-'
		number = bare
	}
	switch {
	case !negative:
	case strings.HasPrefix(text, "("):
		form.sign = "("
	case strings.HasSuffix(text, "-"):
		form.sign = " -"
	case strings.HasPrefix(text, minus):
		form.sign = minus
	default:
		form.sign = "-"
	}
	whole, fraction, _ := strings.Cut(number, n.decimal())
	if !strings.ContainsAny(fraction, "eE") {
		form.places = len(fraction)
	}
	for _, r := range whole {
		if '0' <= r && r <= '9' {
			form.digits++
		} else {
			form.apart = string(r)
		}
	}
	return form, true
}

// write writes a number that programs write.
func (f *numberForm) write(number, decimal string) string {
	number, negative := strings.CutPrefix(number, "-")
	whole, fraction, _ := strings.Cut(number, ".")
	if !strings.ContainsAny(number, "eE") {
		if lack := f.places - len(fraction); lack > 0 {
			fraction += strings.Repeat("0", lack)
		}
		for at := len(whole) - 3; at > 0 && f.apart != ""; at -= 3 {
			whole = whole[:at] + f.apart + whole[at:]
		}
	}
	if fraction != "" {
		whole += decimal + fraction
	}
	text := f.before + whole + f.after
	switch {
	case !negative:
		return text
	case f.sign == "(":
		return "(" + text + ")"
	case f.sign == " -":
		return text + "-"
	case f.sign == "":
		return "-" + text
	}
	return f.sign + text
}

// decimal is the mark before decimals.
func (n Style) decimal() string {
	if n.Comma {
		return ","
	}
	return "."
}

package document

import (
	"bytes"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

// longest is the most bytes of a number.
const longest = 1 << 10

// longestText is the most bytes of a text.
const longestText = 16 << 20

// String reads a text.
func (r *JSON) String() string {
	if r.peek() != '"' {
		r.unexpected("a text")
		return ""
	}
	return string(r.rawString())
}

// rawString reads a text whose opening quote comes next. The result is valid until the next call.
func (r *JSON) rawString() []byte {
	r.pos++
	r.text = r.text[:0]
	for {
		if len(r.text) > longestText {
			r.Fail("a text of more than %d MiB", longestText>>20)
			return nil
		}
		rest := r.buf[r.pos:]
		at := bytes.IndexAny(rest, "\"\\\n")
		if at < 0 {
			r.text = append(r.text, rest...)
			r.pos = len(r.buf)
			if r.fill(1); r.pos == len(r.buf) {
				r.Fail("the file ends inside a text: it is truncated")
				return nil
			}
			continue
		}
		r.text = append(r.text, rest[:at]...)
		r.pos += at + 1
		switch rest[at] {
		case '"':
			if r.Strict && !utf8.Valid(r.text) {
				r.Fail("%q is not UTF-8", r.text[:min(len(r.text), longest)])
				return nil
			}
			return r.text
		case '\n':
			r.Fail("line break inside a text")
			return nil
		case '\\':
			r.escape()
		}
		if r.err != nil {
			return nil
		}
	}
}

// escape reads what follows a backslash.
func (r *JSON) escape() {
	r.fill(11)
	if r.pos == len(r.buf) {
		r.Fail("the file ends inside a text: it is truncated")
		return
	}
	c := r.buf[r.pos]
	r.pos++
	if at := bytes.IndexByte([]byte(`"\/bfnrt`), c); at >= 0 {
		r.text = append(r.text, "\"\\/\b\f\n\r\t"[at])
		return
	}
	if c != 'u' {
		r.Fail("unknown escape \\%c", c)
		return
	}
	u := r.hex()
	if utf16.IsSurrogate(u) && bytes.HasPrefix(r.buf[r.pos:], []byte(`\u`)) {
		r.pos += 2
		u = utf16.DecodeRune(u, r.hex())
	}
	r.text = utf8.AppendRune(r.text, u)
}

func (r *JSON) hex() rune {
	if len(r.buf)-r.pos >= 4 {
		if u, err := strconv.ParseUint(string(r.buf[r.pos:r.pos+4]), 16, 16); err == nil {
			r.pos += 4
			return rune(u)
		}
	}
	r.Fail("\\u without four hexadecimal digits")
	return utf8.RuneError
}

// number returns the characters of a number. They are valid until the next call.
func (r *JSON) number() []byte {
	if r.peek() == 0 {
		r.unexpected("a number")
		return nil
	}
	if len(r.buf)-r.pos < longest {
		r.fill(longest)
	}
	end := r.pos
	for end < len(r.buf) && numeric[r.buf[end]] {
		end++
	}
	if end == r.pos {
		r.unexpected("a number")
		return nil
	}
	if end-r.pos >= longest {
		r.Fail("number of more than %d characters", longest)
		return nil
	}
	token := r.buf[r.pos:end]
	r.pos = end
	if r.Strict && !strictNumber(token) {
		r.Fail("%q is not a number of JSON", token)
	}
	return token
}

// strictNumber reports whether a token starts as a JSON number does: without a plus sign, a leading
// point or a needless zero, and not with a word.
func strictNumber(token []byte) bool {
	if token[0] == '-' {
		token = token[1:]
	}
	if len(token) == 0 || token[0]-'0' > 9 { // bytes wrap around below 0
		return false
	}
	return token[0] != '0' || len(token) == 1 || token[1]-'0' > 9
}

// numeric holds the characters of numbers, NaN and Infinity.
var numeric = func() (set [256]bool) {
	for _, c := range "0123456789+-.eENaNInfinity" {
		set[c] = true
	}
	return
}()

// Float64 reads a number.
func (r *JSON) Float64() float64 { return r.float(64) }

// Float32 reads a number, rounded to float32 once.
func (r *JSON) Float32() float32 { return float32(r.float(32)) }

func (r *JSON) float(bits int) float64 {
	token := r.number()
	if r.err != nil {
		return 0
	}
	v, err := strconv.ParseFloat(string(token), bits)
	if err != nil && !math.IsInf(v, 0) { // numbers out of range become infinite
		r.Fail("%q is not a number", token)
	}
	return v
}

// Int reads a whole number, or true and false as 1 and 0.
func (r *JSON) Int() int64 {
	if c := r.peek(); c == 't' || c == 'f' {
		if r.word() == "true" {
			return 1
		}
		return 0
	}
	token := r.number()
	if r.err != nil {
		return 0
	}
	if len(token) < 18 {
		if v, ok := shortInt(token); ok {
			return v
		}
	}
	v, err := strconv.ParseInt(string(token), 10, 64)
	if err != nil {
		r.Fail("%q is not a whole number", token)
	}
	return v
}

// Digits reads a number as its shortest text, a whole one with all its digits.
func (r *JSON) Digits() string {
	token := string(r.number())
	if r.err != nil {
		return ""
	}
	if v, err := strconv.ParseInt(token, 10, 64); err == nil {
		return strconv.FormatInt(v, 10)
	}
	v, err := strconv.ParseFloat(token, 64)
	if err != nil && !math.IsInf(v, 0) {
		r.Fail("%q is not a number", token)
	}
	return strconv.FormatFloat(v, 'f', -1, 64)
}

func shortInt(token []byte) (v int64, ok bool) {
	digits := token
	if token[0] == '-' {
		digits = token[1:]
	}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return 0, false
		}
		v = v*10 + int64(c-'0')
	}
	if token[0] == '-' {
		v = -v
	}
	return v, len(digits) > 0
}

// word reads true, false or null.
func (r *JSON) word() string {
	r.fill(5)
	for _, w := range [...]string{"true", "false", "null"} {
		if bytes.HasPrefix(r.buf[r.pos:], []byte(w)) {
			r.pos += len(w)
			return w
		}
	}
	r.unexpected("true, false or null")
	return ""
}

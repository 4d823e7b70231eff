package document

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"strconv"
	"unicode/utf16"
	"unicode/utf8"
)

const (
	bufferSize = 64 << 10
	longest    = 1 << 10 // bytes of a number
)

// JSON reads a JSON document. It takes NaN, Infinity and -Infinity for
// numbers, as XGBoost and Python write them.
type JSON struct {
	src  io.Reader
	buf  []byte // the unread input is buf[pos:]
	pos  int
	done bool // src has ended

	lines     int   // newlines before buf
	before    int64 // bytes before buf
	lineStart int64 // offset of the line that buf starts in

	stack []byte // the open containers, '{' or '['
	fresh bool   // no member of the innermost container has been read
	key   string
	keys  keys
	text  []byte // scratch for strings
	err   error
}

var _ Reader = (*JSON)(nil)

// NewJSON returns a reader of the document that r delivers.
func NewJSON(r io.Reader) *JSON {
	return &JSON{src: r, buf: make([]byte, 0, bufferSize), keys: make(keys)}
}

// Err returns the first error.
func (r *JSON) Err() error { return r.err }

// Fail notes an error with the line and column reached.
func (r *JSON) Fail(format string, args ...any) {
	if r.err == nil {
		seen := r.buf[:r.pos]
		line, start := r.lines+bytes.Count(seen, []byte("\n")), r.lineStart
		if at := bytes.LastIndexByte(seen, '\n'); at >= 0 {
			start = r.before + int64(at) + 1
		}
		r.err = fmt.Errorf("line %d, column %d: %w", line+1, r.before+int64(r.pos)-start+1, fmt.Errorf(format, args...))
	}
}

// fill tries to make at least n bytes available.
func (r *JSON) fill(n int) {
	if len(r.buf)-r.pos >= n || r.done {
		return
	}
	seen := r.buf[:r.pos]
	r.lines += bytes.Count(seen, []byte("\n"))
	if at := bytes.LastIndexByte(seen, '\n'); at >= 0 {
		r.lineStart = r.before + int64(at) + 1
	}
	r.before += int64(r.pos)
	r.buf = r.buf[:copy(r.buf, r.buf[r.pos:])]
	r.pos = 0
	for len(r.buf) < n && !r.done {
		k, err := r.src.Read(r.buf[len(r.buf):cap(r.buf)])
		r.buf = r.buf[:len(r.buf)+k]
		if err != nil {
			r.done = true
			if err != io.EOF {
				r.Fail("%w", err)
			}
		}
	}
}

// peek returns the first byte of the next token, or 0 at the end or after an
// error.
func (r *JSON) peek() byte {
	for r.err == nil {
		for ; r.pos < len(r.buf); r.pos++ {
			switch c := r.buf[r.pos]; c {
			case ' ', '\t', '\n', '\r':
			case 0:
				r.Fail("unexpected zero byte")
				return 0
			default:
				return c
			}
		}
		if r.fill(1); r.pos == len(r.buf) {
			return 0
		}
	}
	return 0
}

// unexpected notes that the next token is not what was wanted.
func (r *JSON) unexpected(want string) {
	switch c := r.peek(); {
	case r.err != nil:
	case c == 0:
		r.Fail("the file ends where %s should be: it is truncated", want)
	default:
		r.Fail("unexpected %q where %s should be", c, want)
	}
}

// Kind is the kind of the value that comes next.
func (r *JSON) Kind() Kind {
	switch c := r.peek(); c {
	case '{':
		return Object
	case '[':
		return Array
	case '"':
		return String
	case 't', 'f':
		return Bool
	case 'n':
		return Null
	case '-', 'N', 'I':
		return Number
	default:
		if '0' <= c && c <= '9' {
			return Number
		}
		r.unexpected("a value")
		return None
	}
}

// Object enters an object.
func (r *JSON) Object() { r.open('{', "an object") }

// Array enters a list.
func (r *JSON) Array() { r.open('[', "a list") }

func (r *JSON) open(c byte, name string) {
	if r.peek() != c {
		r.unexpected(name)
		return
	}
	r.pos++
	r.stack = append(r.stack, c)
	r.fresh = true
}

// Next moves to the next member of the innermost container.
func (r *JSON) Next() bool {
	if r.err != nil || len(r.stack) == 0 {
		return false
	}
	c, in := r.peek(), r.stack[len(r.stack)-1]
	if c == in+2 { // the closing bracket
		r.pos++
		r.stack = r.stack[:len(r.stack)-1]
		r.fresh = false
		return false
	}
	if !r.fresh {
		if c != ',' {
			r.unexpected("a comma or the end of " + map[byte]string{'{': "an object", '[': "a list"}[in])
			return false
		}
		r.pos++
	}
	r.fresh = false
	if in == '{' {
		r.readKey()
	}
	return r.err == nil
}

func (r *JSON) readKey() {
	if r.peek() != '"' {
		r.unexpected("a key")
		return
	}
	text := r.rawString()
	r.key = r.keys.of(text)
	if r.peek() != ':' {
		r.unexpected("a colon")
		return
	}
	r.pos++
}

// Key is the key of the member that Next moved to.
func (r *JSON) Key() string { return r.key }

// String reads a text.
func (r *JSON) String() string {
	if r.peek() != '"' {
		r.unexpected("a text")
		return ""
	}
	return string(r.rawString())
}

// rawString reads a text whose opening quote comes next. The result is good
// until the next call.
func (r *JSON) rawString() []byte {
	r.pos++
	r.text = r.text[:0]
	for {
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

// number returns the characters of a number. They are good until the next
// call.
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
	return token
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
	if err != nil && !math.IsInf(v, 0) { // out of range is infinite
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

// Skip consumes a value of any kind.
func (r *JSON) Skip() {
	skip(r, func() {
		switch r.Kind() {
		case String:
			r.rawString()
		case Number:
			r.number()
		case Bool, Null:
			r.word()
		}
	})
}

// End returns the first error; more input is one.
func (r *JSON) End() error {
	if c := r.peek(); c != 0 {
		r.Fail("unexpected %q after the end of the document", c)
	}
	return r.err
}

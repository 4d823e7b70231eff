package document

import (
	"bytes"
	"fmt"
	"io"
)

const bufferSize = 64 << 10

// JSON reads a JSON document. Unless strict, it accepts NaN, Infinity and -Infinity as numbers, as
// XGBoost and Python write them, and lets the last of several members with the same key win.
type JSON struct {
	// Strict accepts nothing beyond RFC 8259, and no key twice in an object.
	Strict bool

	src  io.Reader
	buf  []byte // the unread input is buf[pos:]
	pos  int
	done bool // src has ended

	lines     int   // newlines before buf
	before    int64 // bytes before buf
	lineStart int64 // offset of the line that buf starts in

	stack []byte            // the open containers, '{' or '['
	seen  []map[string]bool // if strict: the keys so far in each of them
	fresh bool              // no member of the innermost container has been read
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

// Fail records an error with the line and column reached.
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

// peek returns the first byte of the next token, or 0 at the end or after an error.
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

// unexpected records that the next token is not the one wanted.
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
	if r.Strict {
		const fewKeys = 64 // of an earlier container, whose map is cleared: that of many takes long, each time
		if depth := len(r.stack); len(r.seen) < depth {
			r.seen = append(r.seen, map[string]bool{})
		} else if len(r.seen[depth-1]) > fewKeys {
			r.seen[depth-1] = map[string]bool{}
		} else {
			clear(r.seen[depth-1])
		}
	}
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
	if r.Strict {
		seen := r.seen[len(r.stack)-1]
		if seen[r.key] {
			r.Fail("the key %q comes again", r.key)
			return
		}
		seen[r.key] = true
	}
	if r.peek() != ':' {
		r.unexpected("a colon")
		return
	}
	r.pos++
}

// Key is the key of the member that Next moved to.
func (r *JSON) Key() string { return r.key }

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

// End returns the first error; more input is also one.
func (r *JSON) End() error {
	if c := r.peek(); c != 0 {
		r.Fail("unexpected %q after the end of the document", c)
	}
	return r.err
}

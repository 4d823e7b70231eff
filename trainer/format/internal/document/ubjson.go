package document

import (
	"bufio"
	"fmt"
	"io"
)

// deepest is how many containers may be open at the same time: opening brackets alone must not fill the
// memory. XGBoost nests 8 deep.
const deepest = 1000

// UBJSON reads a document in Universal Binary JSON, draft 12: one letter for the type of each value,
// lengths and numbers big-endian, and lists that may state their type and length at the start.
type UBJSON struct {
	src    *bufio.Reader
	offset int64
	stack  []container
	marker byte // the type of the value that comes next, once read
	key    string
	keys   keys
	text   []byte  // scratch for texts
	number [8]byte // scratch for numbers
	err    error
}

var _ Reader = (*UBJSON)(nil)

// container is an open list or object.
type container struct {
	object bool
	all    byte  // the type of all members, 0 if each states its own
	left   int64 // members left, -1 if a bracket closes the container
}

// NewUBJSON returns a reader of the document that r delivers.
func NewUBJSON(r io.Reader) *UBJSON {
	return &UBJSON{src: bufio.NewReaderSize(r, bufferSize), keys: make(keys)}
}

// Err returns the first error.
func (r *UBJSON) Err() error { return r.err }

// Fail records an error with the byte reached.
func (r *UBJSON) Fail(format string, args ...any) {
	if r.err == nil {
		r.err = fmt.Errorf("byte %d: %w", r.offset, fmt.Errorf(format, args...))
	}
}

// bytes reads n bytes, n <= 8.
func (r *UBJSON) bytes(n int) []byte {
	b := r.number[:n]
	if r.err != nil {
		clear(b)
		return b
	}
	k, err := io.ReadFull(r.src, b)
	r.offset += int64(k)
	r.failRead(err)
	return b
}

func (r *UBJSON) failRead(err error) {
	switch err {
	case nil:
	case io.EOF, io.ErrUnexpectedEOF:
		r.Fail("the file ends inside the document: it is truncated")
	default:
		r.Fail("%w", err)
	}
}

// next returns the type of the value that comes next, 0 after an error.
func (r *UBJSON) next() byte {
	if r.err != nil {
		return 0
	}
	if r.marker == 0 {
		if n := len(r.stack); n > 0 && r.stack[n-1].all != 0 {
			r.marker = r.stack[n-1].all
		} else {
			r.marker = r.bytes(1)[0]
		}
	}
	return r.marker
}

// take returns the type of the value that comes next and moves past it.
func (r *UBJSON) take() byte {
	c := r.next()
	r.marker = 0
	return c
}

// Kind is the kind of the value that comes next.
func (r *UBJSON) Kind() Kind {
	switch c := r.next(); c {
	case '{':
		return Object
	case '[':
		return Array
	case 'S', 'C', 'H':
		return String
	case 'i', 'U', 'I', 'l', 'L', 'd', 'D':
		return Number
	case 'T', 'F':
		return Bool
	case 'Z':
		return Null
	default:
		r.Fail("unknown type %q", c)
		return None
	}
}

// Object enters an object.
func (r *UBJSON) Object() { r.open(Object, '{') }

// Array enters a list.
func (r *UBJSON) Array() { r.open(Array, '[') }

func (r *UBJSON) open(want Kind, marker byte) {
	if r.next() != marker {
		r.Fail("%v where %v should be", r.Kind(), want)
		return
	}
	r.marker = 0
	if len(r.stack) == deepest {
		r.Fail("nested more than %d deep", deepest)
		return
	}
	c := container{object: want == Object, left: -1}
	head, _ := r.src.Peek(1)
	if len(head) > 0 && head[0] == '$' {
		c.all = r.bytes(2)[1]
		switch c.all {
		case 'i', 'U', 'I', 'l', 'L', 'd', 'D', 'C', 'S', 'H', '[', '{':
		default: // T, F and Z take no bytes: a mere count could demand any amount of work
			r.Fail("list of type %q", c.all)
			return
		}
		if head, _ = r.src.Peek(1); len(head) > 0 && head[0] != '#' {
			r.Fail("type of a list without its length")
			return
		}
	}
	switch {
	case len(head) == 0:
		r.failRead(io.EOF)
		return
	case head[0] == '#':
		r.bytes(1)
		c.left = r.length()
	}
	r.stack = append(r.stack, c)
}

// length reads the length of a text or a container.
func (r *UBJSON) length() int64 {
	n := r.whole(r.bytes(1)[0])
	if n < 0 {
		r.Fail("length %d", n)
	}
	return n
}

// Next moves to the next member of the innermost container.
func (r *UBJSON) Next() bool {
	if r.err != nil || len(r.stack) == 0 {
		return false
	}
	top := &r.stack[len(r.stack)-1]
	switch {
	case top.left == 0:
		r.stack = r.stack[:len(r.stack)-1]
		return false
	case top.left > 0:
		top.left--
	default:
		c := r.bytes(1)[0]
		for c == 'N' && r.err == nil { // no-op
			c = r.bytes(1)[0]
		}
		if r.err != nil {
			return false
		}
		if top.object && c == '}' || !top.object && c == ']' {
			r.stack = r.stack[:len(r.stack)-1]
			return false
		}
		if !top.object {
			r.marker = c
			return true
		}
		r.readKey(r.whole(c))
		return r.err == nil
	}
	if top.object {
		r.readKey(r.length())
	}
	return r.err == nil
}

func (r *UBJSON) readKey(length int64) {
	text := r.readText(length)
	r.key = r.keys.of(text)
}

// readText reads a text piece by piece, so that a mere length takes no memory. The result is valid
// until the next call.
func (r *UBJSON) readText(length int64) []byte {
	if length < 0 || length > longestText {
		r.Fail("length %d of a text", length)
	}
	r.text = r.text[:0]
	for left := length; left > 0 && r.err == nil; {
		piece := min(left, bufferSize)
		at := len(r.text)
		r.text = append(r.text, make([]byte, piece)...)
		k, err := io.ReadFull(r.src, r.text[at:])
		r.offset += int64(k)
		r.failRead(err)
		left -= piece
	}
	return r.text
}

// Key is the key of the member that Next moved to.
func (r *UBJSON) Key() string { return r.key }

// End returns the first error; more input is also one.
func (r *UBJSON) End() error {
	if r.err != nil {
		return r.err
	}
	if more, _ := r.src.Peek(1); len(more) > 0 {
		r.Fail("unexpected byte %#x after the end of the document", more[0])
	}
	return r.err
}

// Package document reads nested documents as a stream: JSON, and UBJSON, the
// binary form that XGBoost writes. Both offer the same [Reader], so that a
// model format is read by one piece of code. A [Writer] writes JSON.
//
// A Reader keeps the first error and then behaves as if every container had ended, so that callers
// check for an error once, at the end, as with a bufio.Scanner. It uses a fixed buffer and one byte per
// level of nesting (if strict, also the keys of the open objects), and never recurses.
package document

// Kind is the kind of a value.
type Kind uint8

// The kinds of values. None is the kind of whatever follows an error.
const (
	None Kind = iota
	Object
	Array
	String
	Number
	Bool
	Null
)

var kindNames = [...]string{"nothing", "an object", "a list", "a text", "a number", "true or false", "null"}

func (k Kind) String() string { return kindNames[k] }

// Reader walks a document. Each value is consumed by exactly one call: Object or Array and then Next
// until it returns false, or one of the others.
type Reader interface {
	// Kind is the kind of the value that comes next.
	Kind() Kind

	Object() // enters an object
	Array()  // enters a list

	// Next moves to the next member of the innermost container; that member must be consumed before
	// Next is called again. At the end Next leaves the container and returns false.
	Next() bool

	// Key is the key of the member that Next moved to.
	Key() string

	String() string
	Float64() float64
	Float32() float32
	Int() int64     // also for true and false, as 1 and 0
	Digits() string // of a number, the shortest text, but of a whole one all digits
	Skip()

	// Fail records an error, with the place, unless there is one already.
	Fail(format string, args ...any)

	// End records an error if anything follows the value read last, and returns the first error.
	End() error

	// Err returns the first error.
	Err() error
}

// Float64s appends the numbers of a list to dst.
func Float64s(r Reader, dst []float64) []float64 {
	for r.Array(); r.Next(); {
		dst = append(dst, r.Float64())
	}
	return dst
}

// Float32s appends the numbers of a list, rounded to float32, to dst.
func Float32s(r Reader, dst []float32) []float32 {
	for r.Array(); r.Next(); {
		dst = append(dst, r.Float32())
	}
	return dst
}

// Int32s appends the whole numbers of a list to dst.
func Int32s(r Reader, dst []int32) []int32 {
	for r.Array(); r.Next(); {
		v := r.Int()
		if v != int64(int32(v)) {
			r.Fail("number %d does not fit 32 bits", v)
		}
		dst = append(dst, int32(v))
	}
	return dst
}

// Strings appends the texts of a list to dst.
func Strings(r Reader, dst []string) []string {
	for r.Array(); r.Next(); {
		dst = append(dst, r.String())
	}
	return dst
}

// keys holds the keys seen so far, so that each becomes a string only once.
type keys map[string]string

func (k keys) of(text []byte) string {
	key, known := k[string(text)]
	if !known {
		key = string(text)
		if len(k) < 1000 {
			k[key] = key
		}
	}
	return key
}

// skip consumes one value, however deeply nested.
func skip(r Reader, scalar func()) {
	open := 0
	for {
		switch r.Kind() {
		case Object:
			r.Object()
			open++
		case Array:
			r.Array()
			open++
		default:
			scalar()
		}
		for open > 0 && !r.Next() {
			open--
		}
		if open == 0 || r.Err() != nil {
			return
		}
	}
}

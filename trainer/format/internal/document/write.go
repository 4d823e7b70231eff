package document

import (
	"bufio"
	"encoding/json"
	"strconv"
	"strings"
)

// Writer writes JSON piece by piece. The bufio.Writer keeps the first error.
type Writer struct {
	*bufio.Writer
	scratch []byte
}

// Text writes pieces as they are.
func (w *Writer) Text(parts ...string) {
	for _, s := range parts {
		w.WriteString(s)
	}
}

// Int writes a whole number.
func (w *Writer) Int(v int) {
	w.scratch = strconv.AppendInt(w.scratch[:0], int64(v), 10)
	w.Write(w.scratch)
}

// Float writes a finite number as strconv.AppendFloat formats it.
func (w *Writer) Float(v float64, format byte, bits int) {
	w.scratch = strconv.AppendFloat(w.scratch[:0], v, format, -1, bits)
	w.Write(w.scratch)
}

// List writes a list of n members.
func (w *Writer) List(n int, member func(i int)) {
	w.WriteByte('[')
	for i := range n {
		if i > 0 {
			w.WriteByte(',')
		}
		member(i)
	}
	w.WriteByte(']')
}

// Quote returns a JSON text. Bytes that are not UTF-8 become U+FFFD.
func Quote(s string) string {
	q, _ := json.Marshal(strings.ToValidUTF8(s, "\uFFFD")) // no error: a string is always valid
	return string(q)
}

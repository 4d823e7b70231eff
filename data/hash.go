package data

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
)

// Hash returns a name for the content of t, 64 hexadecimal digits: the SHA-256
// of its size, values, classes, labels and weights. Tables with the same content have
// the same hash, wherever they came from and whatever their features are
// called, and 0 counts as -0. A sparse table has another hash than a dense one, of the
// cells that are there.
func (t *Table) Hash() string {
	h := sha256.New()
	kind := "table"
	if t.Sparse != nil {
		kind = fmt.Sprintf("sparse table of %v", t.Sparse.Absent)
	}
	fmt.Fprintf(h, "hardwood %s 1\n%d %d\n%q\n%t %t\n", kind, t.Rows, t.Cols, t.Classes, t.Y != nil, t.Target != nil)
	for _, c := range t.Columns {
		fmt.Fprintf(h, "%v %v %q\n", c.Kind, c.Codes, c.Names)
	}
	var b []byte
	write := func(i int) {
		if t.Y != nil {
			b = binary.LittleEndian.AppendUint64(b, uint64(t.Y[i]))
		}
		if t.Target != nil {
			b = appendValue(b, t.Target[i])
		}
		if t.Weights != nil {
			b = appendValue(b, t.Weights[i])
		}
		h.Write(b)
	}
	if t.Sparse != nil {
		for i := range t.Rows {
			b = t.Sparse.appendRow(b[:0], i)
			write(i)
		}
		return hex.EncodeToString(h.Sum(nil))
	}
	for i, row := range t.eachRow() {
		b = b[:0]
		for _, v := range row {
			b = appendValue(b, v)
		}
		write(i)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// appendRow appends the cells of a row that are there.
func (s *Sparse) appendRow(b []byte, i int) []byte {
	columns, values := s.Cells(i)
	b = binary.LittleEndian.AppendUint64(b, uint64(len(columns)))
	for k, f := range columns {
		b = appendValue(binary.LittleEndian.AppendUint32(b, uint32(f)), values[k])
	}
	return b
}

func appendValue(b []byte, v float64) []byte {
	if v != v {
		v = math.NaN() // one of the many
	}
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(v+0))
}

package train

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// magic starts a NumPy file of version 1; it is followed by the size of the header, the header and the
// values, which here have four bytes each, in C order.
const magic = "\x93NUMPY\x01\x00"

// writeSet writes the rows and labels of one part of a set and, if some column is categorical, the
// number of levels of each column.
func writeSet(dir, set, part string, t *data.Table) error {
	x := make([]float32, len(t.X))
	for i, v := range t.X {
		x[i] = float32(v)
	}
	y := make([]int32, len(t.Y))
	for i, c := range t.Y {
		y[i] = int32(c)
	}
	if err := writeArray(arrayFile(dir, set, part, "x"), "<f4", fmt.Sprintf("(%d, %d)", t.Rows, t.Cols), x); err != nil {
		return err
	}
	if t.Columns != nil {
		levels := make([]int32, t.Cols)
		for f, c := range t.Columns {
			if c.Kind == column.Categorical {
				levels[f] = int32(len(c.Codes))
			}
		}
		if err := writeArray(arrayFile(dir, set, part, "levels"), "<i4", fmt.Sprintf("(%d,)", t.Cols), levels); err != nil {
			return err
		}
	}
	return writeArray(arrayFile(dir, set, part, "y"), "<i4", fmt.Sprintf("(%d,)", t.Rows), y)
}

// readSet reads what writeSet wrote.
func readSet(dir, set, part string) (*data.Table, error) {
	x, err := readArray[float32](arrayFile(dir, set, part, "x"))
	if err != nil {
		return nil, err
	}
	y, err := readArray[int32](arrayFile(dir, set, part, "y"))
	if err != nil {
		return nil, err
	}
	t := &data.Table{Rows: len(y), Cols: len(x) / len(y), X: make([]float64, len(x)), Y: make([]int, len(y)), Source: set}
	for i, v := range x {
		t.X[i] = float64(v)
	}
	for f := range t.Cols {
		t.Features = append(t.Features, fmt.Sprint(f))
	}
	for i, c := range y {
		t.Y[i] = int(c)
		for int(c) >= len(t.Classes) {
			t.Classes = append(t.Classes, fmt.Sprint(len(t.Classes)))
		}
	}
	levels, err := readArray[int32](arrayFile(dir, set, part, "levels"))
	if err == nil {
		t.Columns = make([]column.Column, t.Cols)
		for f, n := range levels {
			if n > 0 {
				t.Columns[f] = column.Named(make([]string, n))
				t.Columns[f].Names = nil
			}
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return t, t.Validate()
}

func writeArray(path, kind, shape string, values any) error {
	header := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", kind, shape)
	header = fmt.Sprintf("%-117s\n", header) // the values begin at byte 128
	return replace.With(path, func(w io.Writer) error {
		fmt.Fprintf(w, "%s%c%c%s", magic, len(header), 0, header)
		return binary.Write(w, binary.LittleEndian, values)
	})
}

func readArray[T any](path string) ([]T, error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(b) < 128 || !bytes.HasPrefix(b, []byte(magic)) {
		return nil, fmt.Errorf("%s is not a NumPy file of version 1", path)
	}
	b = b[10+int(binary.LittleEndian.Uint16(b[8:])):]
	values := make([]T, len(b)/4)
	return values, binary.Read(bytes.NewReader(b), binary.LittleEndian, values)
}

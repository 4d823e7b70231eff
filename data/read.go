package data

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
)

// Read reads a table from a file, or from built-in data named builtin:NAME.
//
// Files may be compressed with gzip or Zstandard. Faults in their content are
// of type [*Error] and say where they are. Values are finite, or NaN where
// the options allow missing values.
func Read(source string, o Options) (*Table, error) {
	h, r, err := open(source, &o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	c := newCollector(source, h, &o)
	for o.MaxRows == 0 || c.table.Rows < o.MaxRows {
		switch err := c.add(r); err {
		case nil:
		case io.EOF:
			return c.finish()
		default:
			return nil, err
		}
	}
	return c.finish()
}

// open opens a source in its format and checks its header.
func open(source string, o *Options) (h Header, r Reader, err error) {
	if err := o.check(); err != nil {
		return h, nil, err
	}
	in, err := find(source)
	if err != nil {
		return h, nil, err
	}
	f, err := formatOf(in, o)
	if err != nil {
		return h, nil, err
	}
	h, r, err = f.Open(in, o)
	if err != nil {
		return h, nil, located(err, source)
	}
	if b, ok := builtinOf(source); ok {
		h.Image = b.Image
	}
	if o.Image != (Shape{}) {
		h.Image = o.Image
	}
	if fault := checkHeader(h, o); fault != nil {
		r.Close()
		return h, nil, &Error{Source: source, Err: fault}
	}
	return h, r, nil
}

// checkHeader reports what the header lacks.
func checkHeader(h Header, o *Options) error {
	cols := len(h.Features)
	switch {
	case cols == 0:
		return errors.New("no features")
	case o.Cols != 0 && cols != o.Cols:
		return fmt.Errorf("has %d features, not %d", cols, o.Cols)
	case !h.Labelled && !o.Unlabelled && !o.LabelOptional:
		return errors.New("has no labels")
	case h.Image != (Shape{}) && h.Image.Width*h.Image.Height != cols:
		return fmt.Errorf("has %d features, which do not make images of %dx%d", cols, h.Image.Width, h.Image.Height)
	}
	return nil
}

// located returns err as an Error, of the source if it names none.
func located(err error, source string) error {
	var e *Error
	if errors.As(err, &e) {
		e.Source = cmp.Or(e.Source, source)
		return err
	}
	return &Error{Source: source, Err: err}
}

// collector puts the records of a reader into a table.
type collector struct {
	table  *Table
	labels *labels // nil without classes
	values bool    // labels are regression values
	record Record
	read   int // records so far, kept or not
}

func newCollector(source string, h Header, o *Options) *collector {
	c := &collector{table: &Table{
		Cols: len(h.Features), Features: h.Features, Image: h.Image, Source: source,
	}}
	switch {
	case h.Labelled && o.Regression:
		c.values = true
	case h.Labelled:
		c.labels = newLabels(o, h.Classes)
	}
	rows := h.Rows
	if o.MaxRows > 0 {
		rows = min(rows, o.MaxRows)
	}
	c.table.X = make([]float64, 0, rows*c.table.Cols)
	return c
}

// add moves the next record into the table, unless its class is left out.
func (c *collector) add(r Reader) error {
	t, n := c.table, len(c.table.X)
	t.X = slices.Grow(t.X, t.Cols)[:n+t.Cols]
	c.record = Record{X: t.X[n:]}
	if err := r.Next(&c.record); err != nil {
		t.X = t.X[:n]
		if err != io.EOF {
			err = located(err, t.Source)
		}
		return err
	}
	c.read++
	kept, err := c.label()
	switch {
	case err != nil:
		e := &Error{Source: t.Source, Line: c.record.Line, Err: err}
		if e.Line == 0 {
			e.Row = c.read
		}
		return e
	case !kept:
		t.X = t.X[:n]
		return nil
	}
	if t.Positions != nil {
		t.Positions = append(t.Positions, c.read-1)
	}
	t.Rows++
	return nil
}

// label appends the label of the record, unless its rows are left out.
func (c *collector) label() (kept bool, err error) {
	t := c.table
	if c.values {
		v, err := number(c.record.Label, false)
		if err == nil {
			t.Target = append(t.Target, v)
		}
		return true, err
	}
	if c.labels == nil {
		return true, nil
	}
	y, err := c.labels.class(c.record.Label)
	switch {
	case err != nil:
		return false, err
	case y == dropped:
		if t.Positions == nil { // the rows so far were all kept
			t.Positions = make([]int, t.Rows)
			for i := range t.Positions {
				t.Positions[i] = i
			}
		}
		return false, nil
	}
	t.Y = append(t.Y, y)
	return true, nil
}

func (c *collector) finish() (*Table, error) {
	t := c.table
	switch {
	case t.Rows == 0 && c.read > 0:
		return nil, &Error{Source: t.Source, Err: fmt.Errorf("none of its %d rows is of the classes to keep", c.read)}
	case t.Rows == 0:
		return nil, &Error{Source: t.Source, Err: errors.New("no rows")}
	}
	if c.labels != nil {
		c.labels.settle(t.Y)
		t.Classes = c.labels.classes
	}
	return t, nil
}

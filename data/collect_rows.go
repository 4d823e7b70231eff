package data

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// next reads the next record.
func (c *collector) next(r Reader) error {
	if c.o.texts != nil {
		c.o.texts.strangers = c.o.texts.strangers[:0]
	}
	if err := r.Next(&c.record); err == io.EOF {
		return err
	} else if err != nil {
		return located(c.ctx, err, c.table.Source)
	}
	c.read++
	return nil
}

// addSparse is add for records of the cells that are there.
func (c *collector) addSparse(r Reader) error {
	t := c.table
	c.record = Record{Cells: c.record.Cells[:0]}
	if err := c.next(r); err != nil {
		return err
	}
	for i, cell := range c.record.Cells {
		if f := cell.Feature; f < 0 || f >= len(c.columns) || i > 0 && f <= c.record.Cells[i-1].Feature {
			return c.fault("", fmt.Errorf("the reader gives a cell of feature %d of %d, must ascend from 0 on", f, len(c.columns)))
		}
		if _, _, err := checkRow([]float64{cell.Value}, c.o.NoMissing); err != nil {
			return c.fault(c.columns[cell.Feature], err)
		}
	}
	if kept, err := c.label(); err != nil {
		return c.fault(t.Found.Label, err)
	} else if !kept {
		return nil
	}
	if err := c.sparseRoom(len(c.record.Cells)); err != nil {
		return err
	}
	for _, cell := range c.record.Cells {
		t.Sparse.Column, t.Sparse.Value = append(t.Sparse.Column, int32(cell.Feature)), append(t.Sparse.Value, cell.Value)
	}
	t.Sparse.Start = append(t.Sparse.Start, len(t.Sparse.Value))
	t.Positions = append(t.Positions, c.read-1)
	t.Rows++
	return nil
}

// add moves the next record into the table, unless its class is left out.
func (c *collector) add(r Reader) error {
	if c.table.Sparse != nil {
		return c.addSparse(r)
	}
	if len(c.table.X) >= c.compactAt {
		if err := c.compact(); err != nil {
			return err
		}
	}
	if err := c.room(); err != nil {
		return err
	}
	t, n := c.table, len(c.table.X)
	t.X = t.X[:n+len(c.columns)]
	c.record = Record{X: t.X[n:]}
	if err := c.next(r); err != nil {
		t.X = t.X[:n]
		return err
	}
	if got, want := len(c.record.X), len(c.columns); got != want {
		return c.fault("", fmt.Errorf("the reader gives %d values for %d features", got, want))
	}
	if &c.record.X[0] != &t.X[n] { // the reader has put a slice of its own there
		copy(t.X[n:], c.record.X)
	}
	missing, f, err := checkRow(c.record.X, c.o.NoMissing)
	if err != nil {
		return c.fault(c.columns[f], err)
	}
	if kept, err := c.label(); err != nil {
		return c.fault(t.Found.Label, err)
	} else if !kept {
		t.X = t.X[:n]
		return nil
	}
	t.Found.Missing += missing
	if len(c.whole) > 0 {
		c.whole = slices.DeleteFunc(c.whole, func(f int) bool { return fractional(c.record.X[f]) })
	}
	if err := c.weigh(n); err != nil {
		t.X = t.X[:n]
		return err
	}
	c.keepStrangers()
	t.Positions = append(t.Positions, c.read-1)
	t.Rows++
	return nil
}

// weigh appends the weight of the record, and takes it out of the cells, which begin at start.
func (c *collector) weigh(start int) error {
	t, w, column := c.table, c.record.Weight, ""
	if c.weight >= 0 {
		w, column = c.record.X[c.weight], c.columns[c.weight]
		t.X = slices.Delete(t.X, start+c.weight, start+c.weight+1)
	}
	switch {
	case c.weight >= 0 && c.record.Weighted:
		return c.fault(column, errors.New("the row has a weight of its own beside the column of Options.Weight"))
	case c.weight < 0 && !c.record.Weighted:
		if t.Weights != nil {
			t.Weights = append(t.Weights, 1)
		}
		return nil
	case isText(w):
		return c.fault(column, fmt.Errorf("%q is not a number", phrase.Clip(c.o.texts.columns[c.weight].first)))
	case !(w >= 0 && w <= math.MaxFloat64):
		return c.fault(column, fmt.Errorf("weight is %v, must be at least 0 and finite", w))
	}
	if t.Weights == nil && c.record.Weighted {
		t.Weights = slices.Repeat([]float64{1}, t.Rows)
		t.Found.Doubts = append(t.Found.Doubts, "rows have weights of their own, which training and its metrics obey")
	}
	t.Weights = append(t.Weights, w)
	return nil
}

// label appends the label of the record, unless its row is left out.
func (c *collector) label() (kept bool, err error) {
	t := c.table
	switch {
	case !c.labelled:
		return true, nil
	case c.o.Regression:
		v, err := notation.Number(c.record.Label)
		switch {
		case slices.Contains(t.Found.Words, strings.TrimSpace(c.record.Label)):
			return c.missing(), nil
		case errors.Is(err, notation.ErrTooLarge):
			return false, err
		case err != nil:
			return false, fmt.Errorf("%w: Options.Regression predicts numbers, without it the labels are classes; an empty cell leaves its row out, as do Options.MissingWords", err)
		case v != v:
			return c.missing(), nil
		}
		if !(math.Abs(v) <= maxNumber) {
			return false, fmt.Errorf("label %q is not a finite number", phrase.Clip(c.record.Label))
		}
		if math.Abs(v) > math.MaxFloat32 {
			return false, fmt.Errorf("label %q must lie within ±%.2g", phrase.Clip(c.record.Label), math.MaxFloat32)
		}
		t.Target = append(t.Target, v)
		return true, nil
	}
	y, err := c.labels.class(c.record.Label)
	switch {
	case err != nil || y == dropped:
		return false, err
	case y == unlabelled:
		return c.missing(), nil
	}
	t.Y = append(t.Y, y)
	return true, nil
}

// missing reports whether a row without a label is kept nevertheless. If labels are
// optional it is, and the table has no labels from then on.
func (c *collector) missing() (kept bool) {
	if c.o.LabelOptional {
		c.labelled = false
		if word := strings.TrimSpace(c.record.Label); c.o.Label != "" && c.labels != nil && !notation.IsMissing(word) {
			c.table.Found.Odd = fmt.Sprintf("%q is none of the classes %s", phrase.Clip(word), list(c.labels.classes))
		}
		return true
	}
	c.table.Found.Unlabelled++
	return false
}

// fault returns err as an Error of the current record.
func (c *collector) fault(column string, err error) error {
	e := &Error{Source: c.table.Source, Line: c.record.Line, Column: column, Err: err}
	if e.Line == 0 {
		e.Record = c.read
	}
	return located(c.ctx, e, e.Source)
}

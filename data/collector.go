package data

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// collector puts the records of a reader into a table.
type collector struct {
	table     *Table
	labelled  bool
	labels    *labels  // nil without classes
	columns   []string // the features, and the weight among them
	weight    int      // the column of the weights, -1 for none
	record    Record
	whole     []int // columns of open kind that have held only whole numbers so far
	absent    []int // missing values by column, while a stream is read for the first time
	read      int   // records so far, kept or not
	compactAt int   // cells in X at which these are compacted, see Options.Compact
	expected  int   // rows, 0 if their number is not known
	o         *Options
	ctx       context.Context
}

func newCollector(ctx context.Context, source string, h Header, o *Options) (*collector, error) {
	rows := h.Rows
	if h.Sparse != nil {
		rows = 0 // whose cells are yet to be counted
	}
	if o.MaxRows > 0 {
		rows = min(rows, o.MaxRows)
	}
	if rows < 0 || rows > math.MaxInt/16/max(len(h.Features), 1) { // more than a machine of 32 bits can hold
		rows = 0
	}
	compactAt, expected := math.MaxInt, rows
	if o.Compact && h.Sparse == nil && h.Image == (Shape{}) && o.texts != nil {
		compactAt = cmp.Or(o.compactAt, compactCells)
		if most := max(compactMore/max(1, len(h.Features)), compactRows); rows > most && rows*len(h.Features) >= compactAt {
			compactAt, rows = min(compactAt, most*len(h.Features)), most // which tell whether compacting is of use
		}
	}
	if err := askFor(rows, len(h.Features), ""); err != nil {
		return nil, located(ctx, err, source)
	}
	if rows > 0 {
		rows++ // the end of the rows shows only if there is room for another one
	}
	features, weight := h.Features, -1
	if o.Weight != "" {
		weight = slices.Index(features, o.Weight)
		features = slices.Delete(slices.Clone(features), weight, weight+1)
	}
	c := &collector{table: &Table{
		Cols: len(features), Features: features, Image: h.Image, Source: source, Found: Found{Label: h.Label, Words: o.words(), Doubts: h.Doubts, Ignored: h.Ignored, Absent: h.Absent, AbsentMissing: h.Absent && o.AbsentMissing},
		X: make([]float64, 0, rows*len(h.Features)),
	}, labelled: h.Labelled, columns: h.Features, weight: weight, compactAt: compactAt, expected: expected, o: o, ctx: ctx}
	if h.Sparse != nil {
		c.table.Sparse, c.table.X = &Sparse{Start: []int{0}, Absent: h.Sparse.Absent}, nil
	} else if c.table.Image == (Shape{}) {
		c.whole = o.texts.open()
	}
	if h.Labelled && !o.Regression {
		c.labels = newLabels(o, h.Classes)
		c.table.Classes = c.labels.classes
	}
	return c, nil
}

// askFor asks for the memory of a table.
func askFor(rows, cols int, more string) error {
	return memory.Ask(8*float64(rows)*float64(cols), "a table of %s%d rows and %d columns takes", more, rows, cols)
}

// room makes room for another row. If it is not known how many are to come, a table
// grows by a quarter.
func (c *collector) room() error {
	t, cols := c.table, len(c.columns)
	if cap(t.X)-len(t.X) >= cols {
		return nil
	}
	rows := len(t.X) / cols
	if err := askFor(rows+rows/4, cols, "more than "); err != nil {
		return located(c.ctx, err, t.Source)
	}
	t.X = slices.Grow(t.X, cols)
	return nil
}

// sparseRoom is room for the cells of another row.
func (c *collector) sparseRoom(cells int) error {
	s := c.table.Sparse
	if cap(s.Value)-len(s.Value) >= cells {
		return nil
	}
	const bytes = 4 + 8 // of a column and a value
	more := len(s.Value)/4 + cells
	if err := memory.Ask(bytes*float64(len(s.Value)+more), "a table of more than %s takes", phrase.Count(len(s.Value), "cell")); err != nil {
		return located(c.ctx, err, c.table.Source)
	}
	s.Column, s.Value = slices.Grow(s.Column, more), slices.Grow(s.Value, more)
	return nil
}

// fill adds records until the table has n rows or there are no more.
func (c *collector) fill(r Reader, n int) error {
	for c.table.Rows < n {
		err := c.add(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// finish puts the classes into their order, and forgets positions that say
// nothing.
func (c *collector) finish() error {
	t := c.table
	wrong := func(format string, args ...any) error {
		return &Error{Source: t.Source, Err: fmt.Errorf(format, args...)}
	}
	switch {
	case t.Rows == 0 && c.read == 0:
		return wrong("no rows")
	case t.Rows == 0 && t.Found.Unlabelled == c.read:
		return wrong("none of its %d rows has a label%s", c.read, t.otherLabel())
	case t.Rows == 0:
		return wrong("none of its %d rows is of the classes to keep", c.read)
	}
	if t.compact != nil {
		t.compact.add(t.X)
		t.compact.end()
		t.X = nil
	}
	if t.Positions[t.Rows-1] == t.Rows-1 {
		t.Positions = nil
	}
	if t.Sparse != nil {
		t.Found.Missing = t.Sparse.missing(t.Cols)
	}
	if err := c.settleColumns(); err != nil {
		return located(c.ctx, err, t.Source)
	}
	if !c.labelled {
		t.Y, t.Target, t.Classes, c.labels = nil, nil, nil, nil
	}
	if c.labels == nil {
		return nil
	}
	if !c.o.Classification && !c.labels.fixed {
		if err := measured(c.labels.classes, t.Rows); err != nil {
			err = fmt.Errorf("the label%s holds %w: Options.Regression predicts them, Options.Classification takes them as classes", quotedName(t.Found.Label), err)
			if c.o.Label == "" && t.Found.Label != "" {
				err = fmt.Errorf("%w, Options.Label names another column", err)
			}
			return &Error{Source: t.Source, Err: &LabelError{err}}
		}
	}
	c.labels.settle(t.Y)
	t.Classes = c.labels.classes
	c.doubtLeaks()
	for _, doubt := range []string{alikeNames(t.Classes, "classes"), c.labels.sameNumber(), c.labels.blanksOnly()} {
		if doubt != "" && !c.labels.fixed {
			t.Found.Doubts = append(t.Found.Doubts, doubt)
		}
	}
	return nil
}

// quotedName returns a name in quotes after a blank, "" for none.
func quotedName(name string) string {
	if name == "" {
		return ""
	}
	return " " + strconv.Quote(phrase.Clip(name))
}

// empty drops the rows so far and keeps their memory.
func (c *collector) empty() {
	t := c.table
	t.Rows, t.strangers = 0, t.strangers[:0]
	t.X, t.Y, t.Target, t.Weights, t.Positions = t.X[:0], t.Y[:0], t.Target[:0], t.Weights[:0], t.Positions[:0]
}

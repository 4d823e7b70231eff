package data

import (
	"context"
	"io"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
)

// textReader is a Reader of texts in columns.
type textReader interface {
	Reader

	// next returns the cells of the next record, of all columns, which hold until it is called again,
	// and the line that it starts on. After the last record it returns io.EOF.
	next() (cells []string, line int, err error)
	chosen() *Columns
}

// Written reads the cells of rows as their source has them, before they are understood as
// numbers, dates or levels. It is not safe for concurrent use.
type Written struct {
	Beside []string // columns that are neither a feature nor the label, in their order

	table  *Table
	ctx    context.Context // ends reading, whenever that is
	reader textReader
	last   []string // cells of the record that was read last
	read   int      // records so far
	places []int    // the column of each feature, -1 for none, and of each of Beside

	orders []column.Dates // how the dates of each feature are read
	untold []bool         // features whose dates show in this file only that the day comes first
	shown  [][]string     // the first cells of some features, see Written.show
	absent string         // the first cell that is missing, as it is written
}

// Written opens the source of t once more. It returns nil if that has no texts in columns, such as a
// file in LIBSVM or Parquet, or if t has no source or two. The context ends this reading, whenever
// that is.
func (t *Table) Written(ctx context.Context) (*Written, error) {
	if t.reading == nil {
		return nil, nil
	}
	w := &Written{table: t, ctx: ctx}
	if err := w.open(); err != nil || w.reader == nil {
		return nil, err
	}
	of := w.reader.chosen()
	place := map[string]int{}
	for k, name := range slices.Backward(of.Names) { // the first of a name counts
		place[name] = k
	}
	feature := make([]bool, len(of.Names))
	for _, name := range t.Features {
		k, known := place[name]
		if !known {
			k = -1
		} else {
			feature[k] = true
		}
		w.places = append(w.places, k)
	}
	for k, name := range of.Names {
		if k != of.Label && !feature[k] {
			w.Beside, w.places = append(w.Beside, name), append(w.places, k)
		}
	}
	w.setOrders()
	return w, nil
}

// open starts at the first record. There is no reader if records are no texts.
func (w *Written) open() error {
	w.Close()
	o := *w.table.reading
	_, r, err := open(w.ctx, w.table.Source, &o)
	if err != nil {
		return err
	}
	text, ok := r.(textReader)
	if !ok {
		return r.Close()
	}
	w.reader, w.read = text, 0
	return nil
}

// Row returns the cells of row i of the table: of its features, "" for those that the source does not
// have, and then of the columns Beside. Dates of which only other rows show that the day comes first
// begin with the year. Rows that ascend are read in one pass over the source.
func (w *Written) Row(i int) ([]string, error) {
	place := w.table.Position(i)
	if w.reader == nil || place < w.read-1 {
		if err := w.open(); err != nil {
			return nil, err
		}
	}
	for w.read <= place {
		cells, _, err := w.reader.next()
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, located(w.ctx, err, w.table.Source)
		}
		w.last = cells
		w.read++
	}
	row, kinds := make([]string, len(w.places)), w.table.Kinds()
	for f, place := range w.places {
		if place < 0 {
			continue
		}
		row[f] = w.last[place]
		if f < len(w.untold) && w.untold[f] {
			row[f] = w.yearFirst(f, row[f])
		}
		bare := strings.TrimLeft(row[f], blanks)
		if bare == row[f] {
			continue
		}
		if f >= len(kinds) || kinds[f].Names == nil || slices.Contains(kinds[f].Names, strings.TrimSpace(bare)) && !slices.Contains(kinds[f].Names, row[f]) {
			row[f] = bare // without the blanks behind a separator, which are no part of a level
		}
	}
	return row, nil
}

// Close closes the source.
func (w *Written) Close() error {
	if w.reader == nil {
		return nil
	}
	r := w.reader
	w.reader = nil
	return r.Close()
}

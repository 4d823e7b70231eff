package data

import (
	"cmp"
	"context"
	"errors"
	"iter"
	"math"
	"os"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// Stream is a source that is read block by block, any number of times, for
// tables that need not or cannot be held as floats.
type Stream struct {
	ctx   context.Context // ends reading, whenever that is
	head  *Table
	o     Options
	files []stamp // before they were read first
}

// stamp is what tells of a file that it was changed.
type stamp struct{ size, modified int64 }

// stamps returns the stamps of the files of a source that has some.
func stamps(source string, o Options) (all []stamp) {
	for _, path := range Files(source, o) {
		if info, err := os.Stat(path); err == nil {
			all = append(all, stamp{info.Size(), info.ModTime().UnixNano()})
		}
	}
	return all
}

// Open reads a source once to the end, so that its faults come to light before
// work begins, and its classes and size are known. The options are those of [Read]
// except for SplitBy, which is refused. The context ends this reading, and that of
// blocks later.
func Open(ctx context.Context, source string, o Options) (*Stream, error) {
	return asTurned(o, func(o Options) (*Stream, error) { return openStream(ctx, source, o) })
}

// openStream is Open in the order of dates that the options say.
func openStream(ctx context.Context, source string, o Options) (*Stream, error) {
	if o.SplitBy != "" {
		return nil, option.Errorf("split-by", "rows of a stream are not split: Options.Ignore leaves the column %q out", o.SplitBy)
	}
	o.Compact = false
	files := stamps(source, o)
	if o.Columns == nil {
		if err := o.kindsOfFirst(ctx, source); err != nil {
			return nil, err
		}
	}
	o.dense = true
	h, r, err := open(ctx, source, &o)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	h.Rows = 0 // no room is needed for them
	c, err := newCollector(ctx, source, h, &o)
	if err != nil {
		return nil, err
	}
	c.absent = make([]int, c.table.Cols)
	for most := cmp.Or(o.MaxRows, math.MaxInt); c.table.Rows < most; c.table.X, c.table.strangers = c.table.X[:0], nil {
		before := c.read
		if err := c.fill(r, c.table.Rows+1); err != nil {
			return nil, err
		}
		if c.read == before {
			break
		}
		c.countAbsent()
	}
	if err := c.finish(); err != nil {
		return nil, err
	}
	o.Cols, o.Classes, o.Expected = c.table.Cols, c.table.Classes, c.table.Found.Label
	if o.texts != nil {
		o.Columns = c.kinds()
		o.ignore(c.table.Found.Ignored)
		o.Categorical, o.Numeric, o.first = nil, nil, nil
	}
	return &Stream{ctx, c.table.Head(), o, files}, nil
}

// countAbsent counts the missing values of a row by column, as it is not known yet which columns are
// features. None is one in a column of numbers.
func (c *collector) countAbsent() {
	for f, v := range c.table.X {
		if v == v {
			continue
		}
		n, word := wordOf(v)
		if word && c.o.texts != nil {
			at := f
			if c.weight >= 0 && f >= c.weight {
				at++
			}
			of := &c.o.texts.columns[at]
			if of.takesWords() || int(n) >= len(of.words) || !strings.EqualFold(strings.TrimSpace(of.words[n]), notation.None) {
				continue
			}
		}
		c.absent[f]++
	}
}

// firstRows are the rows that tell what the columns of a stream hold.
const firstRows = 10_000

// kindsOfFirst sets what the first rows of a source say of its columns.
func (o *Options) kindsOfFirst(ctx context.Context, source string) error {
	some := *o
	if some.MaxRows == 0 || some.MaxRows > firstRows {
		some.MaxRows = firstRows
	}
	some.Classification = !o.Regression // the classes are for all rows to judge
	t, err := Read(ctx, source, some)
	if err != nil {
		return err
	}
	o.first = map[string]column.Column{}
	for f, c := range t.Kinds() {
		o.first[t.Features[f]] = c
	}
	for _, i := range t.Found.Ignored { // the whole source tells whether these are features
		switch i.Why {
		case "", noValues:
		case numbersRows:
			o.first[i.Column] = column.Column{Kind: column.Integer}
		default:
			o.first[i.Column] = column.Column{Kind: column.Categorical}
		}
	}
	return nil
}

// ignore makes columns the new Ignore, which the caller does not share.
func (o *Options) ignore(columns []Ignored) {
	o.Ignore, o.why = nil, map[string]string{}
	for _, i := range columns {
		o.Ignore = append(o.Ignore, i.Column)
		o.why[i.Column] = i.Why
	}
}

// Head returns the table without its values: X is nil, the rest is there, the
// label of each row too.
func (s *Stream) Head() *Table { return s.head.Head() }

// Blocks yields the rows in order, n at a time and the rest at the end. A
// block is valid until the next one. After an error there are no more; a file that
// was changed is one, after its last block.
func (s *Stream) Blocks(n int) iter.Seq2[*Table, error] {
	return func(yield func(*Table, error) bool) {
		o := s.o
		h, r, err := open(s.ctx, s.head.Source, &o)
		if err != nil {
			yield(nil, err)
			return
		}
		defer r.Close()
		n := blockRows(n, s.head.Cols)
		h.Rows = min(n, s.head.Rows)
		h.Labelled = s.head.Y != nil || s.head.Target != nil
		c, err := newCollector(s.ctx, s.head.Source, h, &o)
		if err != nil {
			yield(nil, err)
			return
		}
		c.table.Columns = s.head.Columns
		for left := s.head.Rows; left > 0; left -= c.table.Rows {
			c.empty()
			err := c.fill(r, min(n, left))
			if err == nil && c.table.Rows == 0 {
				err = &Error{Source: s.head.Source, Err: errors.New("has fewer rows than when it was read first")}
			}
			if err != nil {
				yield(nil, err)
				return
			}
			if !yield(c.table, nil) {
				return
			}
		}
		if !slices.Equal(stamps(s.head.Source, s.o), s.files) { // labels would be those of other rows
			yield(nil, &Error{Source: s.head.Source, Err: errors.New("was changed since it was read first: start again")})
		}
	}
}

// Head returns a copy of t without X, like that of a [Stream].
func (t *Table) Head() *Table {
	head := *t
	head.X, head.Raw, head.Sparse, head.compact = nil, nil, nil, nil
	return &head
}

// Blocks yields the rows of t like those of a [Stream], but in one block, unless
// they are sparse or compact.
func (t *Table) Blocks(n int) iter.Seq2[*Table, error] {
	if t.Sparse != nil || t.compact != nil {
		return func(yield func(*Table, error) bool) { t.denseBlocks(n, yield) }
	}
	return func(yield func(*Table, error) bool) { yield(t, nil) }
}

// denseBlocks yields the rows of a sparse or compact table as a dense one has them, some at a
// time.
func (t *Table) denseBlocks(n int, yield func(*Table, error) bool) {
	n = blockRows(n, t.Cols)
	block := t.Head()
	block.X = make([]float64, 0, min(n, t.Rows)*t.Cols)
	for lo := 0; lo < t.Rows; lo += n {
		hi := min(lo+n, t.Rows)
		block.Rows, block.X = hi-lo, block.X[:(hi-lo)*t.Cols]
		if t.compact != nil {
			t.compact.spread(block.X, lo)
		} else {
			for i := range block.Rows {
				t.Sparse.spread(block.Row(i), lo+i, t.Sparse.Value)
			}
		}
		block.Groups = part(t.Groups, lo, hi)
		block.Y, block.Target, block.Weights = part(t.Y, lo, hi), part(t.Target, lo, hi), part(t.Weights, lo, hi)
		block.Positions = make([]int, 0, hi-lo)
		for i := lo; i < hi; i++ {
			block.Positions = append(block.Positions, t.Position(i))
		}
		if !yield(block, nil) {
			return
		}
	}
}

// part returns a stretch of a slice, nil if s is nil.
func part[T any](s []T, lo, hi int) []T {
	if s == nil {
		return nil
	}
	return s[lo:hi]
}

// blockRows bounds the rows of a block by the memory that its cells take.
func blockRows(n, cols int) int {
	const cells = 1 << 21
	return max(1, min(n, cells/max(1, cols)))
}

package parquet

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

func init() {
	data.Register(data.Format{
		Name:       "parquet",
		Extensions: []string{".parquet", ".pq"},
		Sniff:      func(head []byte) bool { return len(head) >= 4 && string(head[:4]) == "PAR1" },
		Open:       open,
	})
}

// reader reads the row groups one after another, column by column.
type reader struct {
	*file
	stored   io.Closer
	groups   []format.RowGroup // still to be read
	left     int64             // rows of the current group
	record   int               // rows so far
	features []cursor
	columns  data.Columns
	texts    []bool  // of the features: whether their values are read as texts
	label    *cursor // nil without labels
}

// cursor is the place in one column.
type cursor struct {
	fileColumn
	chunk *chunk
}

func open(in *data.Input, o *data.Options) (h data.Header, r data.Reader, err error) {
	stored, err := in.Raw()
	if err != nil {
		return h, nil, err
	}
	defer damage(&err)
	defer func() {
		if err != nil {
			stored.Close()
		}
	}()
	f := &file{ReaderAt: stored, size: in.Size, limit: in.Limit()}
	meta, err := f.footer()
	if err != nil {
		return h, nil, err
	}
	columns, names := columnsOf(meta.Schema)
	chosen, err := data.Choose(names, true, func() data.FirstRows { return f.firstRows(columns, meta.RowGroups) }, o)
	if err != nil {
		return h, nil, err
	}
	frame := pandasOf(meta.KeyValueMetadata)
	if o.Columns == nil && o.Schema == nil { // no one has looked at them yet
		chosen.Doubts = append(chosen.Doubts, frame.doubts(chosen.Header().Features)...)
	}
	levels := frame.levels()
	p := &reader{file: f, stored: stored, groups: meta.RowGroups, columns: chosen, texts: make([]bool, len(chosen.Features))}
	for f, k := range chosen.Features {
		p.features = append(p.features, cursor{fileColumn: columns[k]})
		switch of := columns[k]; {
		case of.number == nil:
			p.texts[f] = true
		case of.dates:
			p.texts[f] = !chosen.DeclareDates(f)
		case of.hours != nil && chosen.DeclareTimes(f):
			p.features[f].number = of.hours
		case of.Type == format.Boolean:
			p.texts[f] = !chosen.Declare(f, column.Boolean)
		case levels[of.name]:
			p.texts[f] = !chosen.Declare(f, column.Categorical)
		default:
			p.texts[f] = !chosen.Declare(f, column.Numeric)
		}
	}
	if chosen.Label >= 0 {
		p.label = &cursor{fileColumn: columns[chosen.Label]}
	}
	rows, err := p.check()
	if err != nil {
		return h, nil, err
	}
	h = chosen.Header()
	h.Rows = int(min(rows, f.limit/10/int64(max(len(p.features), 1)))) // a claim so far
	return h, p, nil
}

// damage turns a panic into an error.
func damage(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("is damaged: %v", p)
	}
}

// cursors yields the columns in use.
func (p *reader) cursors(yield func(*cursor) bool) {
	for f := range p.features {
		if !yield(&p.features[f]) {
			return
		}
	}
	if p.label != nil {
		yield(p.label)
	}
}

// check refuses columns that cannot be read and impossible numbers of rows. It returns
// the number of rows.
func (p *reader) check() (rows int64, err error) {
	width := int64(len(p.features))
	for _, group := range p.groups {
		if group.NumRows < 0 || group.NumRows > p.limit/max(width, 1)-rows {
			return 0, fmt.Errorf("claims %d rows more of %d features, too many for its size", group.NumRows, width)
		}
		rows += group.NumRows
	}
	for u := range p.cursors {
		if err := u.check(); err != nil {
			return 0, &data.Error{Column: u.name, Err: err}
		}
		for i := range p.groups {
			if _, err := p.chunkOf(&u.fileColumn, &p.groups[i]); err != nil {
				return 0, &data.Error{Column: u.name, Err: err}
			}
		}
	}
	return rows, nil
}

func (p *reader) Next(r *data.Record) (err error) {
	defer damage(&err)
	for p.left == 0 {
		if len(p.groups) == 0 {
			return io.EOF
		}
		if err := p.nextGroup(); err != nil {
			return err
		}
	}
	p.left--
	p.record++
	for f := range p.features {
		v, err := p.features[f].next()
		if err != nil {
			return err
		}
		if r.X[f], err = p.feature(f, v); err != nil {
			return &data.Error{Record: p.record, Column: p.features[f].name, Err: err}
		}
	}
	if p.label != nil {
		v, err := p.label.next()
		if err != nil {
			return err
		}
		if r.Label, err = p.plain(-1, &p.label.fileColumn, v); err == nil && !utf8.ValidString(r.Label) {
			err = errNoLabel
		}
		if err != nil {
			return &data.Error{Record: p.record, Column: p.label.name, Err: err}
		}
	}
	return nil
}

// feature returns a value as a feature.
func (p *reader) feature(f int, v value) (float64, error) {
	of := &p.features[f].fileColumn
	if !p.texts[f] {
		number := of.feature(v)
		if number != number {
			return number, nil
		}
		return p.columns.Number(f, number, func() string { return of.text(v) })
	}
	text, err := p.plain(f, of, v)
	if err != nil {
		return 0, err
	}
	number, err := p.columns.Text(f, text)
	if err != nil && !utf8.ValidString(text) {
		err = errNoText
	}
	return number, err
}

// plain returns a value of a feature, or with -1 of the label, as a text: one of the file has numbers
// as the options say, and a number is written as programs do.
func (p *reader) plain(f int, of *fileColumn, v value) (string, error) {
	if of.number != nil || of.uuid {
		return of.text(v), nil
	}
	return p.columns.Plain(f, of.text(v))
}

// errNoText is about a column of bytes that is not declared as text and does not hold any.
var errNoText = errors.New("holds bytes that are no text (UTF-8); leave it out by Options.Ignore")

// errNoLabel is about such a column if it is taken for the label.
var errNoLabel = errors.New("holds bytes that are no text (UTF-8), and is taken for the label; Options.Label names another column")

// nextGroup moves the cursors to the next row group.
func (p *reader) nextGroup() (err error) {
	group := &p.groups[0]
	p.groups = p.groups[1:]
	p.left = group.NumRows
	for u := range p.cursors {
		if u.chunk, err = p.chunkOf(&u.fileColumn, group); err != nil {
			return err
		}
	}
	return nil
}

// next returns the next value of a column. It is valid until the next call.
func (u *cursor) next() (value, error) {
	if u.nothing {
		return nil, nil
	}
	v, err := u.chunk.next()
	if err != nil {
		return nil, &data.Error{Column: u.name, Err: err}
	}
	return v, nil
}

func (p *reader) Close() error {
	return p.stored.Close()
}

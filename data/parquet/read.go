package parquet

import (
	"errors"
	"fmt"
	"io"
	"unicode/utf8"

	"github.com/parquet-go/parquet-go"
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
	file     *data.File
	groups   []parquet.RowGroup // still to be read
	left     int64              // rows of the current group
	features []cursor
	columns  data.Columns
	texts    []bool  // of the features: whether their values are read as texts
	label    *cursor // nil without labels
}

// cursor is the place in one column.
type cursor struct {
	fileColumn
	values parquet.ColumnChunkValueReader
	buffer []parquet.Value
	ahead  []parquet.Value // read and not yet used, part of buffer
}

// bufferValues is how many values of a column are decoded at a time.
const bufferValues = 256

func open(in *data.Input, o *data.Options) (h data.Header, r data.Reader, err error) {
	file, err := in.Raw()
	if err != nil {
		return h, nil, err
	}
	defer damage(&err)
	defer func() {
		if err != nil {
			file.Close()
		}
	}()
	c := checker{file, in.Size, in.Limit(), &unsized{ReaderAt: file}}
	if err := c.footer(); err != nil {
		return h, nil, err
	}
	f, err := parquet.OpenFile(c.lz4, in.Size, parquet.SkipPageIndex(true), parquet.SkipBloomFilters(true))
	if err != nil { // the library is stricter than some writers
		return h, nil, fmt.Errorf("its metadata cannot be read, write the file anew with other settings or another program: %w", err)
	}
	columns, names := columnsOf(f)
	chosen, err := data.Choose(names, true, func() data.Sample { return sampleOf(f, columns, &c) }, o)
	if err != nil {
		return h, nil, err
	}
	frame := pandasOf(f)
	if o.Columns == nil && o.Schema == nil { // nobody has looked at them yet
		chosen.Doubts = append(chosen.Doubts, frame.doubts(chosen.Header().Features)...)
	}
	levels := frame.levels()
	p := &reader{file: file, groups: f.RowGroups(), columns: chosen, texts: make([]bool, len(chosen.Features))}
	for f, k := range chosen.Features {
		p.features = append(p.features, cursor{fileColumn: columns[k]})
		switch of := columns[k]; {
		case of.number == nil:
			p.texts[f] = true
		case of.dates:
			p.texts[f] = !chosen.DeclareDates(f)
		case of.Type().Kind() == parquet.Boolean:
			p.texts[f] = !chosen.Declare(f, column.Boolean)
		case levels[of.Name()]:
			p.texts[f] = !chosen.Declare(f, column.Categorical)
		default:
			p.texts[f] = !chosen.Declare(f, column.Numeric)
		}
	}
	if chosen.Label >= 0 {
		p.label = &cursor{fileColumn: columns[chosen.Label]}
	}
	rows, err := p.check(f.Metadata().RowGroups, &c)
	if err != nil {
		return h, nil, err
	}
	h = chosen.Header()
	h.Rows = int(min(rows, c.limit/10/int64(max(len(p.features), 1)))) // a claim so far
	return h, p, nil
}

// damage turns a panic of the decoder into an error.
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

// check refuses columns that cannot be read and sizes that cannot be. It
// returns the number of rows.
func (p *reader) check(groups []format.RowGroup, c *checker) (rows int64, err error) {
	width := int64(len(p.features))
	for _, group := range groups {
		if group.NumRows < 0 || group.NumRows > c.limit/max(width, 1)-rows {
			return 0, fmt.Errorf("claims %d rows more of %d features, too many for its size", group.NumRows, width)
		}
		rows += group.NumRows
	}
	for u := range p.cursors {
		if err := u.check(); err != nil {
			return 0, &data.Error{Column: u.Name(), Err: err}
		}
		for _, group := range groups {
			if u.Index() >= len(group.Columns) {
				return 0, errThrift
			}
			if err := c.chunk(&group.Columns[u.Index()].MetaData, group.NumRows); err != nil {
				return 0, &data.Error{Column: u.Name(), Err: err}
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
		p.nextGroup()
	}
	p.left--
	for f := range p.features {
		v, err := p.features[f].next()
		if err != nil {
			return err
		}
		if !p.texts[f] {
			r.X[f] = p.features[f].feature(v)
			continue
		}
		text := p.features[f].text(v)
		if r.X[f], err = p.columns.Text(f, text, 0); err != nil {
			if !utf8.ValidString(text) {
				err = errNoText
			}
			return &data.Error{Column: p.features[f].Name(), Err: err}
		}
	}
	if p.label != nil {
		v, err := p.label.next()
		if err != nil {
			return err
		}
		r.Label = p.label.text(v)
	}
	return nil
}

// errNoText is of a column of bytes that are not said to be a text and are none.
var errNoText = errors.New("holds bytes that are no text (UTF-8); leave it out by Options.Ignore")

// nextGroup moves the cursors to the next row group.
func (p *reader) nextGroup() {
	group := p.groups[0]
	p.groups = p.groups[1:]
	p.left = group.NumRows()
	for u := range p.cursors {
		if u.close(); u.nothing {
			continue
		}
		u.values = parquet.NewColumnChunkValueReader(group.ColumnChunks()[u.Index()])
		u.ahead = nil
		if u.buffer == nil {
			u.buffer = make([]parquet.Value, bufferValues)
		}
	}
}

// next returns the next value of a column. It is valid until the next call.
func (u *cursor) next() (parquet.Value, error) {
	if u.nothing {
		return parquet.Value{}, nil
	}
	for len(u.ahead) == 0 {
		n, err := u.values.ReadValues(u.buffer)
		if n == 0 && err == io.EOF {
			err = errors.New("has fewer values than rows")
		}
		if n == 0 && err != nil {
			return parquet.Value{}, &data.Error{Column: u.Name(), Err: err}
		}
		u.ahead = u.buffer[:n]
	}
	v := u.ahead[0]
	u.ahead = u.ahead[1:]
	return v, nil
}

func (u *cursor) close() {
	if u.values != nil {
		u.values.Close()
	}
}

func (p *reader) Close() error {
	for u := range p.cursors {
		u.close()
	}
	return p.file.Close()
}

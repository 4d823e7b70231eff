package parquet

import (
	"errors"
	"fmt"
	"iter"
	"math"
	"regexp"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data/column"
)

// fileColumn is a column of the file and how its values are read.
type fileColumn struct {
	*parquet.Column
	number  decoder                      // nil where the values are texts, or are not read
	whole   func(v parquet.Value) string // as digits, nil where the values are no whole numbers
	dates   bool                         // the numbers are days since 1970
	uuid    bool                         // the values are identifiers of 16 bytes
	nothing bool                         // all values are null, as the type says
}

// indexName is a column in which pandas stores the index of a data frame.
var indexName = regexp.MustCompile(`^__index_level_\d+__$`)

// columnsOf returns the columns of a file at the top level.
func columnsOf(f *parquet.File) (columns []fileColumn, names []string) {
	for _, top := range f.Root().Columns() {
		if indexName.MatchString(top.Name()) {
			continue
		}
		c := fileColumn{Column: top}
		if top.Leaf() {
			c.number, c.dates = decoderOf(top.Type())
			c.whole = digitsOf(top.Type())
			c.uuid = isUUID(top.Type())
			if c.number == nil {
				c.declare(f)
			}
		}
		columns, names = append(columns, c), append(names, top.Name())
	}
	return columns, names
}

// declare takes what the file says of a column whose values are none of a type that the
// decoder knows: that all are null, as pandas says of one without any, or half numbers.
func (c *fileColumn) declare(f *parquet.File) {
	for e := range topLevel(f.Metadata().Schema) {
		if e.Name != c.Name() {
			continue
		}
		switch e.LogicalType.Value.(type) {
		case *format.NullType:
			c.nothing = true
		case *format.Float16Type:
			if c.Type().Kind() == parquet.FixedLenByteArray && c.Type().Length() == 2 {
				c.number = half
			}
		}
	}
}

// topLevel yields the elements of a schema that are columns, and none that is part of one:
// the root comes first, and the parts of an element behind it.
func topLevel(schema []format.SchemaElement) iter.Seq[*format.SchemaElement] {
	return func(yield func(*format.SchemaElement) bool) {
		for i, parts := 1, 0; i < len(schema); i++ {
			if parts == 0 && !yield(&schema[i]) {
				return
			}
			parts = max(parts-1, 0) + int(schema[i].NumChildren.V)
		}
	}
}

// isUUID reports whether the values of a type are identifiers.
func isUUID(t parquet.Type) bool {
	logical := t.LogicalType()
	if logical == nil || t.Kind() != parquet.FixedLenByteArray {
		return false
	}
	_, is := logical.Value.(*format.UUIDType)
	return is && t.Length() == 16
}

// check reports why the values of c cannot be read, as numbers or as labels.
func (c fileColumn) check() error {
	switch {
	case !c.Leaf() || c.Repeated():
		return errors.New("is nested; flatten it into columns first, or leave it out by Options.Ignore")
	case c.number == nil && !c.nothing && !c.uuid && c.Type().Kind() != parquet.ByteArray:
		return fmt.Errorf("values of type %s are not read; Options.Ignore leaves the column out", c.Type())
	}
	return nil
}

// feature returns a value as a feature, NaN if it is null.
func (c fileColumn) feature(v parquet.Value) float64 {
	if v.IsNull() || c.nothing {
		return math.NaN()
	}
	return c.number(v)
}

// text returns a value as a label or a level, "" if it is null.
func (c fileColumn) text(v parquet.Value) string {
	switch {
	case v.IsNull() || c.nothing:
		return ""
	case c.uuid:
		b := v.ByteArray()
		return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
	case c.number == nil:
		return string(v.ByteArray())
	case v.Kind() == parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	}
	if date, is := days.Word(c.number(v)); c.dates && is {
		return date
	}
	return c.word(v)
}

// word writes a number: a whole one of 64 bits to the last digit, in which labels may
// differ, and one of 32 bits as it would be written there.
func (c fileColumn) word(v parquet.Value) string {
	if c.whole != nil {
		return c.whole(v)
	}
	bits := 64
	if v.Kind() == parquet.Float {
		bits = 32
	}
	return strconv.FormatFloat(c.number(v), 'f', -1, bits)
}

// days are numbers that are dates.
var days = column.Column{Dates: column.MonthFirst}

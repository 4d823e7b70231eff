package parquet

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"

	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data/column"
)

// fileColumn is a column of the file and how its values are read.
type fileColumn struct {
	name  string
	place int // among the columns of a row group
	kind
	optional bool // may be null
	nested   bool

	number  decoder              // nil if the values are texts, or are not read
	exact   func(v value) string // to the last digit, of whole numbers and decimals; nil for other values
	dates   bool                 // the numbers are days since 1970
	hours   decoder              // of times of day, nil for other values
	uuid    bool                 // the values are identifiers of 16 bytes
	nothing bool                 // all values are null, as the type says
}

// indexName is a column in which pandas stores the index of a data frame.
var indexName = regexp.MustCompile(`^__index_level_\d+__$`)

// columnsOf returns the top-level columns of a schema, whose root comes first, and in which
// the parts of a nested column follow it.
func columnsOf(schema []format.SchemaElement) (columns []fileColumn, names []string) {
	place := 0
	for i := 1; i < len(schema); {
		c := columnOf(&schema[i])
		c.place = place
		for open := 1; open > 0 && i < len(schema); i++ {
			open += int(schema[i].NumChildren.V) - 1
			if schema[i].Type.Valid { // it has values
				place++
			}
		}
		if !indexName.MatchString(c.name) {
			columns, names = append(columns, c), append(names, c.name)
		}
	}
	return columns, names
}

func columnOf(e *format.SchemaElement) fileColumn {
	c := fileColumn{
		name: e.Name, kind: kind{e.Type.V, int(e.TypeLength.V)},
		optional: e.RepetitionType.V == format.Optional,
		nested:   !e.Type.Valid || e.RepetitionType.V == format.Repeated,
	}
	logical := logicalType(e)
	if _, c.nothing = logical.(*format.NullType); !c.nothing {
		c.number, c.dates = c.decoder(logical)
		c.exact = c.digits(logical)
		if of, times := logical.(*format.TimeType); times && c.number != nil && of.Unit.Value != nil {
			c.hours = hoursOf(c.number, of.Unit.Value.Duration())
		}
		_, is := logical.(*format.UUIDType)
		c.uuid = is && c.kind == kind{format.FixedLenByteArray, 16}
	}
	return c
}

// logicalType returns what the values of an element stand for, as a logical type even if an
// older file has only a converted type.
func logicalType(e *format.SchemaElement) any {
	if e.LogicalType.Value != nil {
		return e.LogicalType.Value
	}
	if !e.ConvertedType.Valid {
		return nil
	}
	switch e.ConvertedType.V {
	case deprecated.Decimal:
		return &format.DecimalType{Scale: e.Scale.V, Precision: e.Precision.V}
	case deprecated.Date:
		return &format.DateType{}
	case deprecated.TimeMillis:
		return &format.TimeType{Unit: format.TimeUnit{Value: &format.MilliSeconds{}}}
	case deprecated.TimeMicros:
		return &format.TimeType{Unit: format.TimeUnit{Value: &format.MicroSeconds{}}}
	case deprecated.TimestampMillis:
		return &format.TimestampType{Unit: format.TimeUnit{Value: &format.MilliSeconds{}}}
	case deprecated.TimestampMicros:
		return &format.TimestampType{Unit: format.TimeUnit{Value: &format.MicroSeconds{}}}
	case deprecated.Uint8, deprecated.Uint16, deprecated.Uint32, deprecated.Uint64:
		return &format.IntType{}
	}
	return nil
}

// check reports why the values of c cannot be read, as numbers or as labels.
func (c fileColumn) check() error {
	switch {
	case c.nested:
		return errors.New("is nested; flatten it into columns first, or leave it out by Options.Ignore")
	case c.number == nil && !c.nothing && !c.uuid && c.Type != format.ByteArray:
		return fmt.Errorf("values of type %s are not read; Options.Ignore leaves the column out", c.Type)
	}
	return nil
}

// feature returns a value as a feature, and the plain NaN if it is null or any other NaN, as package
// data has NaNs of its own.
func (c fileColumn) feature(v value) float64 {
	if v == nil || c.nothing {
		return math.NaN()
	}
	if number := c.number(v); number == number {
		return number
	}
	return math.NaN()
}

// text returns a value as a label or a level, "" if it is null.
func (c fileColumn) text(v value) string {
	switch {
	case v == nil || c.nothing:
		return ""
	case c.uuid:
		return fmt.Sprintf("%x-%x-%x-%x-%x", v[:4], v[4:6], v[6:8], v[8:10], v[10:])
	case c.number == nil:
		return string(v)
	case c.Type == format.Boolean:
		return strconv.FormatBool(v[0] != 0)
	}
	if date, is := days.Word(c.number(v)); c.dates && is {
		return date
	}
	if c.hours != nil {
		if time, is := times.Word(c.hours(v)); is {
			return time
		}
	}
	return c.word(v)
}

// word writes a number: a whole one, or a decimal, to the last digit, in which labels may
// differ, and a float of 32 bits with the digits of 32 bits.
func (c fileColumn) word(v value) string {
	if c.exact != nil {
		return c.exact(v)
	}
	bits := 64
	if c.Type == format.Float {
		bits = 32
	}
	return strconv.FormatFloat(c.number(v), 'f', -1, bits)
}

// days and times are numbers that are dates, and times of day.
var days, times = column.Column{Dates: column.MonthFirst}, column.Column{Dates: column.TimeOfDay}

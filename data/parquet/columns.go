package parquet

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"
)

// fileColumn is a column of the file and how its values are read.
type fileColumn struct {
	*parquet.Column
	unsigned bool
	divisor  float64 // of decimals, which are stored as integers; else 1
}

// indexName is a column in which pandas stores the index of a data frame.
var indexName = regexp.MustCompile(`^__index_level_\d+__$`)

// columnsOf returns the columns of a file at the top level.
func columnsOf(f *parquet.File) (columns []fileColumn, names []string) {
	for _, top := range f.Root().Columns() {
		if indexName.MatchString(top.Name()) {
			continue
		}
		c := fileColumn{Column: top, divisor: 1}
		if top.Leaf() {
			if logical := top.Type().LogicalType(); logical != nil {
				switch t := logical.Value.(type) {
				case *format.IntType:
					c.unsigned = !t.IsSigned
				case *format.DecimalType:
					c.divisor = math.Pow10(int(t.Scale))
				}
			}
		}
		columns, names = append(columns, c), append(names, top.Name())
	}
	return columns, names
}

// check reports why the values of c cannot be read, as numbers or as labels.
func (c fileColumn) check() error {
	if !c.Leaf() || c.Repeated() {
		return errors.New("is nested; flatten it into columns first")
	}
	switch c.Type().Kind() {
	case parquet.Boolean, parquet.Int32, parquet.Int64, parquet.Float, parquet.Double, parquet.ByteArray:
		return nil
	}
	return fmt.Errorf("values of type %s are not read", c.Type())
}

// number returns a value as a feature, NaN if it is null.
func (c fileColumn) number(v parquet.Value) float64 {
	switch v.Kind() {
	case parquet.Boolean:
		if v.Boolean() {
			return 1
		}
		return 0
	case parquet.Int32:
		if c.unsigned {
			return float64(v.Uint32())
		}
		return float64(v.Int32()) / c.divisor
	case parquet.Int64:
		if c.unsigned {
			return float64(v.Uint64())
		}
		return float64(v.Int64()) / c.divisor
	case parquet.Float:
		return float64(v.Float())
	case parquet.Double:
		return v.Double()
	}
	return math.NaN()
}

// label returns a value as a label, "" if it is null.
func (c fileColumn) label(v parquet.Value) string {
	switch {
	case v.IsNull():
		return ""
	case v.Kind() == parquet.ByteArray:
		return string(v.ByteArray())
	case v.Kind() == parquet.Boolean:
		return strconv.FormatBool(v.Boolean())
	}
	return strconv.FormatFloat(c.number(v), 'f', -1, 64)
}

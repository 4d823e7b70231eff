package parquet_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Dates, times and decimals are what they say, however they are stored: not counts of
// microseconds, or of cents.
func TestLogicalTypes(t *testing.T) {
	type row struct {
		Day    int32            `parquet:"day,date"`
		Milli  time.Time        `parquet:"milli,timestamp(millisecond)"`
		Micro  time.Time        `parquet:"micro,timestamp(microsecond)"`
		Nano   *time.Time       `parquet:"nano,optional,timestamp(nanosecond)"`
		Spark  deprecated.Int96 `parquet:"spark"`
		Small  int32            `parquet:"small,decimal(1:9)"`
		Large  [9]byte          `parquet:"large,decimal(2:20)"`
		Tiny   [16]byte         `parquet:"tiny,decimal(30:38)"`
		ID     [16]byte         `parquet:"id,uuid"`
		Empty  *float64         `parquet:"empty,optional"`
		Target string           `parquet:"target"`
	}
	noon := time.Date(1969, 12, 31, 12, 0, 0, 0, time.UTC)
	minus := [16]byte(bytes.Repeat([]byte{255}, 16)) // -1
	path := writeRecords(t, []row{
		{19000, noon, noon, &noon, deprecated.Int96{1, 0, 2440588}, 25, [9]byte{7: 1, 8: 2}, [16]byte{15: 1}, [16]byte{0: 1, 15: 2}, nil, "yes"},
		{-1, noon.AddDate(0, 0, 1), noon, nil, deprecated.Int96{0, 10057 << 1, 2440587}, -3, [9]byte{255, 255, 255, 255, 255, 255, 255, 255, 156}, minus, minus, nil, "no"},
	})
	table := readTable(t, path, data.Options{})
	day := float64(24 * time.Hour)
	want := []float64{ // the identifiers are levels
		19000, -0.5, -0.5, -0.5, 1 / day, 2.5, 2.58, 1e-30, 0,
		-1, 0.5, -0.5, math.NaN(), -1 + float64(uint64(10057<<1)<<32)/day, -0.3, -1, -1e-30, 1,
	}
	if got := fmt.Sprint(table.X); got != fmt.Sprint(want) {
		t.Errorf("read %v\nwant %v", got, want)
	}
	for f, of := range table.Kinds() {
		if dates := of.Dates != column.NoDates; dates != (f < 5) {
			t.Errorf("%s: dates %v", table.Features[f], dates)
		}
	}
	if got := fmt.Sprint(table.Kinds()[8].Names, table.Found.Ignored); got != `[01000000-0000-0000-0000-000000000002 ffffffff-ffff-ffff-ffff-ffffffffffff] ["empty" has no values]` {
		t.Errorf("identifiers %s", got)
	}
	asLevels := readTable(t, path, data.Options{Categorical: []string{"day", "milli"}})
	if got := fmt.Sprint(asLevels.Kinds()[0].Names, asLevels.Kinds()[1].Names); got != "[1969-12-31 2022-01-08] [1969-12-31 12:00:00 1970-01-01 12:00:00]" {
		t.Errorf("levels %s", got)
	}
}

// A decimal is the nearest number to what it says, as in a text, however many digits it has.
func TestLongDecimals(t *testing.T) {
	type row struct {
		X     int64  `parquet:"x,decimal(14:18)"`
		Label string `parquet:"label"`
	}
	var rows []row
	var want []float64
	for i := range int64(200) {
		digits := 982796148463658000 + i*9_876_543_219
		number, err := strconv.ParseFloat(fmt.Sprintf("%d.%014d", digits/1e14, digits%1e14), 64)
		if err != nil {
			t.Fatal(err)
		}
		rows, want = append(rows, row{digits, []string{"a", "b"}[i%2]}), append(want, number)
	}
	if got := readTable(t, writeRecords(t, rows), data.Options{}).X; !slices.Equal(got, want) {
		t.Errorf("read %v", got[:10])
	}
}

// Times of day are hours since midnight in any unit, as in CSV, unless the rows are for a model that
// knows the numbers of the file.
func TestTimes(t *testing.T) {
	type row struct {
		Milli  int32  `parquet:"milli,time(millisecond)"`
		Micro  int64  `parquet:"micro,time(microsecond)"`
		Nano   int64  `parquet:"nano,time(nanosecond)"`
		Target string `parquet:"target"`
	}
	const second = 6*3600 + 7*60 + 8
	path := writeRecords(t, []row{{second*1e3 + 9, second * 1e6, 0, "a"}, {0, 1, second*1e9 + 1, "b"}})
	table := readTable(t, path, data.Options{})
	hour := float64(time.Hour)
	want := []float64{(second*1e9 + 9e6) / hour, second / 3600.0, 0, 0, 1e3 / hour, (second*1e9 + 1) / hour}
	for i := range want {
		if table.X[i] != want[i] {
			t.Errorf("value %d is %v, want %v", i, table.X[i], want[i])
		}
	}
	for f, of := range table.Kinds() {
		if of.Kind != column.Numeric || of.Dates != column.TimeOfDay {
			t.Errorf("%s: %+v", table.Features[f], of)
		}
	}
	asLevels := readTable(t, path, data.Options{Categorical: []string{"milli"}})
	if got := fmt.Sprint(asLevels.Kinds()[0].Names); got != "[00:00 06:07:08.009]" {
		t.Errorf("levels %s", got)
	}
	o := data.Options{Features: table.Features, Columns: []column.Column{{}, table.Columns[1], {Kind: column.Integer}}, Expected: "target"}
	as, err := data.Read(t.Context(), path, o)
	if err != nil || as.X[0] != second*1e3+9 || as.X[1] != want[1] || as.X[5] != second*1e9+1 {
		t.Errorf("for another model: %v, %v", as, err)
	}
}

// A column that holds nothing and says so by its type, as pandas writes it, is passed over.
func TestNothing(t *testing.T) {
	schema := parquet.NewSchema("table", parquet.Group{
		"nothing": parquet.Optional(parquet.Leaf(parquet.NullType)),
		"target":  parquet.String(),
		"x":       parquet.Leaf(parquet.DoubleType),
	})
	var rows []parquet.Row
	for i, label := range []string{"a", "b"} {
		rows = append(rows, parquet.Row{parquet.Value{}.Level(0, 0, 0), parquet.ValueOf(label).Level(0, 0, 1), parquet.ValueOf(float64(i)).Level(0, 0, 2)})
	}
	table := readTable(t, writeRows(t, schema, rows), data.Options{})
	if got := fmt.Sprint(table.Features, table.Found.Ignored, table.X); got != `[x] ["nothing" has no values] [0 1]` {
		t.Errorf("read %s", got)
	}
}

// halfType is that of numbers of 16 bits.
type halfType struct{ parquet.Type }

func (halfType) LogicalType() *format.LogicalType {
	return &format.LogicalType{Value: &format.Float16Type{}}
}

// Numbers of 16 bits, which data frames are shrunk to, are numbers.
func TestHalf(t *testing.T) {
	schema := parquet.NewSchema("table", parquet.Group{
		"target": parquet.String(),
		"x":      parquet.Optional(parquet.Leaf(halfType{parquet.FixedLenByteArrayType(2)})),
	})
	bits := []uint16{0x3c00, 0xc000, 0x3555, 0x7bff, 0x0001, 0x0400, 0x8000, 0x7e00}
	var rows []parquet.Row
	for _, b := range bits {
		half := parquet.FixedLenByteArrayValue([]byte{byte(b), byte(b >> 8)})
		rows = append(rows, parquet.Row{parquet.ValueOf("a").Level(0, 0, 0), half.Level(0, 1, 1)})
	}
	rows = append(rows, parquet.Row{parquet.ValueOf("b").Level(0, 0, 0), parquet.Value{}.Level(0, 0, 1)})
	table := readTable(t, writeRows(t, schema, rows), data.Options{})
	want := []float64{1, -2, 0.333251953125, 65504, 5.960464477539063e-08, 6.103515625e-05, math.Copysign(0, -1), math.NaN(), math.NaN()}
	if got := fmt.Sprint(table.X); got != fmt.Sprint(want) {
		t.Errorf("read %s", got)
	}
	infinite := parquet.Row{parquet.ValueOf("b").Level(0, 0, 0), parquet.FixedLenByteArrayValue([]byte{0, 0xfc}).Level(0, 1, 1)}
	if _, err := data.Read(t.Context(), writeRows(t, schema, append(rows, infinite)), data.Options{}); err == nil || !strings.Contains(err.Error(), `record 10: column "x": "-Inf" is infinite; Options.MissingWords takes`) {
		t.Errorf("an infinite value: %v", err)
	}
}

// writeRows writes rows of a schema to a file.
func writeRows(t *testing.T, schema *parquet.Schema, rows []parquet.Row) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "table.parquet")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := parquet.NewWriter(file, schema)
	_, err = w.WriteRows(rows)
	if err := errors.Join(err, w.Close(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// Of a NaN nothing is kept but that it is one, whatever its other bits are.
func TestOddNaN(t *testing.T) {
	schema := parquet.NewSchema("table", parquet.Group{
		"label": parquet.String(),
		"word":  parquet.String(),
		"x":     parquet.Leaf(parquet.DoubleType),
		"y":     parquet.Leaf(parquet.FloatType),
	})
	var rows []parquet.Row
	for i := range 4 {
		rows = append(rows, parquet.Row{
			parquet.ValueOf(string("ab"[i%2])).Level(0, 0, 0), parquet.ValueOf(string("uv"[i/2])).Level(0, 0, 1),
			parquet.ValueOf(math.Float64frombits(0x7ffc0000_00000001+uint64(i))).Level(0, 0, 2), parquet.ValueOf(math.Float32frombits(0x7fe00000)).Level(0, 0, 3),
		}, parquet.Row{parquet.ValueOf("a").Level(0, 0, 0), parquet.ValueOf("u").Level(0, 0, 1), parquet.ValueOf(1.0).Level(0, 0, 2), parquet.ValueOf(float32(2)).Level(0, 0, 3)})
	}
	path := writeRows(t, schema, rows)
	table := readTable(t, path, data.Options{})
	stream, err := data.Open(t.Context(), path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if table.Found.Missing != 8 || stream.Head().Found.Missing != 8 {
		t.Errorf("%d values are missing, %d of the stream, want 8", table.Found.Missing, stream.Head().Found.Missing)
	}
}

package parquet_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/data"
)

// frame is a data frame whose index is called id, and whose postcode and stars are
// categories, the latter in an order.
type frame struct {
	ID       int64   `parquet:"id"`
	Postcode int64   `parquet:"postcode"`
	Stars    int64   `parquet:"stars"`
	X        float64 `parquet:"x"`
	Label    int64   `parquet:"label"`
}

const frameNote = `{"index_columns": ["id", {"kind": "range", "name": null}], "column_indexes": [], "columns": [
	{"name": "id", "field_name": "id", "pandas_type": "int64", "metadata": null},
	{"name": "postcode", "field_name": "postcode", "pandas_type": "categorical", "numpy_type": "int8", "metadata": {"num_categories": 2, "ordered": false}},
	{"name": "stars", "field_name": "stars", "pandas_type": "categorical", "numpy_type": "int8", "metadata": {"num_categories": 2, "ordered": true}},
	{"name": null, "field_name": "label", "pandas_type": "categorical", "metadata": {"ordered": false}}], "creator": {"library": "pyarrow"}}`

func writeFrame(t *testing.T, note string) string {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewGenericWriter[frame](&b, parquet.KeyValueMetadata("pandas", note))
	var rows []frame
	for i := range int64(40) {
		rows = append(rows, frame{ID: 1000 - 7*i, Postcode: []int64{1 << 60, 1<<60 + 1}[i%2], Stars: 1 + i%5, X: float64(i) / 8, Label: 1<<53 + i%2})
	}
	if _, err := w.Write(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "frame.parquet")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestPandas reads what pandas notes of a data frame: categories whose names are numbers are
// categories, and an index is noted. Labels are exact beyond what a float64 holds.
func TestPandas(t *testing.T) {
	const index = `column "id": is the index of the data frame; if it only names the rows, Options.Ignore leaves the column out`
	for name, c := range map[string]struct {
		note    string
		options data.Options
		kinds   string
		index   bool
	}{
		"a data frame":       {frameNote, data.Options{}, "id integer, postcode categorical, stars integer, x numeric", true},
		"asked to be number": {frameNote, data.Options{Numeric: []string{"postcode"}}, "id integer, postcode numeric, stars integer, x numeric", true},
		"no index":           {frameNote, data.Options{Ignore: []string{"id"}}, "postcode categorical, stars integer, x numeric", false},
		"no data frame":      {"{", data.Options{}, "id integer, postcode numeric, stars integer, x numeric", false},
	} {
		table, err := data.Read(t.Context(), writeFrame(t, c.note), c.options)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		var kinds []string
		for f, k := range table.Kinds() {
			kinds = append(kinds, fmt.Sprint(table.Features[f], " ", k.Kind))
			if k.Names != nil && fmt.Sprint(k.Names) != "[1152921504606846976 1152921504606846977]" {
				t.Errorf("%s: levels %v", name, k.Names)
			}
		}
		if got := strings.Join(kinds, ", "); got != c.kinds {
			t.Errorf("%s: %s, want %s", name, got, c.kinds)
		}
		if got := strings.Contains(strings.Join(table.Found.Doubts, "\n"), index); got != c.index {
			t.Errorf("%s: doubts %q", name, table.Found.Doubts)
		}
		if got := fmt.Sprint(table.Classes); got != "[9007199254740992 9007199254740993]" {
			t.Errorf("%s: classes %s", name, got)
		}
	}
}

// TestWordsOfNumbers reads labels of several types of numbers.
func TestWordsOfNumbers(t *testing.T) {
	type of[T any] struct {
		X     float64
		Label T
	}
	type cents struct {
		X     float64
		Label int64 `parquet:",decimal(2:18)"`
	}
	type long struct {
		X     float64
		Label [16]byte `parquet:",decimal(0:38)"`
	}
	type fine struct {
		X     float64
		Label [16]byte `parquet:",decimal(38:38)"`
	}
	digits := [16]byte{0: 1, 15: 1}                  // 2^120 and 1
	minus := [16]byte(bytes.Repeat([]byte{255}, 16)) // -1
	for want, path := range map[string]string{
		"[-1.5 0 2.25 10]": writeRecords(t, []cents{{1, 225}, {1, 0}, {2, -150}, {3, 1000}}),
		"[1329227995784915872903807060280344576 1329227995784915872903807060280344577]": writeRecords(t, []long{{1, digits}, {2, [16]byte{0: 1}}}),
		"[-0.00000000000000000000000000000000000001 0]":                                 writeRecords(t, []fine{{1, minus}, {2, [16]byte{}}}),
		"[0.1 0.2]":              writeRecords(t, []of[float32]{{1, 0.1}, {2, 0.2}}),
		"[0.1 0.25]":             writeRecords(t, []of[float64]{{1, 0.1}, {2, 0.25}}),
		"[-1 4]":                 writeRecords(t, []of[int32]{{1, 4}, {2, -1}}),
		"[0 4294967295]":         writeRecords(t, []of[uint32]{{1, 1<<32 - 1}, {2, 0}}),
		"[18446744073709551615]": writeRecords(t, []of[uint64]{{1, 1<<64 - 1}}),
	} {
		table, err := data.Read(t.Context(), path, data.Options{Classification: true})
		if err != nil {
			t.Error(err)
		} else if got := fmt.Sprint(table.Classes); got != want {
			t.Errorf("classes %s, want %s", got, want)
		}
	}
}

// withEmptyGroup puts a row group without rows before those of a file.
func withEmptyGroup(t *testing.T, path string) string {
	t.Helper()
	return withMetadata(t, path, func(meta *format.FileMetaData) {
		empty := meta.RowGroups[0]
		empty.NumRows, empty.TotalByteSize, empty.TotalCompressedSize = 0, 0, 0
		empty.Columns = slices.Clone(empty.Columns)
		for i := range empty.Columns {
			c := &empty.Columns[i].MetaData
			c.NumValues, c.TotalCompressedSize, c.TotalUncompressedSize = 0, 0, 0
		}
		meta.RowGroups = append([]format.RowGroup{empty}, meta.RowGroups...)
	})
}

// withMetadata changes the metadata of a file.
func withMetadata(t *testing.T, path string, change func(meta *format.FileMetaData)) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	pages := b[:len(b)-8-int(binary.LittleEndian.Uint32(b[len(b)-8:]))]
	var meta format.FileMetaData
	protocol := &thrift.CompactProtocol{}
	if err := thrift.Unmarshal(protocol, b[len(pages):len(b)-8], &meta); err != nil {
		t.Fatal(err)
	}
	change(&meta)
	footer, err := thrift.Marshal(protocol, meta)
	if err != nil {
		t.Fatal(err)
	}
	file := slices.Concat(pages, footer, binary.LittleEndian.AppendUint32(nil, uint32(len(footer))), []byte("PAR1"))
	if err := os.WriteFile(path, file, 0o666); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestEmptyFirstGroup looks for the label in the first rows that there are.
func TestEmptyFirstGroup(t *testing.T) {
	type row struct {
		Kind string
		A, B float64
	}
	path := withEmptyGroup(t, writeRecords(t, []row{{"x", 1, 2.5}, {"y", 3, 4.5}, {"x", 5, 6.5}, {"y", 7, 8.5}}))
	_, err := data.Read(t.Context(), path, data.Options{})
	if err == nil || !strings.Contains(err.Error(), `which column is the label, "Kind" or "B"?`) {
		t.Error(err)
	}
	table, err := data.Read(t.Context(), path, data.Options{Label: "Kind"})
	if err != nil || fmt.Sprint(table.X) != "[1 2.5 3 4.5 5 6.5 7 8.5]" {
		t.Error(table, err)
	}
}

// TestSmallGroups looks for the label in as many rows as in a file of one group: a kind that comes again
// could be it as well as the last column.
func TestSmallGroups(t *testing.T) {
	type row struct {
		Kind int64
		X    float64
		B    int64
	}
	for _, size := range []int{1, 3, 40} {
		var b bytes.Buffer
		w := parquet.NewGenericWriter[row](&b)
		for i := range 40 {
			if _, err := w.Write([]row{{int64(i / 5 % 3), float64(i) / 2, int64(i / 3 % 2)}}); err != nil {
				t.Fatal(err)
			}
			if (i+1)%size == 0 {
				w.Flush()
			}
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.parquet")
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		table, err := data.Read(t.Context(), path, data.Options{})
		if err == nil || !strings.Contains(err.Error(), `which column is the label, "Kind" or "B"?`) {
			t.Errorf("groups of %d rows: %v, %v", size, table, err)
		}
	}
}

// TestMetadata refuses files of which a part is elsewhere or not told.
func TestMetadata(t *testing.T) {
	type row struct {
		X     float64
		Label string
	}
	for want, change := range map[string]func(meta *format.FileMetaData){
		`: column "X": has its values in another file, "part-0.parquet": only files that hold their rows are read`: func(meta *format.FileMetaData) {
			meta.RowGroups[0].Columns[0].FilePath = "part-0.parquet"
		},
		`: claims 3 rows, and 2 in its parts: it is damaged`: func(meta *format.FileMetaData) { meta.NumRows = 3 },
		`: claims 2 rows, and 1 in its parts: it is damaged`: func(meta *format.FileMetaData) { meta.RowGroups[0].NumRows = 1 },
	} {
		path := withMetadata(t, writeRecords(t, []row{{1, "a"}, {2, "b"}}), change)
		if _, err := data.Read(t.Context(), path, data.Options{}); err == nil || strings.TrimPrefix(err.Error(), path) != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

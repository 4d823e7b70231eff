package parquet_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
	_ "github.com/hardwood-ml/hardwood/data/parquet"
)

// codecs are the compressions of pages.
var codecs = []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd, &parquet.Lz4Raw, &parquet.Brotli}

// readTable reads a table that has no faults.
func readTable(t testing.TB, path string, o data.Options) *data.Table {
	t.Helper()
	table, err := data.Read(t.Context(), path, o)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// marshal writes t as a file of row groups of so many rows. The label column
// holds the class names.
func marshal(t *data.Table, codec compress.Codec, groupRows, pageVersion int) ([]byte, error) {
	return marshalPages(t, codec, groupRows, pageVersion, 256)
}

// marshalPages is marshal with pages of so many bytes.
func marshalPages(t *data.Table, codec compress.Codec, groupRows, pageVersion, pageBytes int) ([]byte, error) {
	group := parquet.Group{"label": parquet.Compressed(parquet.Encoded(parquet.String(), &parquet.RLEDictionary), codec)}
	for _, name := range t.Features {
		group[name] = parquet.Compressed(parquet.Optional(parquet.Leaf(parquet.DoubleType)), codec)
	}
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("table", group), parquet.DataPageVersion(pageVersion), parquet.PageBufferSize(pageBytes))
	for i := range t.Rows {
		var row parquet.Row
		for f, v := range t.Row(i) { // columns are in alphabetical order
			if math.IsNaN(v) {
				row = append(row, parquet.NullValue().Level(0, 0, f))
			} else {
				row = append(row, parquet.DoubleValue(v).Level(0, 1, f))
			}
		}
		row = append(row, parquet.ByteArrayValue([]byte(t.Classes[t.Y[i]])).Level(0, 0, t.Cols))
		if _, err := w.WriteRows([]parquet.Row{row}); err != nil {
			return nil, err
		}
		if i%groupRows == groupRows-1 {
			w.Flush()
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

func drawTable(t *rapid.T) *data.Table {
	table := &data.Table{Rows: rapid.IntRange(1, 600).Draw(t, "rows"), Cols: rapid.IntRange(1, 4).Draw(t, "cols"), Classes: []string{"a", "b"}, Source: "drawn"}
	seed := rapid.SliceOfN(rapid.OneOf(rapid.Float64Range(-1e9, 1e9), rapid.SampledFrom([]float64{0, 1, math.NaN()})), 1, 20).Draw(t, "values")
	for i := range table.Rows * table.Cols {
		table.X = append(table.X, seed[i*i%len(seed)])
		if v := &table.X[i]; i < table.Cols && *v != *v {
			*v = 2 // a column without values is passed over
		}
	}
	for i := range table.Rows {
		table.Y = append(table.Y, i/2%2)
	}
	for f := range table.Cols {
		table.Features = append(table.Features, fmt.Sprint("f", f+1))
	}
	return table
}

// TestRoundTrip writes tables in all codecs and page versions and reads the
// same values, at once and as a stream.
func TestRoundTrip(t *testing.T) {
	path := filepath.Join(t.TempDir(), "table.parquet")
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t)
		codec := rapid.SampledFrom(codecs).Draw(t, "codec")
		b, err := marshal(table, codec, rapid.IntRange(1, 300).Draw(t, "rows per group"), rapid.IntRange(1, 2).Draw(t, "version"))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		o := data.Options{Classes: table.Classes}
		got, err := data.Read(t.Context(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		if got.Hash() != table.Hash() {
			t.Fatalf("wrote %v, read %v", table, got)
		}
		s, err := data.Open(t.Context(), path, o)
		if err != nil {
			t.Fatal(err)
		}
		first := 0
		for block, err := range s.Blocks(100) {
			if err != nil {
				t.Fatal(err)
			}
			for i := range block.Rows {
				if block.Position(i) != first+i || block.Y[i] != table.Y[first+i] {
					t.Fatalf("row %d of the block at %d", i, first)
				}
			}
			first += block.Rows
		}
		if first != table.Rows {
			t.Fatalf("%d rows in blocks, want %d", first, table.Rows)
		}
	})
}

// record has a column of each kind.
type record struct {
	Flag   bool    `parquet:"flag"`
	Small  int32   `parquet:"small"`
	Big    int64   `parquet:"big"`
	Byte   uint8   `parquet:"byte"`
	Half   float32 `parquet:"half"`
	Price  int64   `parquet:"price,decimal(2:12)"`
	Maybe  *int32  `parquet:"maybe,optional"`
	Index  int64   `parquet:"__index_level_0__"`
	Target string  `parquet:"target"`
}

func writeRecords[T any](t testing.TB, rows []T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "records")
	if err := parquet.WriteFile(path, rows); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestKinds(t *testing.T) {
	three := int32(3)
	path := writeRecords(t, []record{
		{true, -1, 1 << 40, 200, 0.5, 12345, &three, 0, "yes"},
		{false, 2, -7, 255, -0.25, -5, nil, 1, "no"},
	})
	table := readTable(t, path, data.Options{})
	got := fmt.Sprint(table.Features, table.Classes, table.X, table.Y)
	want := "[flag small big byte half price maybe] [no yes] [1 -1 1.099511627776e+12 200 0.5 123.45 3 0 2 -7 255 -0.25 -0.05 NaN] [1 0]"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	byName := readTable(t, path, data.Options{Features: []string{"half", "small"}, Classes: []string{"yes", "no"}})
	if got, want := fmt.Sprint(byName.X, byName.Y), "[0.5 -1 -0.25 2] [0 1]"; got != want {
		t.Errorf("by name %s, want %s", got, want)
	}
}

func TestFaults(t *testing.T) {
	three := int32(3)
	whole := writeRecords(t, []record{{Maybe: &three, Target: "a"}, {Target: "b"}})
	b, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	file := func(content string) string {
		path := filepath.Join(t.TempDir(), "a.parquet")
		if err := os.WriteFile(path, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, c := range []struct{ path, want string }{
		{whole, `: record 2: column "maybe": missing value, which Options.NoMissing refuses`},
		{file(string(b[:len(b)-20])), ": ends too early, or is damaged"},
		{file("PAR1"), ": ends too early"},
		{file("PAR1\xff\xff\xff\x7fPAR1"), ": ends too early, or is damaged"},
		{file("PAR1\x19\xff\xff\xff\xff\x07\x05\x00\x00\x00PAR1"), ": its metadata is damaged"},
		{file("PARE\x00\x00\x00\x00\x00\x00\x00\x00PARE"), ": is encrypted: write the file anew without that"},
		{file("label\n1\n"), ": is not a Parquet file, or packed as a whole: unpack it first, Parquet is compressed within; Options.Format names another format"},
		{file(""), ": is empty"},
		{writeRecords(t, []struct{ Name, Label string }{{"a", "b"}}), `: no features: "Name" is always "a"`},
		{writeRecords(t, []struct {
			List  []float64
			Label string
		}{{nil, "b"}}), `: column "List": is nested; flatten it into columns first, or leave it out by Options.Ignore`},
		{writeRecords(t, []struct {
			Point struct{ X, Y float64 }
			Label string
		}{{}}), `: column "Point": is nested; flatten it into columns first, or leave it out by Options.Ignore`},
		{writeRecords(t, []struct {
			Hash  []byte
			X     float64
			Label string
		}{{[]byte{0xff, 1}, 1, "a"}, {[]byte{0xff, 1}, 1, "b"}}), `: record 1: column "Hash": holds bytes that are no text (UTF-8); leave it out by Options.Ignore`},
		{writeRecords(t, []struct {
			X     float64
			Label []byte
		}{{1, []byte{0xff, 1}}}), `: record 1: column "Label": holds bytes that are no text (UTF-8), and is taken for the label; Options.Label names another column`},
		{writeRecords(t, []struct {
			X     float64
			Label string
		}{{1, "a"}, {math.Inf(-1), "b"}}), `: record 2: column "X": "-Inf" is infinite; Options.MissingWords takes the word for a missing value`},
	} {
		_, err := data.Read(t.Context(), c.path, data.Options{NoMissing: true})
		if err == nil || strings.TrimPrefix(err.Error(), c.path) != c.want {
			t.Errorf("got  %v\nwant %s%s", err, c.path, c.want)
		}
	}
}

// polled is a context that is cancelled when it is asked for the nth time.
type polled struct {
	context.Context
	n, asked int
}

func (p *polled) Err() error {
	if p.asked++; p.asked > p.n {
		return context.Canceled
	}
	return nil
}

// TestCancel: reading ends wherever it is cancelled, in the checks of the pages
// or in the decoder, with an error that says so and nothing else.
func TestCancel(t *testing.T) {
	table := &data.Table{Rows: 400, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"x", "y"}}
	for i := range table.Rows {
		table.X = append(table.X, math.Sqrt(float64(i)), float64(i))
		table.Y = append(table.Y, i%2)
	}
	for _, codec := range codecs {
		b, err := marshal(table, codec, 100, 1)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.parquet")
		if err := os.WriteFile(path, b, 0o666); err != nil {
			t.Fatal(err)
		}
		whole := &polled{t.Context(), math.MaxInt, 0}
		if _, err := data.Read(whole, path, data.Options{}); err != nil || whole.asked < 50 {
			t.Errorf("%s: asked %d times, %v", codec, whole.asked, err)
		}
		for n := range whole.asked {
			_, err := data.Read(&polled{t.Context(), n, 0}, path, data.Options{})
			if want := "interrupted while reading " + path + ": context canceled"; !errors.Is(err, context.Canceled) || err.Error() != want {
				t.Errorf("%s, cancelled after %d of %d: %v", codec, n, whole.asked, err)
			}
		}
	}
}

// A column to split by is not a feature, whether it holds texts or numbers.
func TestSplitBy(t *testing.T) {
	type row struct {
		Who   string  `parquet:"who,dict"`
		Ward  int64   `parquet:"ward"`
		X     float64 `parquet:"x"`
		Label string  `parquet:"label"`
	}
	path := filepath.Join(t.TempDir(), "a.parquet")
	if err := parquet.WriteFile(path, []row{{"ann", 7, 1, "a"}, {"bob", 7, 2, "b"}, {"ann", 8, 3, "a"}, {"cid", 7, 4, "b"}}); err != nil {
		t.Fatal(err)
	}
	for by, want := range map[string][]int{"who": {0, 1, 0, 2}, "ward": {0, 0, 1, 0}} {
		got := readTable(t, path, data.Options{SplitBy: by})
		if !slices.Equal(got.Groups, want) || slices.Contains(got.Features, by) || got.Cols != 2 {
			t.Errorf("%s: groups %v, features %v", by, got.Groups, got.Features)
		}
	}
}

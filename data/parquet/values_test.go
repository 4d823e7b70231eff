package parquet

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding"
	"github.com/parquet-go/parquet-go/format"
)

// TestEncodings reads what the library writes, of every type in every encoding that it has
// for it, with nulls and without.
func TestEncodings(t *testing.T) {
	for _, of := range []struct {
		parquet.Type
		encodings []encoding.Encoding
		draw      func(r *rand.Rand) parquet.Value
	}{
		{parquet.BooleanType, []encoding.Encoding{&parquet.Plain, &parquet.RLE}, func(r *rand.Rand) parquet.Value {
			return parquet.BooleanValue(r.IntN(2) == 1)
		}},
		{parquet.Int32Type, []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaBinaryPacked, &parquet.ByteStreamSplit}, func(r *rand.Rand) parquet.Value {
			return parquet.Int32Value(int32(r.Uint32()) >> r.IntN(32))
		}},
		{parquet.Int64Type, []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaBinaryPacked, &parquet.ByteStreamSplit}, func(r *rand.Rand) parquet.Value {
			return parquet.Int64Value(int64(r.Uint64()) >> r.IntN(64))
		}},
		{parquet.Int96Type, []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary}, func(r *rand.Rand) parquet.Value {
			return parquet.Int96Value(deprecated.Int96{r.Uint32(), 1, r.Uint32N(5)})
		}},
		{parquet.FloatType, []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.ByteStreamSplit}, func(r *rand.Rand) parquet.Value {
			return parquet.FloatValue(r.Float32())
		}},
		{parquet.DoubleType, []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.ByteStreamSplit}, func(r *rand.Rand) parquet.Value {
			return parquet.DoubleValue(r.NormFloat64())
		}},
		{parquet.ByteArrayType, []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaLengthByteArray, &parquet.DeltaByteArray}, func(r *rand.Rand) parquet.Value {
			return parquet.ByteArrayValue(fmt.Append(nil, "a common start of a text"[:r.IntN(24)], r.IntN(3)))
		}},
		{parquet.FixedLenByteArrayType(5), []encoding.Encoding{&parquet.Plain, &parquet.RLEDictionary, &parquet.DeltaByteArray, &parquet.ByteStreamSplit}, func(r *rand.Rand) parquet.Value {
			return parquet.FixedLenByteArrayValue(fmt.Appendf(nil, "%05d", r.IntN(99999)))
		}},
	} {
		for _, e := range of.encodings {
			for _, optional := range []bool{false, true} {
				for seed := range uint64(6) {
					node := parquet.Encoded(parquet.Leaf(of.Type), e)
					if optional {
						node = parquet.Optional(node)
					}
					r := rand.New(rand.NewPCG(seed, 0))
					var rows []parquet.Row
					var pool []parquet.Value // to draw from again
					for range []int{1, 7, 32, 200, 1500, 3000}[seed] {
						if optional && r.IntN(3) == 0 {
							rows = append(rows, parquet.Row{parquet.NullValue().Level(0, 0, 0)})
							continue
						}
						v := of.draw(r)
						if len(pool) > 0 && r.IntN(2) == 0 {
							v = pool[r.IntN(len(pool))]
						}
						pool = append(pool, v)
						level := 0
						if optional {
							level = 1
						}
						rows = append(rows, parquet.Row{v.Level(0, level, 0)})
					}
					name := fmt.Sprintf("%s in %s, optional %v, %d rows", of.Type, e, optional, len(rows))
					compare(t, name, writeColumn(t, node, int(seed%2)+1, rows), rows)
				}
			}
		}
	}
}

// writeColumn writes rows of a column "x" in pages of a few values.
func writeColumn(t *testing.T, node parquet.Node, version int, rows []parquet.Row) []byte {
	t.Helper()
	var b bytes.Buffer
	w := parquet.NewWriter(&b, parquet.NewSchema("table", parquet.Group{"x": node}), parquet.DataPageVersion(version), parquet.PageBufferSize(1000), parquet.Compression(&parquet.Snappy))
	if _, err := w.WriteRows(rows); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// compare reads a column, and an end behind it.
func compare(t *testing.T, name string, content []byte, rows []parquet.Row) {
	t.Helper()
	f := &file{ReaderAt: bytes.NewReader(content), size: int64(len(content)), limit: 1 << 20}
	meta, err := f.footer()
	if err != nil {
		t.Fatal(err)
	}
	columns, _ := columnsOf(meta.Schema)
	c, err := f.chunkOf(&columns[0], &meta.RowGroups[0])
	if err != nil {
		t.Fatal(err)
	}
	for i, row := range rows {
		v, err := c.next()
		if err != nil || (v == nil) != row[0].IsNull() || !bytes.Equal(v, row[0].Bytes()) {
			t.Errorf("%s: value %d is %x, want %x: %v", name, i, v, row[0].Bytes(), err)
			return
		}
	}
	if v, err := c.next(); err == nil {
		t.Errorf("%s: %x after the last value", name, v)
	}
}

// TestRuns reads numbers that are repeated, packed, or both, of widths over all bytes.
func TestRuns(t *testing.T) {
	for _, c := range []struct {
		bytes string
		width int
		want  string
	}{
		{"\x06\x02\x03\x88\xc6\xfa", 3, "[2 2 2 0 1 2 3 4 5 6 7]"}, // the eight of the format's own description
		{"\x04\x01\x02\x03\x04", 32, "[67305985 67305985]"},
		{"\x03\xff\xff\x01\x00\x00\x00\x00\x00\x00", 9, "[511 255 0 0 0 0 0 0]"},
		{"\x05\x03\x02", 4, "[3 0 2 0]"}, // cut short
		{"\x06\x04\x01", 0, "[0 0 0 0 0]"},
		{"\x08", 1, "[]"},     // without what it repeats
		{"\xff\xff", 1, "[]"}, // without an end
	} {
		r := &runs{rest: []byte(c.bytes), width: c.width}
		got := []uint64{}
		for {
			v, err := r.next()
			if err != nil {
				break
			}
			got = append(got, v)
		}
		if fmt.Sprint(got) != c.want {
			t.Errorf("%x of %d bits: %v, want %s", c.bytes, c.width, got, c.want)
		}
	}
}

// TestPageOfNulls reads a page without values, of which nothing is packed as its encoding asks for.
func TestPageOfNulls(t *testing.T) {
	c := &chunk{kind: kind{Type: format.ByteArray}, optional: true, file: &file{}}
	for _, data := range []string{"", "\x80\x01\x04\x00\x00\x00\x00"} {
		for _, encoding := range []format.Encoding{format.DeltaByteArray, format.RLE} {
			c.start(3, []byte{6, 0}, encoding, []byte(data))
			for range 3 {
				if v, err := c.next(); v != nil || err != nil {
					t.Errorf("%q in %s: %q, %v", data, encoding, v, err)
				}
			}
			c.start(1, []byte{2, 1}, encoding, []byte(data))
			if v, err := c.next(); err == nil {
				t.Errorf("%q in %s has a value %q", data, encoding, v)
			}
		}
	}
}

// TestDictionary reads more levels than there are rows, as pandas writes those of rows that are left out,
// but not more than there can be.
func TestDictionary(t *testing.T) {
	for count, want := range map[int32]string{3: "a bb c", 0: "", 4: "", 1 << 30: "", -1: ""} {
		c := &chunk{kind: kind{Type: format.ByteArray}, rows: 1, file: &file{}}
		h := &format.PageHeader{}
		h.DictionaryPageHeader.V.NumValues = count
		err := c.words(h, []byte("\x01\x00\x00\x00a\x02\x00\x00\x00bb\x01\x00\x00\x00c"))
		got := string(bytes.Join(asBytes(c.dictionary), []byte(" ")))
		if ok := count == 3 || count == 0; (err == nil) != ok || ok && got != want {
			t.Errorf("%d levels: %q, %v", count, got, err)
		}
	}
}

func asBytes(values []value) (all [][]byte) {
	for _, v := range values {
		all = append(all, v)
	}
	return all
}

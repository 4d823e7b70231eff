package parquet

import (
	"bytes"
	"encoding/binary"
	"testing"

	"github.com/parquet-go/parquet-go/format"
)

// FuzzPages: whatever a footer and the pages of a column claim, they are taken
// or refused, without a panic, and no page yields more values than rows are claimed.
// It is much quicker than all of reading.
func FuzzPages(f *testing.F) {
	page := []byte{ // a data page of 2 values in 4 bytes
		0x15, 0x00, 0x15, 0x08, 0x15, 0x08, 0x2c, 0x15, 0x04, 0x15, 0x00, 0x15, 0x06, 0x15, 0x06, 0x00, 0x00, 1, 2, 3, 4,
	}
	footer := []byte{0x15, 0x02, 0x19, 0x1c, 0x15, 0x0c, 0x00, 0x18, 0x01, 'a', 0x16, 0x04, 0x00}
	whole := append([]byte("PAR1"), footer...)
	whole = append(binary.LittleEndian.AppendUint32(whole, uint32(len(footer))), "PAR1"...)
	for codec := range uint8(9) {
		for stores := range uint8(8) {
			f.Add(page, stores<<4|codec, int64(2))
			f.Add(append(page, page...), stores<<4|codec, int64(2))
		}
		f.Add(whole, codec, int64(0))
	}
	f.Fuzz(func(t *testing.T, content []byte, how uint8, rows int64) {
		stored := &file{ReaderAt: bytes.NewReader(content), size: int64(len(content)), limit: 1 << 16}
		if stored.size >= 12 { // which open asks for
			stored.footer()
		}
		column := &fileColumn{kind: kind{format.Type(how >> 4 & 7), 3}, optional: how>>7 != 0}
		group := &format.RowGroup{NumRows: rows, Columns: []format.ColumnChunk{{MetaData: format.ColumnMetaData{
			Codec: format.CompressionCodec(how & 15), TotalCompressedSize: stored.size,
		}}}}
		c, err := stored.chunkOf(column, group)
		if err != nil {
			return
		}
		for c.at < c.end {
			if err := c.page(); err != nil {
				return
			}
			if int64(c.left) > max(rows, 0) {
				t.Fatalf("a page of %d values of %d rows", c.left, rows)
			}
			for range min(c.left, 100) {
				if v, err := c.next(); err != nil {
					break
				} else if width := c.width(); v != nil && width > 0 && len(v) != width {
					t.Fatalf("a value of %d bytes", len(v))
				}
			}
		}
	})
}

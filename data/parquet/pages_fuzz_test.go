package parquet

import (
	"bytes"
	"encoding/binary"
	"io"
	"testing"

	"github.com/parquet-go/parquet-go/format"
)

// FuzzPages: whatever a footer and the pages of a column claim, they are taken
// or refused, without a panic, and a page that is taken is not past the end. It
// is what stands before the library, and much quicker than all of it.
func FuzzPages(f *testing.F) {
	page := []byte{ // a data page of 2 values in 4 bytes
		0x15, 0x00, 0x15, 0x08, 0x15, 0x08, 0x2c, 0x15, 0x04, 0x15, 0x00, 0x15, 0x06, 0x15, 0x06, 0x00, 0x00, 1, 2, 3, 4,
	}
	footer := []byte{0x15, 0x02, 0x19, 0x1c, 0x15, 0x0c, 0x00, 0x18, 0x01, 'a', 0x16, 0x04, 0x00}
	file := append([]byte("PAR1"), footer...)
	file = append(binary.LittleEndian.AppendUint32(file, uint32(len(footer))), "PAR1"...)
	for codec := range uint8(9) {
		f.Add(page, codec, int64(2))
		f.Add(append(page, page...), codec, int64(2))
		f.Add(file, codec, int64(0))
	}
	f.Fuzz(func(t *testing.T, content []byte, codec uint8, rows int64) {
		size := int64(len(content))
		c := &checker{bytes.NewReader(content), size, 1 << 16, &unsized{ReaderAt: bytes.NewReader(content)}}
		if size >= 12 { // which open asks for
			c.footer()
		}
		if n, err := c.page(io.NewSectionReader(c.file, 0, size), 0, format.CompressionCodec(codec), rows); err == nil && (n <= 0 || n > size) {
			t.Errorf("a page of %d bytes in %d", n, size)
		}
		chunk := &format.ColumnMetaData{Codec: format.CompressionCodec(codec), TotalCompressedSize: size}
		c.chunk(chunk, rows)
	})
}

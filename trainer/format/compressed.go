package format

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"io"

	"github.com/klauspost/compress/zstd"
)

// maxWindow is the most memory that a zstd stream may ask for. It is what
// zstd --ultra -22 --long=27 needs, more than any model gains from.
const maxWindow = 128 << 20

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// decompress returns what r holds, unpacked if it is gzip or zstd, and a
// function that ends the work.
func decompress(r io.Reader) (*bufio.Reader, func(), error) {
	plain := bufio.NewReaderSize(r, 64<<10)
	start, _ := plain.Peek(4) // an error comes again when reading
	switch {
	case bytes.HasPrefix(start, gzipMagic):
		z, err := gzip.NewReader(plain)
		if err != nil {
			return nil, nil, err
		}
		return bufio.NewReaderSize(z, 64<<10), func() {}, nil
	case bytes.HasPrefix(start, zstdMagic):
		z, err := zstd.NewReader(plain, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, err
		}
		return bufio.NewReaderSize(z, 64<<10), z.Close, nil
	}
	return plain, func() {}, nil
}

package format

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
)

const (
	// maxWindow is the most memory that a zstd stream may ask for. It is what zstd --ultra -22
	// --long=27 needs, more than any model gains from.
	maxWindow = 128 << 20

	// A packed file may unpack to freeSize bytes, or maxRatio times its size:
	// real models pack 4 to 20 times, a bomb a thousand times.
	freeSize = 64 << 20
	maxRatio = 100
)

var (
	gzipMagic = []byte{0x1f, 0x8b}
	zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}
)

// decompress returns the content of r, unpacked if it is gzip or zstd, and a function that releases its
// resources.
func decompress(r io.Reader) (*bufio.Reader, func(), error) {
	packed := &counter{Reader: r}
	plain := bufio.NewReaderSize(packed, 64<<10)
	start, _ := plain.Peek(4) // an error comes again on reading
	unpacked := func(z io.Reader) *bufio.Reader { return bufio.NewReaderSize(&guard{Reader: z, packed: packed}, 64<<10) }
	switch {
	case bytes.HasPrefix(start, gzipMagic):
		z, err := gzip.NewReader(plain)
		if err != nil {
			return nil, nil, fmt.Errorf("gzip: %w", err)
		}
		return unpacked(z), func() {}, nil
	case bytes.HasPrefix(start, zstdMagic):
		z, err := zstd.NewReader(plain, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(maxWindow))
		if err != nil {
			return nil, nil, fmt.Errorf("zstd: %w", err)
		}
		return unpacked(z), z.Close, nil
	}
	return plain, func() {}, nil
}

// counter counts the bytes read.
type counter struct {
	io.Reader
	size int64
}

func (c *counter) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.size += int64(n)
	return n, err
}

// guard ends a stream that unpacks to too much.
type guard struct {
	io.Reader
	packed *counter
	size   int64
}

func (g *guard) Read(b []byte) (int, error) {
	n, err := g.Reader.Read(b)
	g.size += int64(n)
	if g.size > max(freeSize, maxRatio*g.packed.size) {
		return 0, fmt.Errorf("the file unpacks to more than %d times its size: unpack it first if that is right", maxRatio)
	}
	return n, err
}

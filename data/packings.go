package data

import (
	"bytes"
	"compress/bzip2"
	"io"
	"math/bits"
	"strings"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/ulikunitz/xz"
)

// packing is a way to compress a file, told by its first bytes.
type packing struct {
	magic, extension string

	// open returns the content of f; stored reads f from its start.
	open func(f *File, stored io.Reader, size int64) (io.ReadCloser, error)
}

var packings = []packing{
	{"\x1f\x8b", ".gz", func(_ *File, stored io.Reader, _ int64) (io.ReadCloser, error) { return gzip.NewReader(stored) }},
	{"\x28\xb5\x2f\xfd", ".zst", func(_ *File, stored io.Reader, size int64) (io.ReadCloser, error) {
		z, err := zstd.NewReader(stored, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true),
			zstd.WithDecoderMaxWindow(windowFor(size)))
		if err != nil {
			return nil, err
		}
		return z.IOReadCloser(), nil
	}},
	{"PK\x03\x04", ".zip", func(f *File, _ io.Reader, size int64) (io.ReadCloser, error) { return openZip(f, size) }},
	{"BZh", ".bz2", func(_ *File, stored io.Reader, _ int64) (io.ReadCloser, error) {
		return io.NopCloser(bzip2.NewReader(stored)), nil
	}},
	{"\xfd7zXZ\x00", ".xz", func(_ *File, stored io.Reader, _ int64) (io.ReadCloser, error) {
		z, err := xz.NewReader(stored)
		if err != nil {
			return nil, err
		}
		return io.NopCloser(z), nil
	}},
}

// longestMagic is the number of bytes that tell all packings.
const longestMagic = 6

// Packings returns what ends the names of compressed files that are read, such as .gz.
func Packings() (extensions []string) {
	for i := range packings {
		extensions = append(extensions, packings[i].extension)
	}
	return extensions
}

// packingOf returns the packing of a file that starts with some bytes, nil if it is plain.
func packingOf(start []byte) *packing {
	for i := range packings {
		if bytes.HasPrefix(start, []byte(packings[i].magic)) {
			return &packings[i]
		}
	}
	return nil
}

// unpackedName returns a file's name without the extensions of packings.
func unpackedName(name string) string {
	for _, extension := range Packings() {
		name = strings.TrimSuffix(name, extension)
	}
	return name
}

// windowFor returns the largest Zstandard window to allocate for a file: a
// small multiple of its size, from 8 MiB (what every decoder should accept,
// RFC 8878 §3.1.1.1.2) to 128 MiB (the default limit of the zstd program).
func windowFor(size int64) uint64 {
	return min(max(uint64(1)<<bits.Len64(uint64(64*size)), 8<<20), 128<<20)
}

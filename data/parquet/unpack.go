package parquet

import (
	"bytes"
	"errors"
	"io"

	"github.com/andybalholm/brotli"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/snappy"
	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// unpackers are the codecs that are read. claimed is how many bytes a page claims to unpack to.
var unpackers = map[format.CompressionCodec]func(f *file, packed []byte, claimed int) ([]byte, error){
	format.Uncompressed: func(_ *file, packed []byte, _ int) ([]byte, error) { return packed, nil },
	format.Snappy:       (*file).unpackSnappy,
	format.Gzip:         (*file).unpackGzip,
	format.Brotli:       (*file).unpackBrotli,
	format.Zstd:         (*file).unpackZstd,
	format.Lz4Raw:       (*file).unpackLZ4,
}

var errUnpacked = errors.New("a page unpacks to more than fits its size")

// unpack returns the content of a page.
func (f *file) unpack(codec format.CompressionCodec, packed []byte, claimed int32) ([]byte, error) {
	if len(packed) == 0 {
		return nil, nil // a page of nulls alone
	}
	data, err := unpackers[codec](f, packed, int(claimed))
	if err != nil && err != errUnpacked {
		err = errPage
	}
	return data, err
}

func (f *file) unpackSnappy(packed []byte, _ int) ([]byte, error) {
	if size, err := snappy.DecodedLen(packed); err != nil || int64(size) > f.limit {
		return nil, errUnpacked
	}
	return snappy.Decode(nil, packed)
}

func (f *file) unpackGzip(packed []byte, claimed int) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, err
	}
	return f.readAll(r, claimed)
}

func (f *file) unpackBrotli(packed []byte, claimed int) ([]byte, error) {
	return f.readAll(brotli.NewReader(bytes.NewReader(packed)), claimed)
}

// readAll reads all of r, which claims to be of a size.
func (f *file) readAll(r io.Reader, claimed int) ([]byte, error) {
	b := bytes.NewBuffer(make([]byte, 0, claimed+bytes.MinRead))
	n, err := b.ReadFrom(io.LimitReader(r, f.limit+1))
	if n > f.limit {
		err = errUnpacked
	}
	return b.Bytes(), err
}

func (f *file) unpackZstd(packed []byte, claimed int) ([]byte, error) {
	if f.zstd == nil {
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(uint64(f.limit)))
		if err != nil {
			return nil, err
		}
		f.zstd = z
	}
	data, err := f.zstd.DecodeAll(packed, make([]byte, 0, claimed))
	if errors.Is(err, zstd.ErrDecoderSizeExceeded) {
		err = errUnpacked
	}
	return data, err
}

func (f *file) unpackLZ4(packed []byte, claimed int) ([]byte, error) {
	b := make([]byte, claimed)
	n, err := lz4.UncompressBlock(packed, b)
	return b[:max(n, 0)], err
}

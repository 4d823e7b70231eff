package parquet

import (
	"bytes"
	"encoding/binary"
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
	format.Lz4:          (*file).unpackFramedLZ4,
}

var errUnpacked = errors.New("unpacks to more than fits the size of the file")

// unpack returns the content of a page.
func (f *file) unpack(codec format.CompressionCodec, packed []byte, claimed int32) ([]byte, error) {
	if len(packed) == 0 {
		return nil, nil // a page of nulls alone
	}
	data, err := unpackers[codec](f, packed, int(claimed))
	f.spent += int64(len(data))
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
		// A page has no more than it claims; the window that it may look back in can be larger than the file.
		z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecodeAllCapLimit(true))
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

// unpackFramedLZ4 unpacks what the codec called LZ4 has meant: blocks as Hadoop frames them, each behind
// its size and its packed size, or in files of early versions of Arrow one block without a frame.
func (f *file) unpackFramedLZ4(packed []byte, claimed int) ([]byte, error) {
	unpacked := make([]byte, 0, claimed)
	for rest := packed; len(rest) > 0; {
		const frame = 4 + 4
		if len(rest) < frame {
			return f.unpackLZ4(packed, claimed)
		}
		size, packedSize := uint64(binary.BigEndian.Uint32(rest)), uint64(binary.BigEndian.Uint32(rest[4:]))
		if rest = rest[frame:]; packedSize > uint64(len(rest)) || size > uint64(claimed-len(unpacked)) {
			return f.unpackLZ4(packed, claimed)
		}
		to := unpacked[len(unpacked) : len(unpacked)+int(size)]
		if n, err := lz4.UncompressBlock(rest[:packedSize], to); err != nil || n != len(to) {
			return f.unpackLZ4(packed, claimed)
		}
		unpacked, rest = unpacked[:len(unpacked)+len(to)], rest[packedSize:]
	}
	return unpacked, nil
}

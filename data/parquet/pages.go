package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
	"github.com/pierrec/lz4/v4"
)

// checker compares what a file claims with what it can hold.
type checker struct {
	file  io.ReaderAt
	size  int64 // of the file
	limit int64 // bytes that a file of this size may unpack to
	lz4   *unsized
}

// footer checks the structure of the footer, and that it fits the file.
func (c *checker) footer() error {
	var head [4]byte
	if _, err := c.file.ReadAt(head[:], 0); err != nil || string(head[:]) != "PAR1" {
		return errors.New("is not a plain Parquet file; unpack it first, Parquet is compressed within")
	}
	var tail [8]byte
	if _, err := c.file.ReadAt(tail[:], c.size-8); err != nil || c.size < 12 {
		return errors.New("ends too early")
	}
	length := int64(binary.LittleEndian.Uint32(tail[:4]))
	if string(tail[4:]) != "PAR1" || length > c.size-12 {
		return errors.New("ends too early, or is damaged")
	}
	b := make([]byte, length)
	if _, err := c.file.ReadAt(b, c.size-8-length); err != nil {
		return err
	}
	_, err := skim(b)
	return err
}

// chunk checks the pages of a column chunk with so many rows.
func (c *checker) chunk(chunk *format.ColumnMetaData, rows int64) error {
	if codec := chunk.Codec; codec == format.LZO || codec == format.Lz4 {
		return fmt.Errorf("is packed with %s, which is not read; write the file with snappy, zstd or LZ4_RAW", codec)
	}
	at := chunk.DataPageOffset
	if chunk.DictionaryPageOffset != 0 {
		at = chunk.DictionaryPageOffset
	}
	if at < 0 || chunk.TotalCompressedSize < 0 || at > c.size-chunk.TotalCompressedSize {
		return errThrift
	}
	for end := at + chunk.TotalCompressedSize; at < end; {
		n, err := c.page(io.NewSectionReader(c.file, at, end-at), at, chunk.Codec, rows)
		if err != nil {
			return err
		}
		at += n
	}
	return nil
}

const longestHeader = 1 << 16

// page checks the page that r starts with, which stands at some place of the
// file, and returns its length.
func (c *checker) page(r *io.SectionReader, at int64, codec format.CompressionCodec, rows int64) (int64, error) {
	b := make([]byte, min(longestHeader, r.Size()))
	if _, err := r.ReadAt(b, 0); err != nil {
		return 0, err
	}
	n, err := skim(b)
	if err != nil {
		return 0, err
	}
	var page format.PageHeader
	if err := thrift.Unmarshal(&thrift.CompactProtocol{}, b[:n], &page); err != nil {
		return 0, errThrift
	}
	values, levels := int64(page.DataPageHeader.V.NumValues), int64(0) // levels are bytes before the data, never packed
	switch page.Type {
	case format.DataPageV2:
		v2 := page.DataPageHeaderV2.V
		values, levels = int64(v2.NumValues), int64(v2.RepetitionLevelsByteLength)+int64(v2.DefinitionLevelsByteLength)
		if v2.IsCompressed.Valid && !v2.IsCompressed.V {
			codec = format.Uncompressed
		}
	case format.DictionaryPage:
		values = int64(page.DictionaryPageHeader.V.NumValues)
	}
	packed, unpacked := int64(page.CompressedPageSize), int64(page.UncompressedPageSize)
	switch {
	case packed < 0 || packed > r.Size()-int64(n) || levels < 0 || levels > packed:
		return 0, errThrift
	case values < 0 || values > rows:
		return 0, fmt.Errorf("a page claims %d values of %d rows", values, rows)
	case unpacked < 0 || unpacked > c.limit:
		return 0, fmt.Errorf("a page claims to unpack to %d bytes", unpacked)
	}
	if codec == format.Lz4Raw {
		c.lz4.hide(b[:n], at)
	}
	err = c.data(codec, io.NewSectionReader(r, int64(n)+levels, packed-levels), unpacked)
	return int64(n) + packed, err
}

// data checks packed data where its decoder would go by what it says itself.
func (c *checker) data(codec format.CompressionCodec, packed *io.SectionReader, unpacked int64) error {
	start := make([]byte, min(32, packed.Size()))
	packed.ReadAt(start, 0)
	var claimed uint64
	switch codec {
	case format.Snappy:
		claimed, _ = binary.Uvarint(start)
	case format.Zstd:
		var h zstd.Header
		if err := h.Decode(start); err != nil {
			return nil // for the decoder to report
		}
		if claimed = h.FrameContentSize; !h.HasFCS {
			claimed = unpackedZstd(packed, c.limit+1)
		}
	case format.Lz4Raw: // the decoder doubles its buffer until the data fits, or for ever
		b, err := io.ReadAll(packed)
		if err != nil {
			return err
		}
		if _, err := lz4.UncompressBlock(b, make([]byte, unpacked)); err != nil {
			return errors.New("a page is damaged")
		}
	}
	if claimed > uint64(c.limit) {
		return errors.New("a page unpacks to more than fits its size")
	}
	return nil
}

// unpackedZstd returns the size that a Zstandard stream unpacks to, at most
// most.
func unpackedZstd(packed io.Reader, most int64) uint64 {
	z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return 0
	}
	defer z.Close()
	n, _ := io.CopyN(io.Discard, z, most)
	return uint64(n)
}

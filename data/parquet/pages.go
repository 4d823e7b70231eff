package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// checker compares what a file claims with what it can hold.
type checker struct {
	file  io.ReaderAt
	size  int64 // of the file
	limit int64 // bytes that a file of this size may unpack to
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
	at := chunk.DataPageOffset
	if chunk.DictionaryPageOffset != 0 {
		at = chunk.DictionaryPageOffset
	}
	if at < 0 || chunk.TotalCompressedSize < 0 || at > c.size-chunk.TotalCompressedSize {
		return errThrift
	}
	for end := at + chunk.TotalCompressedSize; at < end; {
		n, err := c.page(io.NewSectionReader(c.file, at, end-at), chunk.Codec, rows)
		if err != nil {
			return err
		}
		at += n
	}
	return nil
}

const longestHeader = 1 << 16

// page checks the page that r starts with and returns its length.
func (c *checker) page(r *io.SectionReader, codec format.CompressionCodec, rows int64) (int64, error) {
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
	values, levels := int64(page.DataPageHeader.V.NumValues), int64(0)
	switch page.Type {
	case format.DataPageV2:
		v2 := page.DataPageHeaderV2.V
		values, levels = int64(v2.NumValues), int64(v2.RepetitionLevelsByteLength)+int64(v2.DefinitionLevelsByteLength)
	case format.DictionaryPage:
		values = int64(page.DictionaryPageHeader.V.NumValues)
	}
	packed, unpacked := int64(page.CompressedPageSize), int64(page.UncompressedPageSize)
	switch {
	case packed < 0 || packed > r.Size()-int64(n) || levels < 0 || levels > packed:
		return 0, errThrift
	case values < 0 || values > rows:
		return 0, fmt.Errorf("a page claims %d values of %d rows", values, rows)
	}
	claimed := c.claim(codec, io.NewSectionReader(r, int64(n)+levels, packed-levels))
	if unpacked < 0 || max(unpacked, claimed) > c.limit {
		return 0, fmt.Errorf("a page claims to unpack to %d bytes or more", max(unpacked, claimed))
	}
	return int64(n) + packed, nil
}

// claim returns the size that compressed data unpacks to by its own account,
// for the codecs whose decoders allocate by that, and c.limit+1 if it is more.
func (c *checker) claim(codec format.CompressionCodec, packed *io.SectionReader) int64 {
	start := make([]byte, min(32, packed.Size()))
	packed.ReadAt(start, 0)
	most := uint64(c.limit) + 1
	switch codec {
	case format.Snappy:
		n, _ := binary.Uvarint(start)
		return int64(min(n, most))
	case format.Zstd:
		var h zstd.Header
		if err := h.Decode(start); err != nil {
			return 0 // an error for the decoder to report
		}
		if h.HasFCS {
			return int64(min(h.FrameContentSize, most))
		}
		return unpack(packed, int64(most))
	}
	return 0
}

// unpack returns how many bytes a Zstandard stream has, at most most.
func unpack(packed io.Reader, most int64) int64 {
	z, err := zstd.NewReader(packed, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
	if err != nil {
		return 0
	}
	defer z.Close()
	n, _ := io.CopyN(io.Discard, z, most)
	return n
}

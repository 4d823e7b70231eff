package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"

	"github.com/klauspost/compress/zstd"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// file is a file whose claims are checked.
type file struct {
	io.ReaderAt
	size  int64
	limit int64 // bytes that a page of a file of this size may unpack to
	spent int64 // bytes read and unpacked so far

	header []byte        // of a page, when one is read
	zstd   *zstd.Decoder // nil while nothing needs it
}

var errEncrypted = errors.New("is encrypted: write the file anew without that")

// footer reads the metadata of the file.
func (f *file) footer() (meta format.FileMetaData, err error) {
	if f.size == 0 {
		return meta, errors.New("is empty")
	}
	var head [4]byte
	if _, err := f.ReadAt(head[:], 0); err == nil && string(head[:]) == "PARE" {
		return meta, errEncrypted
	} else if err != nil || string(head[:]) != "PAR1" {
		return meta, errors.New("is not a Parquet file, or packed as a whole: unpack it first, Parquet is compressed within; Options.Format names another format")
	}
	var tail [8]byte
	if _, err := f.ReadAt(tail[:], f.size-8); err != nil || f.size < 12 {
		return meta, errors.New("ends too early")
	}
	length := int64(binary.LittleEndian.Uint32(tail[:4]))
	if string(tail[4:]) != "PAR1" || length > f.size-12 {
		return meta, errors.New("ends too early, or is damaged")
	}
	b := make([]byte, length)
	if _, err := f.ReadAt(b, f.size-8-length); err != nil {
		return meta, err
	}
	n, err := skim(b)
	if err != nil {
		return meta, err
	}
	if err := thrift.Unmarshal(&thrift.CompactProtocol{}, b[:n], &meta); err != nil {
		return meta, fmt.Errorf("its metadata cannot be read, write the file anew with other settings or another program: %w", err)
	}
	if meta.EncryptionAlgorithm.Value != nil { // and a signature behind it
		return meta, errEncrypted
	}
	rows := int64(0)
	for _, group := range meta.RowGroups {
		rows += group.NumRows
	}
	if rows != meta.NumRows {
		return meta, fmt.Errorf("claims %d rows, and %d in its parts: it is damaged", meta.NumRows, rows)
	}
	return meta, nil
}

// chunk is a column of a row group. It reads one page after another.
type chunk struct {
	*file
	kind
	optional bool  // has a level for each value, 0 for a null
	rows     int64 // of the row group
	codec    format.CompressionCodec
	at, end  int64 // where its next page starts, and the last one ends

	dictionary []value
	left       int    // values of the page that are still to be returned,
	levels     *runs  // their levels, nil if none can be null,
	values     source // and those of them that are not null
}

// chunkOf returns a column of a row group, or what is wrong with it.
func (f *file) chunkOf(of *fileColumn, group *format.RowGroup) (*chunk, error) {
	if of.place >= len(group.Columns) {
		return nil, errThrift
	}
	if path := group.Columns[of.place].FilePath; path != "" {
		return nil, fmt.Errorf("has its values in another file, %q: only files that hold their rows are read", phrase.Clip(path))
	}
	meta := &group.Columns[of.place].MetaData
	c := &chunk{file: f, kind: of.kind, optional: of.optional, rows: group.NumRows, codec: meta.Codec, at: meta.DataPageOffset}
	if meta.DictionaryPageOffset > 0 && meta.DictionaryPageOffset < c.at { // some writers give one and have none
		c.at = meta.DictionaryPageOffset
	}
	c.end = c.at + meta.TotalCompressedSize
	switch {
	case unpackers[c.codec] == nil:
		return nil, fmt.Errorf("is packed with %s, which is not read; write the file with snappy, zstd or LZ4_RAW", c.codec)
	case c.at < 0 || meta.TotalCompressedSize < 0 || c.at > f.size-meta.TotalCompressedSize:
		return nil, errThrift
	}
	return c, nil
}

// next returns the next value.
func (c *chunk) next() (value, error) {
	for c.left == 0 {
		if c.at >= c.end {
			return nil, errors.New("has fewer values than rows")
		}
		if err := c.page(); err != nil {
			return nil, err
		}
	}
	c.left--
	if c.levels != nil {
		if level, err := c.levels.next(); err != nil || level == 0 {
			return nil, err
		}
	}
	return c.values()
}

// mostSpent is how many times its limit a file may unpack to, with pages that are read for the first rows
// too. Otherwise thousands of small pages, which need not have any values, could each be as much work as
// the whole file.
const mostSpent = 32

const longestHeader = 1 << 16

// page reads a page: values, or the dictionary of those that follow.
func (c *chunk) page() error {
	if c.spent > mostSpent*c.limit {
		return errUnpacked
	}
	if c.header == nil {
		c.header = make([]byte, longestHeader)
	}
	b := c.header[:min(longestHeader, c.end-c.at)]
	if _, err := c.ReadAt(b, c.at); err != nil {
		return err
	}
	n, err := skim(b)
	if err != nil {
		return err
	}
	var h format.PageHeader
	if err := thrift.Unmarshal(&thrift.CompactProtocol{}, b[:n], &h); err != nil {
		return errThrift
	}
	c.at += int64(n)
	size := int64(h.CompressedPageSize)
	if size < 0 || size > c.end-c.at {
		return errThrift
	}
	if h.UncompressedPageSize < 0 || int64(h.UncompressedPageSize) > c.limit {
		return fmt.Errorf("a page claims to unpack to %d bytes", h.UncompressedPageSize)
	}
	c.spent += int64(n) + size + int64(h.UncompressedPageSize)
	body := make([]byte, size)
	if _, err := c.ReadAt(body, c.at); err != nil {
		return err
	}
	c.at += size
	if h.CRC != 0 && uint32(h.CRC) != crc32.ChecksumIEEE(body) {
		return errPage
	}
	switch h.Type {
	case format.DictionaryPage:
		return c.words(&h, body)
	case format.DataPage:
		return c.version1(&h, body)
	case format.DataPageV2:
		return c.version2(&h, body)
	}
	return nil // a page without values
}

// claim checks how many values a page claims to have.
func (c *chunk) claim(values int32) (int, error) {
	if values < 0 || int64(values) > c.rows {
		return 0, fmt.Errorf("a page claims %d values of %d rows", values, c.rows)
	}
	return int(values), nil
}

// words reads a dictionary. It may have more values than there are rows: pandas writes all
// categories of a column, also those of rows that are left out.
func (c *chunk) words(h *format.PageHeader, body []byte) error {
	count := h.DictionaryPageHeader.V.NumValues
	data, err := c.unpack(c.codec, body, h.UncompressedPageSize)
	if err != nil {
		return err
	}
	if count < 0 || int64(count) > int64(len(data)) { // a value takes a byte at least
		return errPage
	}
	c.dictionary = nil
	all := c.plain(data)
	for range count {
		v, err := all()
		if err != nil {
			return err
		}
		c.dictionary = append(c.dictionary, v)
	}
	return nil
}

// version1 reads a page whose levels are packed with the values.
func (c *chunk) version1(h *format.PageHeader, body []byte) error {
	of := h.DataPageHeader.V
	count, err := c.claim(of.NumValues)
	if err != nil {
		return err
	}
	data, err := c.unpack(c.codec, body, h.UncompressedPageSize)
	if err != nil {
		return err
	}
	var levels []byte
	if c.optional {
		if of.DefinitionLevelEncoding != format.RLE {
			return fmt.Errorf("levels in the encoding %s are not read; write the file with other settings", of.DefinitionLevelEncoding)
		}
		if len(data) < 4 {
			return errPage
		}
		size := int64(binary.LittleEndian.Uint32(data))
		data = data[4:]
		if levels, err = cut(&data, size); err != nil {
			return err
		}
	}
	c.start(count, levels, of.Encoding, data)
	return nil
}

// version2 reads a page whose levels stand before the values, never packed.
func (c *chunk) version2(h *format.PageHeader, body []byte) error {
	of := h.DataPageHeaderV2.V
	count, err := c.claim(of.NumValues)
	if err != nil {
		return err
	}
	repetitions, definitions := int64(of.RepetitionLevelsByteLength), int64(of.DefinitionLevelsByteLength)
	if repetitions < 0 || definitions < 0 || repetitions+definitions > int64(len(body)) {
		return errThrift
	}
	levels, data := body[repetitions:repetitions+definitions], body[repetitions+definitions:]
	if !of.IsCompressed.Valid || of.IsCompressed.V {
		unpacked := h.UncompressedPageSize - of.RepetitionLevelsByteLength - of.DefinitionLevelsByteLength
		if data, err = c.unpack(c.codec, data, max(unpacked, 0)); err != nil {
			return err
		}
	}
	c.start(count, levels, of.Encoding, data)
	return nil
}

// start makes a page the one whose values are next. Some writers leave what is packed of a page of nulls
// unfinished, so that a fault of it is one of the first value that is not null.
func (c *chunk) start(count int, levels []byte, encoding format.Encoding, data []byte) {
	c.left, c.levels = count, nil
	if c.optional {
		c.levels = &runs{rest: levels, width: 1}
	}
	values, err := c.source(encoding, data, count, c.dictionary)
	if err != nil {
		values = func() (value, error) { return nil, err }
	}
	c.values = values
}

package parquet

import (
	"bytes"
	"encoding/binary"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"
)

// TestUnpack unpacks what each codec packs, and no more than the limit, whatever the page
// claims.
func TestUnpack(t *testing.T) {
	const limit = 1 << 16
	for _, codec := range []compress.Codec{&parquet.Uncompressed, &parquet.Snappy, &parquet.Gzip, &parquet.Brotli, &parquet.Zstd, &parquet.Lz4Raw} {
		f := &file{limit: limit}
		for _, size := range []int{1, limit, 100 * limit} {
			plain := bytes.Repeat([]byte("x"), size)
			packed, err := codec.Encode(nil, plain)
			if err != nil {
				t.Fatal(err)
			}
			for _, claimed := range []int32{0, 10, limit} {
				got, err := f.unpack(codec.CompressionCodec(), packed, claimed)
				switch {
				case codec == &parquet.Uncompressed: // takes no memory of its own
				case size > limit && (err == nil || len(got) > 2*limit):
					t.Errorf("%s: %d bytes unpacked of %d, %v", codec, len(got), size, err)
				case size <= int(claimed) && !bytes.Equal(got, plain):
					t.Errorf("%s: %d bytes are not what was packed: %v", codec, size, err)
				}
			}
		}
	}
}

// A page that Polars packs with Zstandard says that it may look back in 2 MiB, however small it is; the
// program may say up to 128 MiB.
func TestUnpackWideWindow(t *testing.T) {
	for _, bits := range []byte{21, 27} {
		packed := "\x28\xb5\x2f\xfd\x00" + string([]byte{(bits - 10) << 3}) + "\x19\x00\x00abc" // one block of 3 bytes as they are
		f := &file{limit: 1 << 16}
		if got, err := f.unpack(format.Zstd, []byte(packed), 3); err != nil || string(got) != "abc" {
			t.Errorf("%d bits: %q, %v", bits, got, err)
		}
		if got, err := f.unpack(format.Zstd, []byte(packed), 2); err != errUnpacked {
			t.Errorf("%d bits: %q of a page that claims 2 bytes, %v", bits, got, err)
		}
	}
}

// TestSmallPages has pages without values that each unpack to as much as the whole file may.
func TestSmallPages(t *testing.T) {
	const limit = 1 << 16
	packed, err := parquet.Zstd.Encode(nil, make([]byte, limit))
	if err != nil {
		t.Fatal(err)
	}
	h := &format.PageHeader{Type: format.DictionaryPage, CompressedPageSize: int32(len(packed))}
	h.DictionaryPageHeader.Valid = true
	page, err := thrift.Marshal(&thrift.CompactProtocol{}, h)
	if err != nil {
		t.Fatal(err)
	}
	content := bytes.Repeat(append(page, packed...), 1000)
	size := int64(len(content))
	f := &file{ReaderAt: bytes.NewReader(content), size: size, limit: limit}
	c := &chunk{kind: kind{Type: format.ByteArray}, rows: 1, codec: format.Zstd, end: size, file: f}
	if _, err := c.next(); err != errUnpacked {
		t.Errorf("%v, after %d bytes", err, c.at)
	}
}

// The codec called LZ4 has one block without a frame, or several that Hadoop frames; the sizes of a frame
// that cannot be are no frame.
func TestUnpackFramedLZ4(t *testing.T) {
	framed := func(parts ...string) (packed []byte) {
		for _, part := range parts {
			block, err := parquet.Lz4Raw.Encode(nil, []byte(part))
			if err != nil {
				t.Fatal(err)
			}
			packed = binary.BigEndian.AppendUint32(packed, uint32(len(part)))
			packed = append(binary.BigEndian.AppendUint32(packed, uint32(len(block))), block...)
		}
		return packed
	}
	first, second := strings.Repeat("ab", 5000), strings.Repeat("c", 7)
	bare, err := parquet.Lz4Raw.Encode(nil, []byte(first))
	if err != nil {
		t.Fatal(err)
	}
	f := &file{limit: 1 << 16}
	for name, packed := range map[string][]byte{"one": framed(first), "two": framed(first[:6000], first[6000:]), "none": bare} {
		got, err := f.unpack(format.Lz4, packed, int32(len(first)))
		if err != nil || string(got) != first {
			t.Errorf("%s: %d bytes, %v", name, len(got), err)
		}
	}
	whole := framed(first, second)
	for n := range whole {
		if got, err := f.unpack(format.Lz4, whole[:n], int32(len(first)+len(second))); err == nil && len(got) == len(first)+len(second) {
			t.Errorf("%d of %d bytes unpack to all", n, len(whole))
		}
	}
	if got, err := f.unpack(format.Lz4, whole, 10); err == nil && len(got) > 10 {
		t.Errorf("%d bytes of a page that claims 10", len(got))
	}
}

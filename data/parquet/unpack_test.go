package parquet

import (
	"bytes"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
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

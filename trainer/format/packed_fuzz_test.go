package format_test

import (
	"bytes"
	"compress/gzip"
	"testing"

	"github.com/klauspost/compress/zstd"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// FuzzPacked: a packed model with a byte changed or cut off reads as the same model, or gives an error.
func FuzzPacked(f *testing.F) {
	var file, gz bytes.Buffer
	if err := format.Write(&file, ensembletest.Random(seed.At(3), ensembletest.Shapes["plain"]), format.Hardwood); err != nil {
		f.Fatal(err)
	}
	text := file.Bytes()
	z := gzip.NewWriter(&gz)
	z.Write(text)
	z.Close()
	w, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	packed := [][]byte{gz.Bytes(), w.EncodeAll(text, nil)}
	for packing := range uint8(2) {
		for _, at := range []uint32{3, 4, 5, 6, 10, 20, 100, 1<<32 - 1} {
			f.Add(packing, at, []byte{0xff})
			f.Add(packing, at, []byte{0x00, 0x80})
			f.Add(packing, at, []byte(nil))
		}
	}
	f.Fuzz(func(t *testing.T, packing uint8, at uint32, change []byte) {
		damaged := bytes.Clone(packed[packing%2])
		from := int(at % uint32(len(damaged)))
		if len(change) == 0 {
			damaged = damaged[:from]
		}
		copy(damaged[from:], change)
		e, err := read(damaged)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := format.Write(&again, e, format.Hardwood); err != nil || !bytes.Equal(again.Bytes(), text) {
			t.Errorf("another model: %v", err)
		}
	})
}

package data_test

import (
	"bytes"
	"fmt"
	"os"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// made returns a table of numbers with six digits, a third of them zero.
func made(rows, cols int) *data.Table {
	t := &data.Table{Rows: rows, Cols: cols, Classes: []string{"0", "1"}, Source: "made"}
	r := seed.At(1)
	for range rows * cols {
		t.X = append(t.X, max(0, float64(r.IntN(1_500_000)-500_000)/1e6))
	}
	for range rows {
		t.Y = append(t.Y, r.IntN(2))
	}
	for f := range cols {
		t.Features = append(t.Features, fmt.Sprintf("x%d", f+1))
	}
	return t
}

// BenchmarkRead reads 100,000 rows of 22 features, about the size of ijcnn1's
// test file.
func BenchmarkRead(b *testing.B) {
	table := made(100_000, 22)
	for _, format := range []string{"csv", "libsvm"} {
		var text bytes.Buffer
		writeTable := data.WriteCSV
		if format == "libsvm" {
			writeTable = data.WriteLIBSVM
		}
		if err := writeTable(&text, table); err != nil {
			b.Fatal(err)
		}
		for _, packed := range []string{"plain", "gzip", "zstd"} {
			b.Run(format+"/"+packed, func(b *testing.B) {
				path := write(b, "table", string(pack(b, text.Bytes(), packed)))
				b.SetBytes(int64(text.Len()))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := data.Read(b.Context(), path, data.Options{Format: format}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// BenchmarkReadMNIST reads the 60,000 training images where they are there.
func BenchmarkReadMNIST(b *testing.B) {
	path := shared + "/mnist.train-images-idx3-ubyte.gz"
	if _, err := os.Stat(path); err != nil {
		b.Skipf("no %s", path)
	}
	for b.Loop() {
		if _, err := data.Read(b.Context(), path, data.Options{}); err != nil {
			b.Fatal(err)
		}
	}
}

package format_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// large returns an ensemble with the number of leaves of a real one.
func large(single bool) *ensemble.Ensemble {
	shape := ensembletest.Shape{Features: 100, Trees: 400, Depth: 12, Single: single}
	return ensembletest.Random(seed.At(5), shape)
}

func BenchmarkHardwood(b *testing.B) {
	e := large(false)
	path := filepath.Join(b.TempDir(), "m.json")
	b.Run("write", func(b *testing.B) {
		for b.Loop() {
			if err := format.WriteFile(path, e, format.Hardwood); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		info, err := os.Stat(path)
		if err != nil {
			b.Fatal(err)
		}
		b.SetBytes(info.Size())
		for b.Loop() {
			if _, err := format.ReadFile(path); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkXGBoost reads a model beside a pass of encoding/json over the same
// bytes, token by token.
func BenchmarkXGBoost(b *testing.B) {
	var file bytes.Buffer
	if err := (format.Writer{Round: true}).Write(&file, large(true), format.XGBoost); err != nil {
		b.Fatal(err)
	}
	b.Run("read", func(b *testing.B) {
		b.SetBytes(int64(file.Len()))
		b.ReportAllocs()
		for b.Loop() {
			if _, err := format.Read(bytes.NewReader(file.Bytes())); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("tokens", func(b *testing.B) {
		b.SetBytes(int64(file.Len()))
		for b.Loop() {
			d := json.NewDecoder(bytes.NewReader(file.Bytes()))
			for {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					b.Fatal(err)
				}
			}
		}
	})
}

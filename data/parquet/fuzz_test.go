package parquet_test

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// FuzzParquet: whatever the bytes, no panic, memory within a multiple of the
// size, and a consistent table or an error in one line.
func FuzzParquet(f *testing.F) {
	table := &data.Table{Rows: 40, Cols: 2, Classes: []string{"a", "b"}, Features: []string{"f1", "f2"}, Source: "made"}
	for i := range table.Rows {
		table.X = append(table.X, float64(i), float64(i*i%7))
		table.Y = append(table.Y, i%2)
	}
	for _, codec := range codecs {
		for version := 1; version <= 2; version++ {
			b, err := marshal(table, codec, 25, version)
			if err != nil {
				f.Fatal(err)
			}
			f.Add(b)
		}
	}
	path := filepath.Join(f.TempDir(), "a.parquet")
	f.Fuzz(func(t *testing.T, content []byte) {
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		table, err := data.Read(t.Context(), path, data.Options{Format: "parquet"})
		runtime.ReadMemStats(&after)
		if got, most := after.TotalAlloc-before.TotalAlloc, uint64(256<<20+10_000*len(content)); got > most {
			t.Errorf("%d bytes allocated for %d", got, len(content))
		}
		if err != nil {
			var e *data.Error
			if !errors.As(err, &e) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("not one line with its source: %#v", err)
			}
			return
		}
		if err := table.Validate(); err != nil {
			t.Error(err)
		}
	})
}

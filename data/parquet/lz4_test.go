package parquet_test

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/parquet-go/parquet-go"

	"github.com/hardwood-ml/hardwood/data"
)

// TestPagesOfLZ4: pages that hardly shrink, as those of measurements do, are
// read as they were written.
func TestPagesOfLZ4(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	want := &data.Table{Rows: 30_000, Cols: 2, Features: []string{"f1", "f2"}, Classes: []string{"a", "b"}}
	for range want.Rows {
		want.X = append(want.X, r.NormFloat64(), float64(r.IntN(5)))
		want.Y = append(want.Y, r.IntN(2))
	}
	for version := 1; version <= 2; version++ {
		content, err := marshalPages(want, &parquet.Lz4Raw, 20_000, version, 64<<10)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "a.parquet")
		if err := os.WriteFile(path, content, 0o666); err != nil {
			t.Fatal(err)
		}
		got := readTable(t, path, data.Options{})
		if d := cmp.Diff([]any{want.X, want.Y}, []any{got.X, got.Y}); d != "" {
			t.Errorf("pages of version %d: %.300s", version, d)
		}
	}
}

package advboost_test

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// Columns change as a whole where they hold levels, or whole numbers of which two
// neighbours occur, as they are or scaled; the latter count as levels if most columns are.
func TestLevels(t *testing.T) {
	nan := math.NaN()
	kinds := []column.Column{{Kind: column.Integer}, {Kind: column.Integer}, {Kind: column.Integer}, {Kind: column.Integer}, {Kind: column.Integer}, {}, {Kind: column.Boolean}, column.Named([]string{"a", "b"})}
	raw := data.Table{Rows: 3, Cols: 8, Columns: kinds, X: []float64{
		0, 3, 0, 0, nan, 0, 0, 0,
		1, 2, 10, 1, nan, 1, 1, 1,
		nan, 3, 0, 2, nan, 0, 1, 1,
	}}
	scaled := raw
	scaled.X = append([]float64(nil), raw.X...)
	s := data.FitScaling(&scaled)
	if err := s.Apply(&scaled); err != nil {
		t.Fatal(err)
	}
	for name, table := range map[string]*data.Table{"raw": &raw, "scaled": &scaled} {
		if n := advboost.Levels(table); n != 4 || advboost.MostlyLevels(table) {
			t.Errorf("%s: %d columns of levels, want 4, and not most of 8", name, n)
		}
		const none, more = "FFFFFFTT", "TTFFFTTT" // by column
		if got := truths(advboost.LevelColumns(table)); got != none {
			t.Errorf("%s: %s are levels, want %s", name, got, none)
		}
		mostly := *table
		mostly.Columns = slices.Clone(kinds)
		mostly.Columns[5].Kind = column.Boolean
		if got := truths(advboost.LevelColumns(&mostly)); got != more {
			t.Errorf("%s, where most are levels: %s are, want %s", name, got, more)
		}
	}
}

// truths writes T or F for each value.
func truths(is []bool) string {
	text := make([]byte, len(is))
	for i := range is {
		if text[i] = 'F'; is[i] {
			text[i] = 'T'
		}
	}
	return string(text)
}

// Compact rows have the switches that they have in X.
func TestSwitchesOfCompactRows(t *testing.T) {
	var csv strings.Builder
	csv.WriteString("a,b,c,d,label\n")
	for i := range 1 << 19 {
		fmt.Fprintf(&csv, "%d,%d,%d,%v,%d\n", i%2, 7+i%3/2, i%3, i%5 == 0, i%2)
	}
	file := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(file, []byte(csv.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := data.Read(t.Context(), file, data.Options{Compact: true})
	if err != nil {
		t.Fatal(err)
	}
	const want = "TTFT" // by column
	if got := truths(advboost.LevelColumns(table)); table.X != nil || got != want {
		t.Errorf("%s are levels, want %s", got, want)
	}
}

package data_test

import (
	"os"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// TestBzip2 reads a file of two streams, as parallel packers write them, and refuses each
// beginning of it and a bomb. The files are of the program bzip2, as Go has no writer.
func TestBzip2(t *testing.T) {
	table := readTable(t, "testdata/two-streams.csv.bz2", data.Options{})
	if want := []float64{1, 2, 3, 4, 5, 6}; !slices.Equal(table.X, want) {
		t.Errorf("rows %v, want %v", table.X, want)
	}
	packed, err := os.ReadFile("testdata/two-streams.csv.bz2")
	if err != nil {
		t.Fatal(err)
	}
	for end := 4; end < len(packed); end++ {
		got, err := data.Read(t.Context(), write(t, "a.csv.bz2", string(packed[:end])), data.Options{})
		if err == nil && got.Rows != 1 { // the first stream alone is a file
			t.Errorf("the first %d bytes are read as %d rows", end, got.Rows)
		}
	}
	if _, err := data.Read(t.Context(), "testdata/bomb.csv.bz2", data.Options{}); err == nil {
		t.Error("a file that unpacks to thousands of times its size is read")
	}
}

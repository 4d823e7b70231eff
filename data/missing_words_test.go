package data_test

import (
	"math"
	"os"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// TestNumbersThatAreMissingWords: a number that stands for a missing value does so however it
// is written, also beside words, and other numbers do not.
func TestNumbersThatAreMissingWords(t *testing.T) {
	const rows = "x,y,label\n-999,-999,a\n-999.0,red,b\n -9.99e2 ,blue,a\n-998,red,b\n-99,blue,a\n"
	path := filepath.Join(t.TempDir(), "a.csv")
	if err := os.WriteFile(path, []byte(rows), 0o644); err != nil {
		t.Fatal(err)
	}
	table := readTable(t, path, data.Options{MissingWords: []string{"-999"}})
	for i, missing := range []bool{true, true, true, false, false} {
		if v := table.Row(i)[0]; math.IsNaN(v) != missing {
			t.Errorf("row %d: %v, missing is %v", i, v, missing)
		}
	}
	if v := table.Row(0)[1]; !math.IsNaN(v) || len(table.Columns[1].Names) != 2 {
		t.Errorf("beside words: %v of %v", v, table.Columns[1].Names)
	}
}

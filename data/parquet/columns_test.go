package parquet

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/parquet-go/parquet-go"
)

// TestTopLevel passes over the parts of nested columns, whose names may be those of columns.
func TestTopLevel(t *testing.T) {
	type part struct{ Label, X string }
	type row struct {
		A     string
		B     struct{ C, D part }
		Label string
		Z     []part
	}
	var b bytes.Buffer
	if err := parquet.Write(&b, []row{{A: "a"}}); err != nil {
		t.Fatal(err)
	}
	f, err := parquet.OpenFile(bytes.NewReader(b.Bytes()), int64(b.Len()))
	if err != nil {
		t.Fatal(err)
	}
	columns, names := columnsOf(f.Metadata().Schema)
	if got := fmt.Sprint(names); got != "[A B Label Z]" {
		t.Error(got)
	}
	if place := columns[2].place; place != f.Root().Column("Label").Index() {
		t.Error("place", place)
	}
}

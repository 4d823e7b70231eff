package data_test

import (
	"encoding/csv"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// FuzzKinds: whatever the cells of a column are, it gets a kind, or an error in one line; and the
// same file read as the model of the table reads it, or by the schema of the table, holds the same
// numbers.
func FuzzKinds(f *testing.F) {
	for _, cells := range []string{
		"1\n2\n3\n?\n", "red\nblue\nRED\n blue\n", "yes\nNo\n\nY\n", "2020-01-31\n2021-12-01 10:00\nnone\n", "31/1/2020\n1/2/2020\n",
		"1\n1.0\nx\n01\n", "True\nfalse\n1\n0\n", "-999\n5\n6\n", "13:45\n1:45 PM\n0:00\n", "$3\n4 kg\n1,000\n", "1e300\n-inf\nnan\n", "007\n7\n3.10\nb\n",
	} {
		f.Add(cells, "x", false)
		f.Add(cells, "-999", true)
	}
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, cells, missing string, categorical bool) {
		path := filepath.Join(dir, "a.csv")
		var text strings.Builder
		w := csv.NewWriter(&text)
		_ = w.Write([]string{"cell", "row", "label"})
		for i, cell := range strings.Split(cells, "\n") {
			_ = w.Write([]string{cell, []string{"0.5", "1.5", "2.25"}[i%3], []string{"a", "b"}[i%2]})
		}
		if w.Flush(); os.WriteFile(path, []byte(text.String()), 0o666) != nil {
			t.Fatal("not written")
		}
		o := data.Options{Label: "label"}
		if missing != "" {
			o.MissingWords = []string{missing}
		}
		if categorical {
			o.Categorical = []string{"cell"}
		}
		if o.Check() != nil {
			return
		}
		table, err := data.Read(t.Context(), path, o)
		if err != nil {
			if e := (*data.Error)(nil); !errors.As(err, &e) || strings.ContainsAny(err.Error(), "\n\r") {
				t.Errorf("not one line with its source: %#v", err)
			}
			return
		}
		want := held(table)
		same := func(how string, o data.Options) {
			if again, err := data.Read(t.Context(), path, o); err != nil {
				t.Errorf("%s: %v", how, err)
			} else if got := held(again); !slices.Equal(want, got) {
				t.Errorf("%s: %q is %q", how, want, got)
			}
		}
		same("as the model reads it", data.Options{MissingWords: o.MissingWords}.Like(table))
		same("by its schema", data.Options{Schema: data.SchemaOf(table, &o)})
	})
}

// held returns the cells of a table, levels by their names, as a schema may number them otherwise.
func held(t *data.Table) (cells []string) {
	kinds := t.Kinds()
	for k, v := range t.X {
		of := &kinds[k%t.Cols]
		cell := fmt.Sprint(of.Kind, v)
		if at := slices.Index(of.Codes, int32(v)); of.Kind == column.Categorical && v == v {
			cell = of.Names[at]
		}
		cells = append(cells, cell)
	}
	return cells
}

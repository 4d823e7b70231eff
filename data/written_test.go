package data

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data/column"
)

// TestWritten: cells come back as they are in the file, in the columns of the table and those beside
// them, in any order of the rows.
func TestWritten(t *testing.T) {
	ctx := context.Background()
	csv := "id;zip;vip;when;amount;won\nA-1;0048;TRUE;29.01.2021; 4380,40 ;yes\nA-2;07;False;1.2.2021;1e1;?\n" +
		"A-3;99999;TRUE;28.02.2021;\"7\";no\nA-4;12345;FALSE;03.03.2021;;yes\n"
	arff := "@relation r\n@attribute 'the zip' numeric\n@attribute c {Bern,'New York'}\n@attribute won {yes,no}\n@data\n" +
		"0048,'New York',yes\n{0 1.50,2 no}\n?,Bern,yes % a comment\n"
	for _, c := range []struct {
		name, text       string
		options          Options
		features, beside []string
		rows             [][]string // of the table, whose second row of the CSV file has no label
	}{
		{"t.csv", csv, Options{DecimalComma: true, Label: "won", Ignore: []string{"id"}}, []string{"zip", "vip", "when", "amount"}, []string{"id"}, [][]string{
			{"0048", "TRUE", "29.01.2021", "4380,40 ", "A-1"}, {"99999", "TRUE", "28.02.2021", "7", "A-3"}, {"12345", "FALSE", "03.03.2021", "", "A-4"},
		}},
		{"t.csv", csv, Options{DecimalComma: true, Label: "won", Ignore: []string{"vip", "id", "zip"}}, []string{"when", "amount"}, []string{"id", "zip", "vip"}, [][]string{
			{"29.01.2021", "4380,40 ", "A-1", "0048", "TRUE"}, {"28.02.2021", "7", "A-3", "99999", "TRUE"}, {"03.03.2021", "", "A-4", "12345", "FALSE"},
		}},
		{"blanks.csv", "id, x, c, label\na, 1, red,yes\n b, 2,red, no\nc, 3, blue,no\n", Options{Ignore: []string{"id"}}, []string{"x", "c"}, []string{"id"}, [][]string{
			{"1", " red", "a"}, {"2", "red", "b"}, {"3", "blue", "c"},
		}},
		{"t.arff", arff, Options{}, []string{"the zip", "c"}, nil, [][]string{{"0048", "New York"}, {"1.50", "Bern"}, {"?", "Bern"}}},
		{"bare.csv", "1.0,a\n2,b\n1.50,a\n", Options{LabelOptional: true}, []string{"f0"}, nil, [][]string{{"1.0"}, {"2"}, {"1.50"}}},
	} {
		path := filepath.Join(t.TempDir(), c.name)
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		table, err := Read(ctx, path, c.options)
		if err != nil {
			t.Fatal(c.name, err)
		}
		if c.features[0] != "f0" && !slices.Equal(table.Features, c.features) || table.Rows != len(c.rows) {
			t.Errorf("%s: %d rows of %q", c.name, table.Rows, table.Features)
		}
		last := table.Rows - 1
		some := table.Subset([]int{last, 0, 0, last})
		for of, rows := range map[*Table][]int{table: {0, 1, 2}, some: {last, 0, 0, last}} {
			w, err := of.Written(ctx)
			if err != nil || !slices.Equal(w.Beside, c.beside) {
				t.Fatalf("%s: %v, beside the features are %q", c.name, err, w.Beside)
			}
			for i, row := range rows {
				if got, err := w.Row(i); err != nil || !slices.Equal(got, c.rows[row]) {
					t.Errorf("%s: row %d is %q, want %q; %v", c.name, row, got, c.rows[row], err)
				}
			}
			if err := w.Close(); err != nil {
				t.Error(err)
			}
		}
	}
}

// TestWrittenTurned: dates of a file that has the day first, against what is expected, begin with the year,
// as other rows need not show that.
func TestWrittenTurned(t *testing.T) {
	ctx := context.Background()
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("when,label\n1/2/2021,a\n18/1/2021,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	table, err := Read(ctx, path, Options{Features: []string{"when"}, Classes: []string{"a", "b"}, Columns: []column.Column{{Kind: column.Integer, Dates: column.MonthFirst}}})
	if err != nil {
		t.Fatal(err)
	}
	w, err := table.Written(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	for i, want := range []string{"2021-02-01", "2021-01-18"} {
		if row, err := w.Row(i); err != nil || row[0] != want || w.Changed(0, "", "2021-03-04") != "2021-03-04" {
			t.Errorf("row %d is %q, %v", i, row, err)
		}
	}
}

// TestWrittenEncoding: a file in UTF-8 that says so is read as that, whatever the options say of others.
func TestWrittenEncoding(t *testing.T) {
	path := filepath.Join(t.TempDir(), "t.csv")
	if err := os.WriteFile(path, []byte("\xef\xbb\xbfort,label\nZürich,a\nGenève,b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, encoding := range append(Encodings, "") {
		if table, err := Read(context.Background(), path, Options{Encoding: encoding}); err != nil || !slices.Equal(table.Columns[0].Names, []string{"Genève", "Zürich"}) {
			t.Errorf("%s: %v, %v", encoding, table, err)
		}
	}
}

// TestWrittenWithoutTexts: a source without texts in columns, and rows of two sources, have no cells
// as they are written; a source that lost its rows says so.
func TestWrittenWithoutTexts(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	libsvm, csv := filepath.Join(dir, "t.libsvm"), filepath.Join(dir, "t.csv")
	for path, text := range map[string]string{libsvm: "1 1:2 2:3\n0 1:4 2:0.50\n", csv: "x,label\n1,a\n2,b\n3,a\n"} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	sparse, err := Read(ctx, libsvm, Options{})
	if err != nil {
		t.Fatal(err)
	}
	one, err := Read(ctx, csv, Options{})
	if err != nil {
		t.Fatal(err)
	}
	two, err := one.Append(one)
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string]*Table{"LIBSVM": sparse, "two sources": two, "memory": {Rows: 1, Cols: 1, X: []float64{1}, Features: []string{"x"}}} {
		if w, err := of.Written(ctx); w != nil || err != nil {
			t.Errorf("%s: %v, %v", name, w, err)
		}
	}
	w, err := one.Written(ctx)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if _, err := w.Row(2); err != nil {
		t.Error(err)
	}
	if err := os.WriteFile(csv, []byte("x,label\n1,a\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := w.Row(1); err == nil || !strings.Contains(err.Error(), csv) {
		t.Errorf("got %v for a row that is gone", err)
	}
	if row, err := w.Row(0); err != nil || row[0] != "1" {
		t.Errorf("the first row is %q, %v", row, err)
	}
}

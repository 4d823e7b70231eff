package data_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/hardwood-ml/hardwood/data"
)

// gather puts the blocks of a stream together.
func gather(s *data.Stream, n int) (*data.Table, error) {
	head := s.Head()
	all := s.Head()
	all.Y, all.Target, all.Positions = nil, nil, nil
	for b, err := range s.Blocks(n) {
		if err != nil {
			return nil, err
		}
		all.X = append(all.X, b.X...)
		all.Y = append(all.Y, b.Y...)
		all.Target = append(all.Target, b.Target...)
		all.Positions = append(all.Positions, b.Positions...)
	}
	if !slices.Equal(head.Y, all.Y) || !slices.Equal(head.Target, all.Target) || head.X != nil {
		return nil, errors.New("the head holds other labels than the blocks, or values")
	}
	return all, nil
}

// TestStreamIsRead compares blocks with what Read gives, twice.
func TestStreamIsRead(t *testing.T) {
	path := write(t, "table", "")
	rapid.Check(t, func(t *rapid.T) {
		table := drawTable(t, false)
		var b bytes.Buffer
		o := data.Options{Format: rapid.SampledFrom([]string{"csv", "libsvm", "arff"}).Draw(t, "format")}
		switch o.Format {
		case "csv":
			data.WriteCSV(&b, table)
		case "libsvm":
			data.WriteLIBSVM(&b, table)
		case "arff":
			writeARFF(&b, table)
		}
		if rapid.Bool().Draw(t, "filtered") {
			o.Keep = []string{"c", "a"}
		}
		o.MaxRows = rapid.IntRange(0, 10).Draw(t, "rows to read")
		if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		want, wantErr := data.Read(t.Context(), path, o)
		s, err := data.Open(t.Context(), path, o)
		if (err != nil) != (wantErr != nil) || err != nil && err.Error() != wantErr.Error() {
			t.Fatalf("Read: %v, Open: %v", wantErr, err)
		}
		if err != nil {
			return
		}
		for _, n := range []int{1, 7, 1000} {
			got, err := gather(s, n)
			if err != nil {
				t.Fatal(err)
			}
			if got.Hash() != want.Hash() || got.Rows != want.Rows || !slices.Equal(got.Features, want.Features) {
				t.Fatalf("blocks of %d:\n%s\nwant\n%s", n, summary(got), summary(want))
			}
			for i := range got.Rows {
				if got.Position(i) != want.Position(i) {
					t.Fatalf("row %d has position %d, want %d", i, got.Position(i), want.Position(i))
				}
			}
		}
	})
}

func TestStreamOfChangedFile(t *testing.T) {
	for after, want := range map[string]string{
		"1,a\n":        ": has fewer rows than when it was read first",
		"1,a\n2,c\n":   `: line 2: column "f2": unknown label "c", the classes are a, b (Options.Keep leaves other rows out)`,
		"1,a\nx,b\n":   `: line 2: column "f1": "x" is not a number; Options.MissingWords takes the word for a missing value`,
		"1,2,a\n":      ": has 2 features, not 1: Options.Ignore leaves columns out, and what stays is taken in its order",
		"":             ": no rows",
		"1,a\n2,b\n\n": ": was changed since it was read first: start again",
		"3,a\n2,b\n":   ": was changed since it was read first: start again",
	} {
		path := write(t, "a.csv", "1,a\n2,b\n")
		s := openTable(t, path, data.Options{})
		if err := os.WriteFile(path, []byte(after), 0o666); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Hour)); err != nil { // the clock of files is coarse
			t.Fatal(err)
		}
		got := ""
		if _, err := gather(s, 1); err != nil {
			got = strings.TrimPrefix(err.Error(), path)
		}
		if got != want {
			t.Errorf("after %q: %s, want %s", after, got, want)
		}
	}
}

// A stream says what the table of the same file says: of missing values in columns of numbers and of
// words and in ignored ones, and of ids that are numbers only some of the time.
func TestStreamSaysTheSame(t *testing.T) {
	path := write(t, "a.csv", "id,none,word,few,label,\n"+rowsOf(90, func(i int) string {
		none, word := "None", "None"
		if i%4 > 0 {
			none, word = fmt.Sprint(i%7), fmt.Sprint("w", i%3)
		}
		few, label := "-", "ab"[i%2:i%2+1]
		if i%5 > 0 {
			few = fmt.Sprint(i % 40)
		}
		if i == 88 {
			label = ""
		}
		return fmt.Sprintf("%04x,%s,%s,%s,%s,", i*97, none, word, few, label)
	}))
	table := readTable(t, path, data.Options{})
	stream := openTable(t, path, data.Options{})
	says := func(t *data.Table) string {
		return fmt.Sprintf("%s\n%s\n%s", t.Summary(), t.Dropped(), t.Found.Doubts)
	}
	want := `89 rows of 3 features (2 categorical, 1 integer, 2 ignored), 22 values missing, 1 row without a label left out; label "label": a 49.4 %, b 50.6 %
a.csv: ignored: "id" is a text that is different in nearly every row, "Unnamed: 5" has no values
[column "few": numbers beside "-", taken for a category of 33 levels: Options.MissingWords takes words for missing values]`
	got := strings.ReplaceAll(says(table), path, "a.csv")
	if got != "a.csv: "+want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if again := says(stream.Head()); again != says(table) {
		t.Errorf("the stream %s\nthe table %s", again, says(table))
	}
}

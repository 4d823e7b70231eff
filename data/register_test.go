package data_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"log"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/moved"
)

// votes reads lines such as "yes: 1 0 1", a label and its values.
type votes struct {
	lines *bufio.Scanner
	file  io.Closer
	line  int
}

func (v *votes) Next(r *data.Record) error {
	if !v.lines.Scan() {
		if err := v.lines.Err(); err != nil {
			return err
		}
		return io.EOF
	}
	v.line++
	label, values, _ := strings.Cut(v.lines.Text(), ":")
	r.Label, r.Line = label, v.line
	for f, word := range strings.Fields(values) {
		value, err := strconv.ParseFloat(word, 64)
		if err != nil {
			return &data.Error{Line: v.line, Err: err}
		}
		r.X[f] = value
	}
	return nil
}

func (v *votes) Close() error { return v.file.Close() }

// Your own format: what is registered is read like the others, by its extension.
func ExampleRegister() {
	data.Register(data.Format{
		Name: "votes", Extensions: []string{".votes"},
		Open: func(in *data.Input, _ *data.Options) (data.Header, data.Reader, error) {
			file, err := in.Open()
			if err != nil {
				return data.Header{}, nil, err
			}
			h := data.Header{Features: []string{"first", "second", "third"}, Labelled: true}
			return h, &votes{lines: bufio.NewScanner(file), file: file}, nil
		},
	})
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "session.votes")
	if err := os.WriteFile(path, []byte("yes: 1 0 1\nno: 0 0 1\n"), 0o666); err != nil {
		log.Fatal(err)
	}
	table, err := data.Read(context.Background(), path, data.Options{})
	if err != nil {
		log.Fatal(err)
	}
	for i := range table.Rows {
		fmt.Println(table.Row(i), table.Classes[table.Y[i]])
	}
	// Output:
	// [1 0 1] yes
	// [0 0 1] no
}

// list is a reader that does something to each of three records.
type list struct {
	row int
	do  func(r *data.Record, row int)
}

func (l *list) Next(r *data.Record) error {
	if l.row == 3 {
		return io.EOF
	}
	l.row++
	r.Label, r.Line = []string{"a", "b", "a"}[l.row-1], l.row
	l.do(r, l.row)
	return nil
}

func (l *list) Close() error { return nil }

// A reader may put its own slice into a record. One that gives more or fewer values than the
// header has features is refused: missing values were 0, and further ones ended the program.
func TestReadersOfOthers(t *testing.T) {
	path := filepath.Join(t.TempDir(), "rows")
	if err := os.WriteFile(path, []byte("any"), 0o666); err != nil {
		t.Fatal(err)
	}
	for want, c := range map[string]struct {
		sparse bool
		do     func(r *data.Record, row int)
	}{
		"":       {false, func(r *data.Record, row int) { r.X = []float64{float64(row), 7} }},
		"sparse": {true, func(r *data.Record, row int) { r.Cells = append(r.Cells, moved.Cell{Feature: 1, Value: float64(row)}) }},
		"line 1: the reader gives 1 values for 2 features":                         {false, func(r *data.Record, _ int) { r.X = r.X[:1] }},
		"line 2: the reader gives 3 values for 2 features":                         {false, func(r *data.Record, row int) { r.X = make([]float64, 1+max(1, row)) }},
		"line 1: the reader gives a cell of feature 2 of 2, must ascend from 0 on": {true, func(r *data.Record, _ int) { r.Cells = moved.Cells{{Feature: 2, Value: 1}} }},
		"line 1: the reader gives a cell of feature 0 of 2, must ascend from 0 on": {true, func(r *data.Record, _ int) { r.Cells = moved.Cells{{Feature: 0, Value: 1}, {Feature: 0, Value: 1}} }},
	} {
		data.Register(data.Format{
			Name: "list",
			Open: func(*data.Input, *data.Options) (data.Header, data.Reader, error) {
				h := data.Header{Features: []string{"x", "y"}, Labelled: true}
				if c.sparse {
					h.Sparse = &data.Sparse{}
				}
				return h, &list{do: c.do}, nil
			},
		})
		table, err := data.Read(t.Context(), path, data.Options{Format: "list"})
		if want == "sparse" {
			if err != nil || table.Validate() != nil || !slices.Equal(slices.Concat(table.AllRows()...), []float64{0, 1, 0, 2, 0, 3}) {
				t.Errorf("%+v, %v, %v", table, err, table.Validate())
			}
			continue
		}
		switch {
		case want == "" && (err != nil || !slices.Equal(table.X, []float64{1, 7, 2, 7, 3, 7})):
			t.Error(table, err)
		case want != "" && (err == nil || err.Error() != path+": "+want):
			t.Errorf("%v, want %q", err, want)
		}
	}
	for name, f := range map[string]data.Format{"no name": {Open: func(*data.Input, *data.Options) (h data.Header, r data.Reader, err error) { return }}, "no Open": {Name: "none"}} {
		func() {
			defer func() {
				if said := recover(); said == nil {
					t.Errorf("%s: registered", name)
				}
			}()
			data.Register(f)
		}()
	}
	data.Register(data.Format{Name: "list", Open: func(*data.Input, *data.Options) (h data.Header, r data.Reader, err error) { return }})
	if _, err := data.Read(t.Context(), path, data.Options{Format: "list"}); err == nil || !strings.HasSuffix(err.Error(), "format list opens it without a Reader") {
		t.Error(err)
	}
}

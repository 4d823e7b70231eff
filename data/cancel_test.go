package data_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"path/filepath"
	"testing"

	"github.com/hardwood-ml/hardwood/data"
)

// polled is a context that is cancelled when it is asked for the nth time.
type polled struct {
	context.Context
	n, asked int
}

func (p *polled) Err() error {
	if p.asked++; p.asked > p.n {
		return context.Canceled
	}
	return nil
}

// TestCancel: in every format, reading asks throughout a file whether it is
// cancelled, and ends with an error that says so and nothing else.
func TestCancel(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	table := &data.Table{Rows: 10_000, Cols: 4, Features: []string{"a", "b", "c", "d"}, Classes: []string{"0", "1"}}
	for i := range table.Rows { // several buffers of 64 KiB in every format
		for f := range table.Cols {
			table.X = append(table.X, math.Sqrt(float64(4*i+f+1)))
		}
		table.Y = append(table.Y, i%2)
	}
	dir := t.TempDir()
	var csv, libsvm, arff, idx bytes.Buffer
	data.WriteCSV(&csv, table)
	data.WriteLIBSVM(&libsvm, table)
	writeARFF(&arff, table)
	writeIDX(t, &idx, table, dir)
	for name, content := range map[string]string{
		"a.csv": csv.String(), "a.libsvm": libsvm.String(), "a.arff": arff.String(), "a.idx": idx.String(),
		"a.csv.gz": string(pack(t, csv.Bytes(), "gzip")), "a.csv.zst": string(pack(t, csv.Bytes(), "zstd")),
	} {
		path := write(t, name, content)
		o := data.Options{}
		if name == "a.idx" {
			o.LabelsFile = filepath.Join(dir, "labels")
		}
		whole := &polled{t.Context(), 1 << 30, 0}
		if _, err := data.Read(whole, path, o); err != nil || whole.asked < len(content)>>16 {
			t.Errorf("%s: asked %d times for %d bytes, %v", name, whole.asked, len(content), err)
		}
		for n := range whole.asked {
			ctx := &polled{t.Context(), n, 0}
			_, err := data.Read(ctx, path, o)
			if want := "interrupted while reading " + path + ": context canceled"; !errors.Is(err, context.Canceled) || err.Error() != want {
				t.Errorf("%s, cancelled after %d of %d: %v", name, n, whole.asked, err)
			}
			if ctx.asked > n+10 { // a format looks at its start more than once
				t.Errorf("%s: read on for %d times", name, ctx.asked-n)
			}
		}
	}
}

// TestCancelStream: a stream ends between its blocks, too.
func TestCancelStream(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	path := write(t, "a.csv", "a,label\n"+string(bytes.Repeat([]byte("1,x\n2,y\n"), 50_000)))
	s, err := data.Open(ctx, path, data.Options{})
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	for b, err := range s.Blocks(100) {
		if err != nil {
			if !errors.Is(err, context.Canceled) || rows == 0 || rows == s.Head().Rows {
				t.Errorf("after %d rows: %v", rows, err)
			}
			return
		}
		rows += b.Rows
		cancel()
	}
	t.Error("read to the end")
}

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// Rows of several blocks are what parts of one block each are together.
func TestBlocksOfRows(t *testing.T) {
	t.Chdir(t.TempDir())
	var rows strings.Builder
	rows.WriteString("x,y,label\n")
	r := rand.New(rand.NewPCG(1, 2))
	for range mostBlock + mostBlock/4 {
		x, y := r.Float64(), r.Float64()
		fmt.Fprintf(&rows, "%.4f,%.4f,%t\n", x, y, x+y > 1)
	}
	if err := os.WriteFile("rows.csv", []byte(rows.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	must := func(args ...string) string {
		t.Helper()
		code, stdout, stderr := hardwood(t, args...)
		if code != 0 {
			t.Fatalf("%v: %s", args, stderr)
		}
		return stdout
	}
	must("train", "--quiet", "--data", "rows.csv", "--rounds", "5", "--out", "model.json")
	files := []string{"out", "examples", "answers"}
	attack := func(name string, more ...string) string {
		args := append([]string{"attack", "--quiet", "--no-times", "--model", "model.json", "--data", "rows.csv"}, more...)
		for _, file := range files {
			args = append(args, "--"+file, name+"."+file)
		}
		return must(args...)
	}
	said := attack("all")
	attack("first", "--part", "1/2")
	attack("second", "--part", "2/2")
	for _, file := range files {
		merged := must("merge", "--quiet", "merged."+file, "first."+file, "second."+file)
		if merged != "" && merged != said {
			t.Errorf("of all rows: %sof parts: %s", said, merged)
		}
		if whole := contentOf(t, "all."+file); !bytes.Equal(whole, contentOf(t, "merged."+file)) || len(whole) < mostBlock {
			t.Errorf("%s differs from that of parts", file)
		}
	}
}

// Whatever block the context ends in, the rows that are finished are in the file;
// after another error there is none.
func TestRowsThatAreKept(t *testing.T) {
	t.Chdir(t.TempDir())
	const rows = 3*mostBlock + 5
	broken := errors.New("broken")
	for _, c := range []struct {
		finished int // before the end of the context or the error
		err      error
	}{
		{0, context.Canceled}, {1, context.Canceled}, {mostBlock, context.Canceled}, {2*mostBlock + 7, context.Canceled},
		{rows, nil}, {0, broken}, {mostBlock + 1, broken},
	} {
		asked := 0
		w := &rowsWork{table: &data.Table{Cols: 1, Rows: rows, X: make([]float64, rows), Y: make([]int, rows)}}
		w.rows = allRows(w.table)
		w.search = func(_ context.Context, some []attack.Victim, _ attack.RunOptions) ([]attack.Result, error) {
			results := make([]attack.Result, len(some))
			for i := range some {
				if asked++; asked > c.finished {
					results[i].Stop = attack.Cancelled
				}
			}
			if asked <= c.finished {
				return results, nil
			}
			if c.err == broken {
				return nil, broken
			}
			return results, c.err
		}
		file := rowsFile{part.Rows, "out.csv", func(to io.Writer, _ *rowsWork) (rowsLines, error) {
			return csvLines(to, []string{"head"}, func(record []string, _ *attack.Result) { record[0] = "row" })
		}}
		os.Remove("out.csv")
		sum := newTally(nil)
		command := &cobra.Command{}
		command.SetContext(context.WithValue(t.Context(), progressKey{}, newProgress(io.Discard, false)))
		done, _, err := w.run(t.Context(), command, &partFlags{}, 1, []rowsFile{file}, sum.result)
		want := c.finished
		if c.err == broken {
			want = 0
		}
		if !errors.Is(err, c.err) || done != want {
			t.Errorf("%d rows finished, then %v: %d rows, %v", c.finished, c.err, done, err)
		}
		if want == 0 {
			if left, _ := os.ReadDir("."); len(left) > 0 {
				t.Errorf("%d rows finished, then %v: %v is left", c.finished, c.err, left[0].Name())
			}
			continue
		}
		if lines := strings.Count(string(contentOf(t, "out.csv")), "row\n"); lines != want || sum.rows != want {
			t.Errorf("%d rows finished: %d lines, %d summed up", want, lines, sum.rows)
		}
	}
}

// A complete part that is made again stays one until there is a row of the new one: what
// an interruption leaves of it is no part.
func TestPartThatIsMadeAgain(t *testing.T) {
	t.Chdir(t.TempDir())
	of := &partFlags{text: "1/1", note: part.Note{Part: part.Part{Number: 1, Of: 1}, Job: &part.Job{Command: "attack"}}}
	finished := 0
	w := &rowsWork{table: &data.Table{Cols: 1, Rows: 9, X: make([]float64, 9), Y: make([]int, 9)}}
	w.rows = allRows(w.table)
	w.search = func(_ context.Context, some []attack.Victim, _ attack.RunOptions) ([]attack.Result, error) {
		results := make([]attack.Result, len(some))
		for i := finished; i < len(some); i++ {
			results[i].Stop = attack.Cancelled
		}
		if finished < len(some) {
			return results, context.Canceled
		}
		return results, nil
	}
	file := func(path string) rowsFile {
		return rowsFile{part.Rows, path, func(to io.Writer, _ *rowsWork) (rowsLines, error) {
			return csvLines(to, []string{"head"}, func(record []string, _ *attack.Result) { record[0] = "row" })
		}}
	}
	files := []rowsFile{file("out.csv"), file("examples.csv")}
	command := &cobra.Command{}
	command.SetContext(context.WithValue(t.Context(), progressKey{}, newProgress(io.Discard, false)))
	for _, c := range []struct {
		finished int
		sealed   bool
	}{{9, true}, {0, true}, {4, false}, {9, true}} {
		finished = c.finished
		_, _, err := w.run(t.Context(), command, of, 1, files, func(*attack.Result) {})
		if err == nil {
			err = of.sealRows(files)
		}
		if (err == nil) != (c.finished == 9) {
			t.Fatalf("%d rows: %v", c.finished, err)
		}
		for _, f := range files {
			_, err := os.Stat(f.path + part.Extension)
			if (err == nil) != c.sealed {
				t.Errorf("%d rows finished: the note of %s: %v", c.finished, f.path, err)
			}
			if _, err := part.Collect([]string{f.path}, "", ""); (err == nil) != c.sealed {
				t.Errorf("%d rows finished: %v", c.finished, err)
			}
		}
	}
}

func contentOf(t *testing.T, path string) []byte {
	t.Helper()
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// TestUntilSignal: what does not look at its context is left, and what does says why it ended.
func TestUntilSignal(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	says := errors.New("interrupted while reading rows.csv")
	if err := untilSignal(ctx, func() error { return says }); err != says {
		t.Errorf("before a signal: %v", err)
	}
	cancel()
	never := make(chan struct{})
	defer close(never)
	if err := untilSignal(ctx, func() error { <-never; return nil }); !errors.Is(err, context.Canceled) {
		t.Errorf("of what is deaf: %v", err)
	}
	if err := untilSignal(ctx, func() error { <-ctx.Done(); return says }); err != says {
		t.Errorf("of what looks at its context: %v", err)
	}
}

// TestWriteUntilSignal: work that writes rows without end is ended by its writer, and leaves no file.
func TestWriteUntilSignal(t *testing.T) {
	dir := t.TempDir()
	for _, path := range []string{filepath.Join(dir, "out.csv"), "-"} {
		ctx, cancel := context.WithCancel(t.Context())
		c := &cobra.Command{}
		c.SetContext(ctx)
		c.SetOut(io.Discard)
		rows := 0
		err := writeOut(c, path, func(w io.Writer) error {
			for ; ; rows++ {
				if rows == 1000 {
					cancel()
				}
				if _, err := io.WriteString(w, "0,yes,0.25,0.75\n"); err != nil {
					return err
				}
			}
		})
		if !errors.Is(err, context.Canceled) || err.Error() != context.Canceled.Error() || rows > 2000 {
			t.Errorf("%s: %v after %d rows", path, err, rows)
		}
	}
	if left, err := os.ReadDir(dir); len(left) > 0 || err != nil {
		t.Errorf("left in the folder: %v, %v", left, err)
	}
}

// TestPredictUntilSignal: what is printed before a signal ends with a whole line, and all its rows are told.
func TestPredictUntilSignal(t *testing.T) {
	e, table := ensembletest.Stumps(), &data.Table{Rows: 1000, Cols: 2, X: make([]float64, 2000)}
	for n := range 4 {
		ctx, cancel := context.WithCancel(t.Context())
		var text strings.Builder
		writes := 0
		w := writerFunc(func(p []byte) (int, error) {
			if writes++; writes > n {
				cancel()
			}
			return text.Write(p)
		})
		rows, err := predict(cancelled{ctx, w}, e, table)
		lines := strings.Split(text.String(), "\n")
		if !errors.Is(err, context.Canceled) || lines[len(lines)-1] != "" || len(lines)-2 != rows {
			t.Errorf("%d lines after the head for %d rows, the last one %q, %v", len(lines)-2, rows, lines[len(lines)-1], err)
		}
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

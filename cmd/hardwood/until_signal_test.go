package main

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/spf13/cobra"
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

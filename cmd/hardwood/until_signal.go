package main

import (
	"context"
	"io"
	"time"
)

// untilSignal runs work whose partial result is worthless, such as reading a table, and that
// may not look at the context. If ctx is cancelled, it waits a while, in which work that
// does look at it can say how far it came, and then abandons the work: the program ends.
func untilSignal(ctx context.Context, do func() error) error {
	done := make(chan error, 1)
	go func() { done <- do() }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	const while = 600 * time.Millisecond
	select {
	case err := <-done:
		return err
	case <-time.After(while):
		return ctx.Err()
	}
}

// cancelled is a writer that refuses to write once its context is cancelled.
type cancelled struct {
	ctx context.Context
	w   io.Writer
}

func (c cancelled) Write(p []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.w.Write(p)
}

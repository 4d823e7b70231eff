package main

import (
	"context"
	"io"
	"time"
)

// untilSignal does what there is nothing to keep of, such as to read a table and look over
// it, in passes over all rows that do not look at the context: they are left to themselves
// where that is cancelled, as the program ends then. What does look at it has a while to
// say how far it came.
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

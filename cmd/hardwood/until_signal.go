package main

import (
	"context"
	"io"
	"os"
	"os/signal"
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

// untilSecondSignal returns the context of what a command still does when a signal ends ctx, such as a
// report on what is finished: the next signal ends it. first, if not nil, is called after the first one.
func untilSecondSignal(ctx context.Context, first func()) (rest context.Context, stop func()) {
	rest, cancel := context.WithCancel(context.WithoutCancel(ctx))
	forget := context.AfterFunc(ctx, func() {
		second := make(chan os.Signal, 1)
		signal.Notify(second, endSignals()...)
		defer signal.Stop(second)
		if first != nil {
			first()
		}
		select {
		case <-second:
			cancel()
		case <-rest.Done():
		}
	})
	return rest, func() {
		forget()
		cancel()
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

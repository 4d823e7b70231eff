package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), endSignals()...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once, unless untilSecondSignal takes it
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

// endSignals are the signals that ask the program to end.
func endSignals() []os.Signal {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // nohup has it ignored
		ends = append(ends, syscall.SIGHUP)
	}
	return ends
}

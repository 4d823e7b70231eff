// Hardwood trains tree ensembles, attacks them, hardens them and says how
// robust they are. See hardwood help.
//
// There is one file per command. A command is a function that returns a
// *cobra.Command and a line in newRoot; flags that several commands have are
// in flags_*.go. Commands return errors: usage turns one into exit code 2,
// everything else is 1, and a cancelled context 130.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ends := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) { // as nohup asks for
		ends = append(ends, syscall.SIGHUP)
	}
	ctx, stop := signal.NotifyContext(context.Background(), ends...)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	os.Exit(run(ctx, os.Args[1:], os.Stdout, os.Stderr))
}

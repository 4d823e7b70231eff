// Hardwood-bench compares hardwood with other programs and published results, with a command for each
// subject, see hardwood-bench help. README.md in the folder above has the results.
package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"runtime/pprof"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/bench/attacks"
	"github.com/hardwood-ml/hardwood/eval/bench/harden"
	"github.com/hardwood-ml/hardwood/eval/bench/prove"
	"github.com/hardwood-ml/hardwood/eval/bench/rivals"
	"github.com/hardwood-ml/hardwood/eval/bench/smooth"
	"github.com/hardwood-ml/hardwood/eval/bench/train"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second Ctrl-C ends the program at once
	err := newRoot().ExecuteContext(ctx)
	pprof.StopCPUProfile()
	if err != nil {
		fmt.Fprintln(os.Stderr, "hardwood-bench:", err)
		os.Exit(1)
	}
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:          "hardwood-bench",
		Short:        "Measure hardwood beside other programs and published results",
		Args:         cobra.NoArgs,
		SilenceUsage: true, SilenceErrors: true,
	}
	profile := root.PersistentFlags().String("cpuprofile", "", "write a CPU profile to this file")
	root.PersistentPreRunE = func(*cobra.Command, []string) error {
		if *profile == "" {
			return nil
		}
		to, err := os.Create(*profile)
		if err != nil {
			return err
		}
		return pprof.StartCPUProfile(to)
	}
	root.AddCommand(train.Command(), attacks.Command(), prove.Command(), rivals.Command(), smooth.Command(), harden.Command())
	return root
}

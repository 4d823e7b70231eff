package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/terminal"
)

// run executes the command line and returns the exit code.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root, out, safe := newRoot(), newOutput(stdout), terminal.NewWriter(stderr)
	root.SetArgs(args)
	if len(args) > 0 && strings.HasPrefix(args[0], cobra.ShellCompRequestCmd) {
		completeValues(root) // only then, as cobra keeps all flags that it completes for as long as the process lives
	}
	root.SetOut(out)
	root.SetErr(safe)
	var unknown error
	knowHelp(root, &unknown)
	p := newProgress(stderr, isTerminal(stderr))
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	c, err := root.ExecuteContextC(context.WithValue(ctx, progressKey{}, p))
	p.end()
	return exitCode(safe, withFlags(c, memoryCause(c, cmp.Or(err, unknown, out.data.err))))
}

// output is standard output for text, which it makes safe to show on a terminal.
type output struct {
	*terminal.Writer
	data  *faithful // where the text goes
	shown bool      // by a terminal
}

func newOutput(stdout io.Writer) *output {
	data := &faithful{w: stdout}
	return &output{terminal.NewWriter(data), data, isTerminal(stdout)}
}

// dataOut returns standard output for data, which are written unchanged unless a terminal
// shows them.
func dataOut(c *cobra.Command) io.Writer {
	if out, ok := c.OutOrStdout().(*output); ok && !out.shown {
		return out.data
	}
	return c.OutOrStdout()
}

// faithful is a writer that keeps its first error, so that commands need not check each line
// that they print.
type faithful struct {
	w   io.Writer
	err error
}

func (f *faithful) Write(p []byte) (int, error) {
	n, err := f.w.Write(p)
	if f.err == nil {
		f.err = err
	}
	return n, err
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "hardwood",
		Short: "Train, attack, harden and evaluate tree ensembles",
		Long: `Hardwood trains gradient boosted trees and random forests, finds the smallest
changes to a row that change its prediction (adversarial examples), trains
ensembles that resist such changes, and proves how robust a model is.

Start with: hardwood harden

Exit codes: 0 if the command succeeds, whatever its verdict; 1 if it fails; 2 if
flags, a schema, a spec or a threat file are wrong; 130 if it is interrupted. Then
attack and verify keep the rows that were finished, eval reports on them, train keeps
the trees, harden the models and a report on the rows, and ablate the runs; predict
keeps no file.`,
		Version:       fullVersion(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          knownCommand,
		RunE:          func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	root.PersistentPreRunE = func(c *cobra.Command, args []string) error {
		noteObsolete(c, args)
		if err := cmp.Or(keepsInputs(c), keepsNames(c)); err != nil {
			return err
		}
		return setMemory(c)
	}
	root.PersistentFlags().BoolP("quiet", "q", false, "show no progress and no notes on the data")
	say(root, silent, "quiet")
	addMemory(root)
	root.SetFlagErrorFunc(flagError)
	addGroup(root, "Train, attack, prove", newHarden(), newTrain(), newAttack(), newVerify(), newEval(), newPredict())
	addGroup(root, "Study", newAblate(), newRuns(), newMerge(), newReproduce())
	addGroup(root, "Models and data", newCheck(), newImportance(), newConvert(), newExport(), newData())
	addGroup(root, "Other machines", newServe(), newWorker(), newJobs())
	root.AddCommand(newVersion(), newThreat(), newMethods(), newMachines())
	explain(root)
	takeOldNames(root)
	return root
}

// addGroup adds commands that the help lists under a heading.
func addGroup(root *cobra.Command, name string, commands ...*cobra.Command) {
	root.AddGroup(&cobra.Group{ID: name, Title: name + ":"})
	for _, c := range commands {
		c.GroupID = name
		root.AddCommand(c)
	}
}

// knownCommand refuses a first word that is neither a command nor a topic of the help.
func knownCommand(c *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, sub := range c.Commands() {
		if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			names = append(names, sub.Name())
		}
	}
	return usage(nearest.UnknownOf("command", args[0], names))
}

// noArgs refuses words that are not flags. The name of a file was probably meant for --data or --in.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		_, err := os.Stat(args[0])
		for flag, what := range map[string]string{"data": "table", "in": "model"} { // no command has both
			if err == nil && c.Flags().Lookup(flag) != nil {
				return usage(fmt.Errorf("%s takes flags only, not %q: --%s %s reads a %s", c.CommandPath(), args[0], flag, args[0], what))
			}
		}
		return usage(fmt.Errorf("%s takes flags only, not %q: see %s --help", c.CommandPath(), args[0], c.CommandPath()))
	}
	return nil
}

// exactArgs asks for one word per name.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) != len(names) {
			return usage(fmt.Errorf("%s takes %v, got %d words: see %s --help", c.CommandPath(), names, len(args), c.CommandPath()))
		}
		return nil
	}
}

// progressKey is the key of the program's progress in a command's context.
type progressKey struct{}

// progressOf returns the progress of a command, on stderr, or one that --quiet discards.
func progressOf(c *cobra.Command) *progress {
	if quiet, _ := c.Flags().GetBool("quiet"); quiet {
		return newProgress(io.Discard, false)
	}
	return c.Context().Value(progressKey{}).(*progress)
}

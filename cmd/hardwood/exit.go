package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
	"github.com/hardwood-ml/hardwood/internal/memory"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/internal/terminal"
	"github.com/hardwood-ml/hardwood/trainer"
)

// The exit codes.
const (
	exitOK          = 0
	exitFailure     = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// usageError is a mistake in the command line.
type usageError struct{ error }

func (u usageError) Unwrap() error { return u.error }

// usage marks an error as a mistake in the command line.
func usage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// exitCode prints an error as one line and returns its exit code.
func exitCode(stderr io.Writer, err error) int {
	if err == nil {
		return exitOK
	}
	message := terminal.Line(strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; "))
	if errors.Is(err, context.Canceled) {
		if message == context.Canceled.Error() {
			message = "interrupted"
		}
		fmt.Fprintln(stderr, "hardwood: "+strings.TrimSuffix(message, ": "+context.Canceled.Error()))
		return exitInterrupted
	}
	fmt.Fprintln(stderr, "hardwood: "+message+remedy(err))
	for _, mistake := range []any{new(usageError), new(*data.OptionError), new(*trainer.OptionError), new(*threat.Error), new(*attack.Lack), new(*ablation.Fault)} {
		if errors.As(err, mistake) {
			return exitUsage
		}
	}
	return exitFailure
}

// remedy names the command, flag or method that helps against an error of the library, ""
// if there is none.
func remedy(err error) string {
	switch {
	case errors.Is(err, memory.ErrBudget):
		return " (--memory)"
	case errors.Is(err, ablation.ErrUnreadable):
		return "; hardwood runs drop removes it"
	case errors.Is(err, queue.ErrNoServer):
		return "; hardwood serve is one"
	}
	if able := method.Instead(err); able != nil {
		return ": take one of " + phrase.Few(able, 7, ", ")
	}
	return ""
}

var unknownFlag = regexp.MustCompile(`^unknown (?:shorthand )?flag: (?:'.' in )?(-+[^= ]+)`)

// flagError turns an error of pflag into a usage error that names the flag that was
// probably meant.
func flagError(c *cobra.Command, err error) error {
	var value *pflag.InvalidValueError
	if errors.As(err, &value) {
		return usage(valueError(value))
	}
	match := unknownFlag.FindStringSubmatch(err.Error())
	if match == nil {
		return usage(err)
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden {
			names = append(names, f.Name)
		}
	})
	name, meant, elsewhere := strings.TrimPrefix(match[1], "--"), "", ""
	near := nearest.Of(name, names)
	if model := map[string]string{"model": "in", "in": "model"}[name]; slices.Contains(names, model) {
		near = model // which is the model that a command reads
	}
	switch argument := strings.ToUpper(name); {
	case slices.Contains(strings.Fields(c.Use), argument):
		meant = fmt.Sprintf(": %s takes the %s without a flag", c.CommandPath(), name)
	case near != "":
		meant = fmt.Sprintf(": did you mean %q?", "--"+near)
	}
	if others := takers(c.Root(), name); others != nil {
		elsewhere = "; it is a flag of " + strings.Join(others, ", ")
	}
	return usage(fmt.Errorf("unknown flag %q%s (%s --help lists all%s)", match[1], meant, c.CommandPath(), elsewhere))
}

// takers returns the commands that have a flag, nil if they are many: such a list would
// say little about the flag.
func takers(root *cobra.Command, flag string) (paths []string) {
	const few = 4
	for _, c := range root.Commands() {
		for _, c := range append(c.Commands(), c) {
			if f := c.Flags().Lookup(flag); f != nil && !f.Hidden {
				paths = append(paths, c.CommandPath())
			}
		}
	}
	if len(paths) > few {
		return nil
	}
	return paths
}

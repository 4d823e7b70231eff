package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/memory"
)

// addMemory defines --memory for all commands.
func addMemory(root *cobra.Command) {
	root.PersistentFlags().String("memory", "", "memory limit, such as 4GiB; by default all that the machine or the container has")
	say(root, silent, "memory")
}

// setMemory sets the memory budget, and ends the command if it takes more.
func setMemory(c *cobra.Command) error {
	most := memory.Machine()
	if text, _ := c.Flags().GetString("memory"); text != "" {
		var err error
		if most, err = memory.ParseSize(text); err != nil {
			return usage(fmt.Errorf("--memory: %w", err))
		}
	}
	memory.Set(most)
	c.SetContext(memory.Watch(c.Context(), func(err error) {
		os.Exit(exitCode(c.ErrOrStderr(), err))
	}))
	return nil
}

// outOfMemory returns the error of a command that works until it is stopped, if it was by its memory
// budget.
func outOfMemory(c *cobra.Command) error {
	if cause := context.Cause(c.Context()); errors.Is(cause, memory.ErrBudget) {
		return cause
	}
	return nil
}

// memoryCause returns err with the memory budget as its cause, if that is what ended the
// command.
func memoryCause(c *cobra.Command, err error) error {
	cause := context.Cause(c.Context())
	if !errors.Is(err, context.Canceled) || !errors.Is(cause, memory.ErrBudget) {
		return err
	}
	return fmt.Errorf("%s: %w", strings.TrimSuffix(err.Error(), ": "+context.Canceled.Error()), cause)
}

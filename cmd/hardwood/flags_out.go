package main

import (
	"errors"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/replace"
)

// addOut defines --out.
func addOut(c *cobra.Command, out *string, standard, about string) {
	c.Flags().StringVarP(out, "out", "o", standard, about)
	say(c, writes, "out")
	say(c, silent, "out")
}

var errNoOut = usage(errors.New("no output given: use --out FILE"))

// writeOut writes a file that appears whole or not at all, or standard output if path is -.
func writeOut(c *cobra.Command, path string, write func(io.Writer) error) error {
	ctx := c.Context()
	unlessCancelled := func(w io.Writer) error { return write(cancelled{ctx, w}) }
	var err error
	switch path {
	case "":
		return errNoOut
	case "-":
		err = unlessCancelled(dataOut(c))
	default:
		err = replace.With(path, unlessCancelled)
	}
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// wordsOut is where a command prints a summary: not behind results that it writes to standard output, whose
// readers would take it for one of them.
func wordsOut(c *cobra.Command, results string) io.Writer {
	if results == "-" {
		return c.ErrOrStderr()
	}
	return c.OutOrStdout()
}

// writable reports, before long work, a file that cannot be written after it. It skips empty
// names and -. A pipe is not opened, as its reader would take that for the whole output.
func writable(paths ...string) error {
	for _, path := range paths {
		info, err := os.Stat(path)
		if path == "" || path == "-" || err == nil && !info.IsDir() && !info.Mode().IsRegular() {
			continue
		}
		f, err := replace.Create(path)
		if err != nil {
			return err
		}
		f.Abandon()
	}
	return nil
}

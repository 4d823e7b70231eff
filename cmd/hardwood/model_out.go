package main

import (
	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// writeModel writes a model to a file, or to standard output if path is -. It writes after Ctrl-C too,
// to keep the trees so far.
func writeModel(c *cobra.Command, w format.Writer, path string, e *ensemble.Ensemble, kind format.Kind) error {
	if path != "-" {
		return w.WriteFile(path, e, kind)
	}
	return w.Write(dataOut(c), e, kind)
}

// calledOut is what a summary calls the file that a command has written.
func calledOut(path string) string {
	if path == "-" {
		return "standard output"
	}
	return path
}

package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// Putting jobs in a queue must not give access to the files of workers: a job's flags name
// no files, and its inputs are files of the queue.

// parseJob reads the flags of a job, and then those that name its inputs, which are at paths.
func parseJob(c *cobra.Command, args []string, paths map[string][]string) error {
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	var refused error
	c.Flags().Visit(func(f *pflag.Flag) {
		value, isFile := f.Value.String(), false
		switch {
		case says(f, reads):
			isFile = data.Files(value, data.Options{}) != nil // built-in data has no file
		case f.Name == part.Examples, f.Name == part.Answers: // their own name asks for them
			isFile = value != f.Name
		default:
			isFile = says(f, writes, here)
		}
		if isFile {
			refused = fmt.Errorf("the job names a file on the worker, by --%s: its inputs must be files of the queue", f.Name)
		}
	})
	if refused != nil {
		return refused
	}
	args = nil
	for flag, of := range paths {
		if !says(c.Flags().Lookup(flag), reads) {
			return fmt.Errorf("the job has an input --%s, but that flag does not name an input", flag)
		}
		args = append(args, "--"+flag+"="+of[0])
		if flag == "data" && len(of) > 1 {
			args = append(args, "--labels-file="+of[1])
		}
	}
	return c.ParseFlags(args)
}

// placeFiles replaces the files that a spec names by the paths of a job's inputs, by the
// names of [specFiles], and refuses other files.
func placeFiles(spec *ablation.Spec, paths map[string][]string) error {
	for i := range spec.Data {
		d := &spec.Data[i]
		for flag, of := range map[string]*string{"data ": &d.Source, "test of ": &d.Test, "schema of ": &d.Schema} {
			there := paths[flag+d.Name]
			switch {
			case there != nil:
				*of = there[0]
			case *of == "", of != &d.Schema && data.Files(*of, data.Options{}) == nil: // built-in data has no file
			default:
				return fmt.Errorf("the job names a file on the worker, as %s%s: its inputs must be files of the queue", flag, d.Name)
			}
		}
	}
	return nil
}

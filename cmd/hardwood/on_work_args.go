package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// Whoever may put jobs in a queue shall not read the files of workers by them: a job's
// flags name no files. Its inputs are files of the queue.

// parseJob reads the flags of a job, and then those that name its inputs, which paths has.
func parseJob(c *cobra.Command, args []string, paths map[string][]string) error {
	if err := c.ParseFlags(args); err != nil {
		return err
	}
	var refused error
	c.Flags().Visit(func(f *pflag.Flag) {
		value, isFile := f.Value.String(), false
		switch {
		case says(f, reads):
			isFile = data.Files(value, data.Options{}) != nil // built-in data is none
		case f.Name == part.Examples, f.Name == part.Answers: // are asked for by any name
			isFile = value != f.Name
		default:
			isFile = says(f, writes, here)
		}
		if isFile {
			refused = fmt.Errorf("the job names a file of the worker's, by --%s: its inputs have to be files of the queue", f.Name)
		}
	})
	if refused != nil {
		return refused
	}
	args = nil
	for flag, of := range paths {
		if !says(c.Flags().Lookup(flag), reads) {
			return fmt.Errorf("the job has an input --%s, which is none", flag)
		}
		args = append(args, "--"+flag+"="+of[0])
		if flag == "data" && len(of) > 1 {
			args = append(args, "--labels-file="+of[1])
		}
	}
	return c.ParseFlags(args)
}

// placeFiles puts the paths of a job's inputs, by the names of [specFiles], in place of the
// files that a spec names, and refuses others.
func placeFiles(spec *ablation.Spec, paths map[string][]string) error {
	for i := range spec.Data {
		d := &spec.Data[i]
		for flag, of := range map[string]*string{"data ": &d.Source, "test of ": &d.Test, "schema of ": &d.Schema} {
			there := paths[flag+d.Name]
			switch {
			case there != nil:
				*of = there[0]
			case *of == "", of != &d.Schema && data.Files(*of, data.Options{}) == nil: // built-in data is none
			default:
				return fmt.Errorf("the job names a file of the worker's, as %s%s: its inputs have to be files of the queue", flag, d.Name)
			}
		}
	}
	return nil
}

package main

import (
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
)

// partFlags let a command do one part of its work.
type partFlags struct {
	text string
	part.Part
	note part.Note // on what the command writes; its Job is nil for the whole work
}

func (p *partFlags) add(c *cobra.Command) {
	c.Flags().StringVar(&p.text, "part", "", "do only one part of the work, such as 3/64, or env/64 in an array of Slurm or Kubernetes: see hardwood help machines")
	say(c, here, "part")
}

// check reads --part, before any work is done, and refuses what parts cannot have: flags
// whose results depend on the machine or on all rows, and outputs that cannot have a note
// beside them.
func (p *partFlags) check(c *cobra.Command, files []string, refused map[string]string) error {
	if p.text == "" {
		return nil
	}
	var err error
	if p.Part, err = part.Parse(p.text, os.LookupEnv); err != nil {
		return usage(fmt.Errorf("--part %w", err))
	}
	for name, why := range refused {
		if c.Flags().Changed(name) {
			return usage(fmt.Errorf("--%s beside --part: %s", name, why))
		}
	}
	if files[0] == "" || slices.Contains(files, "-") {
		return usage(fmt.Errorf("--part writes a file and a note beside it: use --out FILE"))
	}
	return nil
}

// timed is why a part takes no --time.
const timed = "results would depend on the machine; bound the work by --nodes"

// identify finds out which job the part belongs to. files are the input files by the flags
// that name them.
func (p *partFlags) identify(c *cobra.Command, files map[string][]string) error {
	if p.text == "" {
		return nil
	}
	job, err := newJob(c, files)
	p.note = part.Note{Part: p.Part, Job: job, Args: jobArgs(c)}
	return err
}

// seal notes that a file is complete, if it belongs to a part.
func (p *partFlags) seal(path, holds string) error {
	if p.note.Job == nil || path == "" {
		return nil
	}
	n := p.note
	n.Holds = holds
	return part.Seal(path, n)
}

// unseal notes that a file is about to change, if it belongs to a part.
func (p *partFlags) unseal(path string) error {
	if p.note.Job == nil || path == "" {
		return nil
	}
	return part.Unseal(path)
}

// ofJob reports whether a flag is part of a job's identity.
func ofJob(f *pflag.Flag) bool {
	return !f.Hidden && f.Name != "help" && !says(f, writes, here, silent)
}

// newJob returns the job of a command: the values of its flags, given or not, and the
// hashes of its input files.
func newJob(c *cobra.Command, files map[string][]string) (*part.Job, error) {
	j := &part.Job{Command: c.Name(), Version: mixVersion(), Arch: part.Arch(), Settings: map[string]string{}, Inputs: map[string]string{}}
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if _, file := files[f.Name]; !file && ofJob(f) {
			j.Settings[f.Name] = f.Value.String()
		}
	})
	for name, paths := range files {
		var sums []string
		for _, path := range paths {
			if path == data.Stdin {
				return nil, usage(fmt.Errorf("--%s is standard input, which other parts cannot read: name a file", name))
			}
			sum, err := part.SumFile(path)
			if err != nil {
				return nil, err
			}
			sums = append(sums, sum)
		}
		j.Inputs[name] = strings.Join(sums, " ")
	}
	return j, nil
}

// jobArgs returns the given flags that matter to results, as a command line takes them.
func jobArgs(c *cobra.Command) []string {
	args := slices.Clone(c.Flags().Args())
	c.Flags().Visit(func(f *pflag.Flag) {
		if !ofJob(f) {
			return
		}
		value := f.Value.String()
		if _, list := f.Value.(pflag.SliceValue); list {
			value = strings.TrimSuffix(strings.TrimPrefix(value, "["), "]")
		}
		args = append(args, "--"+f.Name+"="+value)
	})
	return args
}

// inputFiles returns the files of a command that reads a model and rows, by flags.
func inputFiles(m *modelFlags, d *dataFlags, a *attackFlags) map[string][]string {
	files := map[string][]string{"model": {m.path}, "labels-file": nil}
	for name, source := range map[string]string{"data": d.source, "train": a.train, "scale-by": rangesFile(a.scaleBy)} {
		if paths := data.Files(source, d.Options); source != "" && paths != nil { // built-in data has no file: its name is a setting
			files[name] = paths
		}
	}
	for name, path := range map[string]string{"schema": d.schema, "threat": a.threatFile} {
		if path != "" {
			files[name] = []string{path}
		}
	}
	return files
}

// addNoTimes defines --no-times.
func addNoTimes(c *cobra.Command, noTimes *bool) {
	c.Flags().BoolVar(noTimes, "no-times", false, "leave out measured times, such as the column seconds, so that the same work writes the same bytes")
}

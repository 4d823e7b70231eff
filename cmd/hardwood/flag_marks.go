package main

import (
	"slices"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// mark is a property of a flag, set where the flag is defined. A flag that takes a file has
// one of the first three.
type mark string

const (
	reads  mark = "reads"  // the flag names a file that results depend on
	writes mark = "writes" // the flag names what the command writes
	here   mark = "here"   // the flag is about this process alone: its file, server or part
	silent mark = "silent" // the flag changes no number
	packs  mark = "packs"  // the model that the flag names is packed if its name ends in .gz or .zst
)

// say marks flags of a command.
func say(c *cobra.Command, m mark, flags ...string) {
	for _, name := range flags {
		set := c.Flags()
		if set.Lookup(name) == nil {
			set = c.PersistentFlags()
		}
		if err := set.SetAnnotation(name, string(m), []string{"true"}); err != nil {
			panic(err) // it is not defined
		}
	}
}

// says reports whether a flag has one of some marks.
func says(f *pflag.Flag, marks ...mark) bool {
	return f != nil && slices.ContainsFunc(marks, func(m mark) bool { return f.Annotations[string(m)] != nil })
}

// thatSay returns the flags of a command with a mark, in the order of their definition.
func thatSay(c *cobra.Command, m mark) (flags []*pflag.Flag) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if says(f, m) {
			flags = append(flags, f)
		}
	})
	return flags
}

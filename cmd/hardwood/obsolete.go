package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/internal/renamed"
)

// obsoleteNote is the annotation of an obsolete flag that holds the note to print.
const obsoleteNote = "hardwood_obsolete"

// obsolete hides a flag that this version still takes. The note is printed if it is given.
func obsolete(flags *pflag.FlagSet, name, note string) {
	flags.Lookup(name).Hidden = true
	flags.SetAnnotation(name, obsoleteNote, []string{note}) // fails for unknown flags only
}

// noteObsolete prints the notes of the obsolete flags of a command line.
func noteObsolete(c *cobra.Command, _ []string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if note := f.Annotations[obsoleteNote]; note != nil {
			fmt.Fprintln(c.ErrOrStderr(), "note: --"+f.Name+": "+note[0])
		}
	})
}

// takeOldNames lets the flags of a command and its subcommands be given by their old
// names, see package renamed.
func takeOldNames(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		old := renamed.From(f.Name)
		if old == "" || c.Flags().Lookup(old) != nil {
			return
		}
		c.Flags().VarPF(&sameValue{f.Value, c.Flags(), f.Name}, old, "", "").NoOptDefVal = f.NoOptDefVal
		obsolete(c.Flags(), old, "the name is --"+f.Name+" now")
	})
	for _, sub := range c.Commands() {
		takeOldNames(sub)
	}
}

// sameValue is the value of a flag of another name.
type sameValue struct {
	pflag.Value
	flags *pflag.FlagSet
	name  string
}

// Set sets the other flag.
func (v *sameValue) Set(s string) error { return v.flags.Set(v.name, s) }

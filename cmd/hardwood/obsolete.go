package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// obsoleteNote is the annotation of a flag that holds what to say about it.
const obsoleteNote = "hardwood_obsolete"

// obsolete hides a flag that is still taken for this version. Whoever gives it
// is told the note.
func obsolete(flags *pflag.FlagSet, name, note string) {
	flags.Lookup(name).Hidden = true
	flags.SetAnnotation(name, obsoleteNote, []string{note}) // fails for unknown flags only
}

// noteObsolete tells which flags of a command line are obsolete.
func noteObsolete(c *cobra.Command, _ []string) {
	c.Flags().Visit(func(f *pflag.Flag) {
		if note := f.Annotations[obsoleteNote]; note != nil {
			progressOf(c).warn("--" + f.Name + ": " + note[0])
		}
	})
}

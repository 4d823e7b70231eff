package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/internal/renamed"
)

// takeOldNames lets the flags of a command, and of those below it, be given by
// their old names, see package renamed. The help does not show these.
func takeOldNames(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		old := renamed.From(f.Name)
		if old == "" || c.Flags().Lookup(old) != nil {
			return
		}
		hidden := c.Flags().VarPF(&renamedValue{Value: f.Value, command: c, old: old}, old, "", "")
		hidden.Hidden, hidden.NoOptDefVal = true, f.NoOptDefVal
	})
	for _, sub := range c.Commands() {
		takeOldNames(sub)
	}
}

// renamedValue is the value of a flag by its old name: it sets the flag and says
// how that is called now.
type renamedValue struct {
	pflag.Value
	command *cobra.Command
	old     string
}

func (v *renamedValue) Set(s string) error {
	fmt.Fprintln(v.command.ErrOrStderr(), "note: "+renamed.Note("--", v.old))
	return v.command.Flags().Set(renamed.To(v.old), s)
}

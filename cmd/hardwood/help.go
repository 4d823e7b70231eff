package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The help of a command with many flags lists them under headings, in the order of their
// definition; the command's own flags come first.

// heading is the annotation of a flag that names its section.
const heading = "hardwood_section"

// helpWidth is the width of the lines of a list of flags.
const helpWidth = 100

// section puts the flags that define adds under a heading.
func section(c *cobra.Command, name string, define func()) {
	known := map[string]bool{}
	c.Flags().VisitAll(func(f *pflag.Flag) { known[f.Name] = true })
	define()
	c.Flags().VisitAll(func(f *pflag.Flag) {
		if !known[f.Name] {
			c.Flags().SetAnnotation(f.Name, heading, []string{name})
		}
	})
}

// sections writes flags as the help shows them.
func sections(flags *pflag.FlagSet) string {
	own := "Flags"
	names := []string{own}
	lists := map[string]*pflag.FlagSet{}
	flags.VisitAll(func(f *pflag.Flag) {
		name := own
		if a := f.Annotations[heading]; a != nil {
			name = a[0]
		}
		if lists[name] == nil {
			lists[name] = pflag.NewFlagSet(name, pflag.ContinueOnError)
			lists[name].SortFlags = false
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		lists[name].AddFlag(f)
	})
	var b strings.Builder
	for _, name := range names {
		if list := lists[name]; list != nil && list.HasAvailableFlags() {
			fmt.Fprintf(&b, "\n\n%s:\n%s", name, strings.TrimRight(list.FlagUsagesWrapped(helpWidth), "\n"))
		}
	}
	return b.String()
}

// newPage returns a page of help that is written when it is asked for.
func newPage(name, short string, write func() string) *cobra.Command {
	c := &cobra.Command{Use: name, Short: short, Long: "See help " + name + "."}
	c.SetHelpFunc(func(c *cobra.Command, args []string) {
		c.Long = write()
		c.Parent().HelpFunc()(c, args)
	})
	return c
}

// knowHelp makes help about an unknown command an error; cobra would show the help of
// the parent command. As --help cannot fail, the error is left in unknown.
func knowHelp(root *cobra.Command, unknown *error) {
	show := root.HelpFunc()
	root.SetHelpFunc(func(c *cobra.Command, args []string) {
		if c.HasSubCommands() {
			*unknown = knownCommand(c, c.Flags().Args())
		}
		if *unknown == nil {
			show(c, args)
		}
	})
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Run = nil
		help.RunE = func(c *cobra.Command, args []string) error {
			root.SetArgs(append(args, "--help"))
			return root.ExecuteContext(c.Context())
		}
	}
}

// explain lists the commands below root and their flags in the order of their definition,
// and the flags by section.
func explain(root *cobra.Command) {
	cobra.EnableCommandSorting = false
	usual := root.UsageFunc()
	root.SetUsageFunc(func(c *cobra.Command) error {
		var text strings.Builder
		out := c.OutOrStderr()
		c.SetOut(&text)
		err := usual(c)
		c.SetOut(out)
		listed := "\n\nFlags:\n" + strings.TrimRight(c.LocalFlags().FlagUsages(), " \n")
		fmt.Fprint(out, strings.Replace(text.String(), listed, sections(c.LocalFlags()), 1))
		return err
	})
	inOrder(root)
}

func inOrder(c *cobra.Command) {
	c.Flags().SortFlags = false
	for _, sub := range c.Commands() {
		inOrder(sub)
	}
}

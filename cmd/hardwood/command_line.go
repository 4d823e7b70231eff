package main

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// commandLine returns a command that gives the same numbers: the flags that were given,
// except those that change no number and those in without.
func commandLine(c *cobra.Command, without ...string) string {
	parts := []string{c.CommandPath()}
	for _, arg := range c.Flags().Args() {
		parts = append(parts, quoted(arg))
	}
	c.Flags().Visit(func(f *pflag.Flag) {
		if says(f, silent) || slices.Contains(without, f.Name) || f.Hidden { // an old name, which the new one repeats
			return
		}
		value := f.Value.String()
		if list, ok := f.Value.(pflag.SliceValue); ok {
			value = strings.Join(list.GetSlice(), ",")
		}
		parts = append(parts, fmt.Sprintf("--%s=%s", f.Name, quoted(value)))
	})
	return strings.Join(parts, " ")
}

var plainWord = regexp.MustCompile(`^[\w@%+=:,./-]+$`)

// quoted writes a word for a shell.
func quoted(s string) string {
	if plainWord.MatchString(s) {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

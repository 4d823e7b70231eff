package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/internal/option"
)

// optionValues are the flags of a table of options by name.
type optionValues map[string]*optionValue

// add defines the flag of an option.
func (v optionValues) add(c *cobra.Command, name, kind, usage string) {
	v[name] = &optionValue{kind: kind}
	f := c.Flags().VarPF(v[name], name, "", usage)
	if kind == option.Switch {
		f.NoOptDefVal = "true"
	}
}

// optionValue is a flag that keeps its text until its option's default is known.
type optionValue struct {
	text string
	set  bool
	kind string // what to call a value in the help
}

func (v *optionValue) String() string     { return v.text }
func (v *optionValue) Type() string       { return v.kind }
func (v *optionValue) Set(s string) error { v.text, v.set = s, true; return nil }

// addAliases lets flags have other names too, and underscores.
func addAliases(c *cobra.Command, aliases map[string]string) {
	c.Flags().SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		name = strings.ReplaceAll(name, "_", "-")
		if real, ok := aliases[name]; ok {
			name = real
		}
		return pflag.NormalizedName(name)
	})
}

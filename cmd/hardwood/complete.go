package main

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// completeValues lets shells complete the values of flags that take words. Other flags
// complete to files.
func completeValues(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) {
		words := valuesOf(c, f.Name)
		if words == nil {
			return
		}
		rest := cobra.ShellCompDirectiveNoFileComp
		if f.Name == "data" || f.Name == "test" {
			rest = cobra.ShellCompDirectiveDefault
		}
		// it fails only for an unknown flag
		_ = c.RegisterFlagCompletionFunc(f.Name, func(_ *cobra.Command, _ []string, begun string) ([]string, cobra.ShellCompDirective) {
			var fit []string
			for _, w := range words {
				if strings.HasPrefix(w, begun) {
					fit = append(fit, w)
				}
			}
			return fit, rest
		})
	})
	for _, sub := range c.Commands() {
		completeValues(sub)
	}
}

// valuesOf returns the words that a flag of a command takes, nil if it does not take words.
func valuesOf(c *cobra.Command, flag string) (words []string) {
	switch flag {
	case "data", "test":
		for _, b := range data.Builtins() {
			words = append(words, "builtin:"+b.Name)
		}
		return words
	case "booster":
		return booster.Names
	case "norm":
		return attack.NormNames
	case "units":
		return []string{"scaled", "raw"}
	case "scale":
		return experiment.Scales
	case "format":
		return data.Formats()
	case "to":
		for _, k := range format.Kinds {
			words = append(words, string(k))
		}
		return words
	case "method":
		if c.Name() == "verify" {
			return method.Names(method.Prove)
		}
		return method.Names(method.Find)
	}
	for i := range trainer.Options {
		if o := &trainer.Options[i]; o.Name == flag {
			return o.Range.Words
		}
	}
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; o.Name == flag {
			return o.Range.Words
		}
	}
	return nil
}

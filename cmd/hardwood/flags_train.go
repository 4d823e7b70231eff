package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
)

// trainFlags are the parameters of training, one flag per trainer.Options.
type trainFlags struct {
	booster  string
	values   optionValues
	defaults func(booster string) trainer.Params
}

// add defines the flags, except those in without.
func (t *trainFlags) add(c *cobra.Command, defaults func(booster string) trainer.Params, without ...string) {
	t.values, t.defaults = optionValues{}, defaults
	c.Flags().StringVar(&t.booster, "booster", trainer.GBDT, "what to train: gbdt (boosted trees) or forest")
	aliases := map[string]string{}
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if slices.Contains(without, o.Name) {
			continue
		}
		t.values.add(c, o.Name, o.Kind(), t.usage(o))
		for _, a := range o.Aliases {
			aliases[a] = o.Name
		}
	}
	say(c, silent, "threads")
	addAliases(c, aliases)
}

// usage describes an option with its default and its booster.
func (t *trainFlags) usage(o *trainer.Option) string {
	text := o.About()
	gbdt, forest := t.defaults(trainer.GBDT).Record(trainer.GBDT, true)[o.Name], t.defaults(trainer.Forest).Record(trainer.Forest, true)[o.Name]
	switch {
	case o.For != "":
		text += " (" + o.For + " only"
		if d := gbdt + forest; d != "" && d != "null" {
			text += ", default " + d
		}
		return text + ")"
	case gbdt == "" || gbdt == "null":
		return text
	case gbdt == forest:
		return text + " (default " + gbdt + ")"
	}
	return text + fmt.Sprintf(" (default %s, forest %s)", gbdt, forest)
}

// params returns the checked parameters.
func (t *trainFlags) params() (trainer.Params, error) { return t.over(t.defaults) }

// over returns the checked parameters. Flags that are not given have those of defaults.
func (t *trainFlags) over(defaults func(booster string) trainer.Params) (trainer.Params, error) {
	if !slices.Contains(booster.Names, t.booster) {
		return trainer.Params{}, usage(option.In("booster", nearest.Unknown("booster", t.booster, booster.Names)))
	}
	p := defaults(t.booster)
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if v := t.values[o.Name]; v != nil && v.set {
			if err := p.Set(t.booster, o.Name, v.text); err != nil {
				return p, usage(err)
			}
		}
	}
	return p, nil
}

package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer"
)

var boosters = []string{trainer.GBDT, trainer.Forest}

// trainFlags are the parameters of training, a flag for each of
// trainer.Options.
type trainFlags struct {
	booster string
	values  optionValues
	preset  map[string]string // the command's own defaults
}

// add defines the flags, but for those that mean nothing to the command. preset
// overrides defaults of the trainers.
func (t *trainFlags) add(c *cobra.Command, preset map[string]string, without ...string) {
	t.values, t.preset = optionValues{}, preset
	c.Flags().StringVar(&t.booster, "booster", trainer.GBDT, "what to train: gbdt (boosted trees) or forest")
	defaults := [2]trainer.Params{trainer.Defaults(trainer.GBDT), trainer.Defaults(trainer.Forest)}
	aliases := map[string]string{}
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if slices.Contains(without, o.Name) {
			continue
		}
		t.values.add(c, o.Name, o.Kind(), t.usage(o, defaults))
		for _, a := range o.Aliases {
			aliases[a] = o.Name
		}
	}
	addAliases(c, aliases)
}

// usage describes an option with its default and its booster.
func (t *trainFlags) usage(o *trainer.Option, defaults [2]trainer.Params) string {
	text := o.About()
	gbdt, forest := defaults[0].Record(trainer.GBDT)[o.Name], defaults[1].Record(trainer.Forest)[o.Name]
	if set, ok := t.preset[o.Name]; ok {
		gbdt, forest = set, set
	}
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
func (t *trainFlags) params() (trainer.Params, error) {
	if t.booster != trainer.GBDT && t.booster != trainer.Forest {
		return trainer.Params{}, usage(nearest.Unknown("booster", t.booster, boosters))
	}
	p := trainer.Defaults(t.booster)
	for name, text := range t.preset {
		if t.values[name].set {
			continue
		}
		if o, err := trainer.FindOption(t.booster, name); err == nil {
			if err := p.Set(t.booster, o.Name, text); err != nil {
				return p, err
			}
		}
	}
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if v := t.values[o.Name]; v != nil && v.set {
			if err := p.Set(t.booster, o.Name, v.text); err != nil {
				return p, usage(fmt.Errorf("--%w", err))
			}
		}
	}
	return p, nil
}

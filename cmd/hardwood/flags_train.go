package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer"
)

var boosters = []string{trainer.GBDT, trainer.Forest}

// trainFlags are the parameters of training, a flag for each of
// trainer.Options.
type trainFlags struct {
	booster string
	values  map[string]*optionValue
	preset  map[string]string // the command's own defaults
}

// add defines the flags, but for those that mean nothing to the command. preset
// overrides defaults of the trainers.
func (t *trainFlags) add(c *cobra.Command, preset map[string]string, without ...string) {
	t.values, t.preset = map[string]*optionValue{}, preset
	f := c.Flags()
	f.StringVar(&t.booster, "booster", trainer.GBDT, "what to train: gbdt (boosted trees) or forest")
	defaults := [2]trainer.Params{trainer.Defaults(trainer.GBDT), trainer.Defaults(trainer.Forest)}
	aliases := map[string]string{}
	for _, o := range trainer.Options {
		if slices.Contains(without, o.Name) {
			continue
		}
		v := &optionValue{kind: kindOf(o.Field(&trainer.Params{}))}
		t.values[o.Name] = v
		f.VarP(v, o.Name, "", t.usage(o, defaults))
		if v.kind == "" {
			f.Lookup(o.Name).NoOptDefVal = "true"
		}
		for _, a := range o.Aliases {
			aliases[a] = o.Name
		}
	}
	f.SetNormalizeFunc(func(_ *pflag.FlagSet, name string) pflag.NormalizedName {
		name = strings.ReplaceAll(name, "_", "-")
		if real, ok := aliases[name]; ok {
			name = real
		}
		return pflag.NormalizedName(name)
	})
}

// usage describes an option with its default and its booster.
func (t *trainFlags) usage(o trainer.Option, defaults [2]trainer.Params) string {
	text := o.Usage
	if o.Range.Words != nil {
		words := slices.DeleteFunc(slices.Clone(o.Range.Words), func(w string) bool { return w == "" })
		last := len(words) - 1
		text += ": " + strings.Join(words[:last], ", ") + " or " + words[last]
	}
	gbdt, forest := defaults[0].Record(trainer.GBDT)[o.Name], defaults[1].Record(trainer.Forest)[o.Name]
	if set, ok := t.preset[o.Name]; ok {
		gbdt, forest = set, set
	}
	switch {
	case o.Booster != "":
		text += " (" + o.Booster + " only"
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
	for _, o := range trainer.Options {
		if v := t.values[o.Name]; v != nil && v.set {
			if err := p.Set(t.booster, o.Name, v.text); err != nil {
				return p, usage(fmt.Errorf("--%w", err))
			}
		}
	}
	return p, nil
}

// optionValue is a flag that keeps its text until the booster is known.
type optionValue struct {
	text string
	set  bool
	kind string // what to call a value in the help, "" for a switch
}

func (v *optionValue) String() string     { return v.text }
func (v *optionValue) Type() string       { return v.kind }
func (v *optionValue) Set(s string) error { v.text, v.set = s, true; return nil }

func kindOf(field any) string {
	switch field.(type) {
	case *int, *uint64:
		return "int"
	case *float64:
		return "float"
	case *bool:
		return ""
	case *[]int, *[]float64:
		return "list"
	}
	return "word"
}

package ablation

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Settings are the axis values of a run, as text.
type Settings map[string]string

// text writes a TOML value so that 1 and 1.0 are the same.
func text(v any) string {
	switch v := v.(type) {
	case string:
		return v
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	case []any:
		b, _ := json.Marshal(v)
		return string(b)
	}
	return fmt.Sprint(v)
}

// complete gives what was left out the values that hardwood harden has for the
// booster and the norm.
func (s Settings) complete() {
	booster := s["booster"]
	norm, _ := attack.ParseNorm(s["norm"]) // check reports what is wrong
	usual := experiment.Default(booster, norm, nil)
	set := func(name, text string) {
		if _, listed := s[name]; !listed {
			s[name] = text
		}
	}
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		set(o.Name, o.Text(&usual.Strategy))
	}
	plain := trainer.Defaults(booster)
	for i := range trainer.Options {
		o := &trainer.Options[i]
		if text := o.Text(&usual.Params); text != o.Text(&plain) {
			set(trainPrefix+o.Name, text)
		}
	}
}

// simplify drops what means nothing beside the others.
func (s Settings) simplify() {
	how, _ := s.strategy(&DataSet{}) // check reports what is wrong
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; !how.Uses(o) {
			delete(s, o.Name)
		}
	}
	if _, refit := s["refit"]; s["loop"] == none && s["split"] == "0" && s["gradient"] == advboost.NaturalGradient && !refit {
		delete(s, "radius")
	}
}

// JSON writes the settings with sorted keys.
func (s Settings) JSON() string {
	b, err := json.Marshal(s)
	if err != nil {
		panic(err) // a map of strings can be written
	}
	return string(b)
}

// baseline returns the settings that others are compared with.
func (s *Spec) baseline(of Settings) Settings {
	base := map[string]string{}
	for name, v := range s.Baseline {
		base[name] = text(v)
	}
	return s.with(of, base)
}

// with returns settings with other values of some axes. What the spec leaves out is then
// as hardwood harden has it for the booster.
func (s *Spec) with(of Settings, axes map[string]string) Settings {
	other := maps.Clone(of)
	maps.Copy(other, axes)
	if other["booster"] != of["booster"] {
		listed := s.listed()
		maps.DeleteFunc(other, func(name, _ string) bool { return !listed[name] })
		other.complete()
	}
	other.simplify()
	return other
}

// check reports the first value that cannot be.
func (s Settings) check() error {
	if b := s["booster"]; b != trainer.GBDT && b != trainer.Forest {
		return option.In("booster", nearest.Unknown("booster", b, []string{trainer.GBDT, trainer.Forest}))
	}
	how, err := s.strategy(&DataSet{})
	if err != nil {
		return err
	}
	if err := how.Check(); err != nil {
		return err
	}
	_, err = s.params(0)
	return err
}

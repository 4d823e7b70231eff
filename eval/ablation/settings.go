package ablation

import (
	"encoding/json"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Settings are the axis values of a run, as text.
type Settings map[string]string

// text writes a TOML value such that 1 and 1.0 become the same.
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

// meaning returns the canonical spelling of a value of an axis, such as inf for linf.
func meaning(axis, value string) string {
	switch axis {
	case "norm":
		if n, err := attack.ParseNorm(value); err == nil {
			return n.String()
		}
	case "radius":
		if radius, err := strconv.ParseFloat(value, 64); err == nil {
			return text(radius)
		}
	}
	if name, trains := strings.CutPrefix(axis, trainPrefix); trains {
		if o, p := trainOption(name), trainer.Defaults(trainer.GBDT); o != nil && o.Set(&p, value) == nil {
			return o.Text(&p)
		}
		return value
	}
	for i := range advboost.StrategyOptions {
		how := advboost.Strategy{}
		if o := &advboost.StrategyOptions[i]; o.Name == axis && o.Set(&how, value) == nil {
			return o.Text(&how)
		}
	}
	return value
}

// simplify drops settings that have no effect beside the others.
func (s Settings) simplify() {
	how, _ := s.strategy(&DataSet{}) // check reports what is wrong
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; !how.Uses(o) {
			delete(s, o.Name)
		}
	}
	maps.DeleteFunc(s, func(axis, _ string) bool {
		name, trains := strings.CutPrefix(axis, trainPrefix)
		return trains && !usedBy(name, s["booster"])
	})
	natural := s["loop"] == none && s["split"] == "0" && s["gradient"] == advboost.NaturalGradient && how.Relabel == 0
	if _, refit := s["refit"]; natural && !refit {
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

// baseline returns the settings that others on a data set are compared with.
func (s *Spec) baseline(data string, of Settings) Settings {
	base := map[string]string{}
	for name, v := range s.Baseline {
		base[name] = text(v)
	}
	return s.with(data, of, base)
}

// with returns settings on a data set with other values of some axes. What the spec leaves out gets
// the defaults of hardwood harden for the booster and the radius, and what had no effect before gets
// the values of the baseline.
func (s *Spec) with(data string, of Settings, axes map[string]string) Settings {
	other := maps.Clone(of)
	maps.Copy(other, axes)
	radius, given := of["radius"]
	anew := other["booster"] != of["booster"] || given && other["radius"] != radius
	if anew {
		listed := s.listed()
		maps.DeleteFunc(other, func(name, _ string) bool { return !listed[name] })
	}
	s.fillIn(other, data)
	for name, value := range s.usual.of(other, data) {
		if _, has := other[name]; !has && (anew || !strings.HasPrefix(name, trainPrefix)) { // absent training parameters are as without hardening
			other[name] = value
		}
	}
	other.simplify()
	return other
}

// fillIn adds the axes that settings on a data set lack: with the value of the baseline, else that of
// hardwood harden if the spec lists it, else the first.
func (s *Spec) fillIn(to Settings, data string) {
	axes := s.axes()
	for _, radius := range []bool{true, false} { // the radius first, as the values of harden depend on it
		for k := range axes {
			a := &axes[k]
			if _, has := to[a.name]; has || len(a.values) == 0 || (a.name == "radius") != radius {
				continue
			}
			value, set := s.Baseline[a.name]
			if set {
				to[a.name] = text(value)
				continue
			}
			to[a.name] = a.values[max(0, a.place(s.usual.of(to, data)[a.name]))]
		}
	}
}

// check reports the first invalid value.
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

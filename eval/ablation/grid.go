package ablation

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer"
)

// MaxRuns is the largest grid.
const MaxRuns = 1_000_000

// Settings are the axis values of a run, as text.
type Settings map[string]string

// axisNames are the axes that are not parameters of training, in the order of
// tables.
var axisNames = func() []string {
	names := []string{"booster", "norm"}
	for i := range advboost.StrategyOptions {
		names = append(names, advboost.StrategyOptions[i].Name)
	}
	return append(names, "radius")
}()

// isOption reports whether a name is that of an option of hardening.
func isOption(name string) bool {
	called := func(o advboost.Option) bool { return o.Name == name }
	return slices.ContainsFunc(advboost.StrategyOptions, called)
}

// trainPrefix marks a parameter of training among Settings.
const trainPrefix = "train."

// Task is a run to do.
type Task struct {
	Data     *DataSet
	Seed     uint64
	Settings Settings
}

// Grid returns all runs of a spec, without those that differ in nothing that
// matters. A grid of more than [MaxRuns] is refused.
func (s *Spec) Grid() ([]Task, error) {
	axes := s.axes()
	n := len(s.Data) * len(s.Seeds)
	for _, a := range axes {
		if len(a.values) == 0 {
			return nil, fmt.Errorf("%s is an empty list: give it a value, or leave it out", strings.TrimPrefix(a.name, trainPrefix))
		}
		if n *= len(a.values); n > MaxRuns || n < 0 {
			return nil, fmt.Errorf("the grid has more than %d runs: leave out values of some axes", MaxRuns)
		}
	}
	combinations := []Settings{{}}
	for _, a := range axes {
		var next []Settings
		for _, c := range combinations {
			for _, v := range a.values {
				d := maps.Clone(c)
				d[a.name] = v
				next = append(next, d)
			}
		}
		combinations = next
	}
	kept := combinations[:0]
	seen := map[string]bool{}
	for _, settings := range combinations {
		settings.complete()
		if _, err := settings.strategy(&DataSet{}); err != nil {
			return nil, err // also of what means nothing beside the others
		}
		settings.simplify()
		if seen[settings.JSON()] {
			continue
		}
		seen[settings.JSON()] = true
		if err := settings.check(&s.Evaluate); err != nil {
			return nil, err
		}
		kept = append(kept, settings)
	}
	var tasks []Task
	for i := range s.Data {
		for _, settings := range kept {
			for _, seed := range s.Seeds {
				tasks = append(tasks, Task{&s.Data[i], seed, settings})
			}
		}
	}
	return tasks, nil
}

type namedAxis struct {
	name   string
	values []string
}

func (s *Spec) axes() []namedAxis {
	var axes []namedAxis
	for _, name := range axisNames {
		values, listed := s.Strategy[name]
		if !listed && isOption(name) {
			continue // left out, see complete
		}
		switch name {
		case "booster":
			values = s.Booster
		case "norm":
			values = s.Norm
		case "radius":
			values = s.Radius
		}
		axes = append(axes, namedAxis{name, texts(values)})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Train)) {
		axes = append(axes, namedAxis{trainPrefix + presentName(name), texts(s.Train[name])})
	}
	return axes
}

// presentName returns the name of a parameter of training that may be called by
// an alias.
func presentName(name string) string {
	for i := range trainer.Options {
		if o := &trainer.Options[i]; o.Called(name) {
			return o.Name
		}
	}
	return name
}

func texts(a axis) []string {
	var t []string
	for _, v := range listed(a) {
		t = append(t, text(v))
	}
	return t
}

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

// LeftOut says which values axes have that a spec leaves out, as they are among
// the runs of its grid.
func (s *Spec) LeftOut(tasks []Task) string {
	listed := map[string]bool{}
	for _, a := range s.axes() {
		listed[a.name] = true
	}
	values := map[string][]string{}
	var names []string
	for i := range tasks {
		for name, v := range tasks[i].Settings {
			if !listed[name] && values[name] == nil {
				names = append(names, name)
			}
			if !listed[name] && !slices.Contains(values[name], v) {
				values[name] = append(values[name], v)
			}
		}
	}
	sortAxes(names)
	for i, name := range names {
		names[i] = strings.TrimPrefix(name, trainPrefix) + " " + strings.Join(values[name], " or ")
	}
	return strings.Join(names, ", ")
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

// baseline returns the settings that s is compared with.
func (s Settings) baseline(b map[string]any) Settings {
	base := maps.Clone(s)
	for name, v := range b {
		base[name] = text(v)
	}
	base.simplify()
	return base
}

// check reports the first value that cannot be, or that the method of
// evaluation is not for.
func (s Settings) check(by *Evaluate) error {
	if b := s["booster"]; b != trainer.GBDT && b != trainer.Forest {
		return nearest.Unknown("booster", b, []string{trainer.GBDT, trainer.Forest})
	}
	norm, err := attack.ParseNorm(s["norm"])
	if err != nil {
		return err
	}
	if err := by.check(norm); err != nil {
		return fmt.Errorf("evaluate: %w", err)
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

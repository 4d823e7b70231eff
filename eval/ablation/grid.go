package ablation

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
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
var axisNames = []string{"booster", "norm", "loop", "every", "growth", "attack-rows", "budget", "weight", "power", "warm", "far", "examples", "split", "gradient", "refit", "clean", "radius"}

// ofGradient are the axes that mean nothing with natural gradients, other than
// in a forest.
var ofGradient = []string{"refit", "clean"}

// ofLoop are the axes that mean nothing without an attack in the loop.
var ofLoop = []string{"every", "growth", "attack-rows", "budget", "weight", "power", "warm", "far", "examples"}

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
	for i, a := range []axis{s.Booster, s.Norm, s.Loop, s.Every, s.Growth, s.AttackRows, s.Budget, s.Weight, s.Power, s.Warm, s.Far, s.Examples, s.Split, s.Gradient, s.Refit, s.Clean, s.Radius} {
		axes = append(axes, namedAxis{axisNames[i], texts(a)})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Train)) {
		axes = append(axes, namedAxis{trainPrefix + name, texts(s.Train[name])})
	}
	return axes
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

// simplify drops what means nothing with natural gradients or without an
// attack in the loop.
func (s Settings) simplify() {
	natural := s["gradient"] == experiment.Natural
	if natural && s["booster"] != trainer.Forest {
		for _, name := range ofGradient {
			delete(s, name)
		}
	}
	if s["loop"] != none {
		return
	}
	for _, name := range ofLoop {
		if searched := s["gradient"] == advboost.WorstCases[advboost.MessageBound] || s["gradient"] == advboost.WorstCases[advboost.AttackPoint]; searched && (name == "every" || name == "growth") {
			continue // the schedule of the search
		}
		delete(s, name)
	}
	if _, refit := s["refit"]; s["split"] == "0" && natural && !refit {
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

// number returns the value of a numeric axis, standard if it is left out.
func (s Settings) number(name string, standard float64) (float64, error) {
	text, ok := s[name]
	if !ok {
		return standard, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil || !(v >= 0) || math.IsInf(v, 1) {
		return 0, fmt.Errorf("%s is %q, not a number of at least 0", name, text)
	}
	return v, nil
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
	for _, name := range []string{"growth", "weight", "power", "split", "clean", "radius"} {
		if _, err := s.number(name, 0); err != nil {
			return err
		}
	}
	for _, name := range []string{"every", "attack-rows", "budget", "refit"} {
		if v, err := s.number(name, 0); err != nil || v != math.Trunc(v) {
			return fmt.Errorf("%s is %q, not a whole number of at least 0", name, s[name])
		}
	}
	for _, name := range []string{"every", "growth"} {
		if v, _ := s.number(name, 1); v < 1 {
			return fmt.Errorf("%s is %q, must be at least 1", name, s[name])
		}
	}
	if v, _ := s.number("weight", 1); v == 0 {
		return fmt.Errorf("weight is %q, must be above 0", s["weight"])
	}
	for _, name := range []string{"far", "warm"} {
		if v, ok := s[name]; ok && v != "true" && v != "false" {
			return fmt.Errorf("%s is %q, must be true or false", name, v)
		}
	}
	loop, err := s.loop(&DataSet{})
	if err != nil {
		return err
	}
	if err := loop.Check(s["booster"]); err != nil {
		return err
	}
	_, err = s.params(0)
	return err
}

package ablation

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/internal/strict"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Spec says what to run: what [Parse] reads, or a literal with Data. Fields of type
// Axis take one value or a list; the grid is the product of all of them.
type Spec struct {
	Name string `toml:"name"`

	Data  []DataSet `toml:"data"`  // data sets, at least one
	Seeds []uint64  `toml:"seeds"` // of training, attack and split; default 0

	Booster Axis            `toml:"booster"` // gbdt or forest, default gbdt
	Train   map[string]Axis `toml:"train"`   // parameters of training, see hardwood train --help

	Norm   Axis `toml:"norm"`   // inf, 2, 1, 0 or cost, default inf
	Radius Axis `toml:"radius"` // eps to harden against, as a multiple of the data set's, default 1

	// Strategy are the options of hardening by their names, keys of a spec like
	// the others, see advboost.StrategyOptions.
	Strategy map[string]Axis `toml:"-"`

	Baseline map[string]any `toml:"baseline"` // axis values that runs are compared with, default those of natural training

	Evaluate Evaluate `toml:"evaluate"`

	Notes []string `toml:"-"` // to show: keys that have another name now, and what Settle finds

	places strict.Places // of its values, none in a literal
	usual  usual         // what is left out, nil until Settle
}

// Evaluate says how runs are evaluated.
type Evaluate struct {
	Method string    `toml:"method"` // default auto
	Starts int       `toml:"starts"` // 0 for the method's own number
	Nodes  int       `toml:"nodes"`  // boxes that the exact search may look at for a row
	Eps    []float64 `toml:"eps"`    // further radii, as multiples of the data set's
}

// check reports a method that is not there or not for a norm, and what it does
// not take.
func (e *Evaluate) check(n attack.Norm) error {
	s := e.settings()
	return cmp.Or(s.Check(), option.In("method", method.Check(e.Method, method.Find, n)), method.CheckOptions(s.Given, e.Method))
}

// settings returns those of the method.
func (e *Evaluate) settings() method.Settings {
	return method.Settings{Starts: e.Starts, Nodes: e.Nodes}
}

// further are the multiples of eps at which runs are evaluated besides, in order.
func (e *Evaluate) further() []float64 {
	multiples := slices.Sorted(slices.Values(e.Eps))
	return slices.DeleteFunc(slices.Compact(multiples), func(multiple float64) bool { return multiple == 1 })
}

// Axis is one value, such as "gbdt" or 0.5, or a list of them, []any{0, 0.5} or
// []float64{0, 0.5}.
type Axis any

// Read reads a spec from a file. What is wrong with it, a [*Fault], is named with its line,
// and for a word with the nearest right one.
func Read(path string) (*Spec, error) {
	text, err := regular.ReadText(path)
	if err != nil {
		return nil, err
	}
	s, err := Parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return s, nil
}

// Parse is Read for a text.
func Parse(text []byte) (*Spec, error) {
	s, err := parse(text)
	return s, fault(err)
}

func parse(text []byte) (*Spec, error) {
	s := &Spec{Strategy: map[string]Axis{}, places: strict.PlacesOf(text)}
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(s)
	if err = s.takeOptions(text, err); err != nil {
		return nil, strict.Explain(err, keysBeside)
	}
	for name := range s.Train {
		if err := cmp.Or(ofRuns(name), s.ofSplit(name)); err != nil {
			return nil, s.places.Explain(fmt.Errorf("[train]: %w", err), trainPrefix+name)
		}
		if _, err := trainer.FindOption(trainer.GBDT, name); err != nil {
			if _, forest := trainer.FindOption(trainer.Forest, name); forest != nil {
				return nil, s.places.Explain(fmt.Errorf("[train]: %w", err), trainPrefix+name)
			}
		}
	}
	return s, s.complete()
}

// listed returns the values of an axis.
func listed(a Axis) []any {
	list := reflect.ValueOf(a)
	if list.Kind() != reflect.Slice {
		return []any{a}
	}
	values := make([]any, list.Len())
	for i := range values {
		values[i] = list.Index(i).Interface()
	}
	return values
}

// complete fills in defaults and checks what does not depend on data. What it has
// completed it leaves as it is.
func (s *Spec) complete() error {
	if len(s.Data) == 0 {
		return fmt.Errorf("no data: add [[data]] with source = \"builtin:wdbc\", or a file, and eps")
	}
	number := map[string]int{}
	for i := range s.Data {
		d := &s.Data[i]
		err := d.complete(i + 1)
		if other, taken := number[d.Name]; taken && err == nil { // tables have a row for each name
			err = option.Errorf("name", "data sets %d and %d are both called %q: give each a name of its own", other, i+1, d.Name)
		}
		if err != nil {
			return s.at(dataKey(i), err)
		}
		number[d.Name] = i + 1
	}
	for _, name := range slices.Sorted(maps.Keys(s.Strategy)) { // what was parsed has no others
		if !isOption(name) {
			return fmt.Errorf("strategy: %w", nearest.Unknown("option", name, axisNames))
		}
	}
	given := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(s.Train)) {
		if of := presentName(name); given[of] {
			return s.places.Explain(fmt.Errorf("[train]: %w", twoNames(of)), trainPrefix+name)
		}
		given[presentName(name)] = true
	}
	if s.Name == "" {
		s.Name = "ablation"
	}
	switch {
	case s.Seeds != nil && len(s.Seeds) == 0:
		return s.places.Explain(emptyList("seeds"), "seeds")
	case s.Seeds == nil:
		s.Seeds = []uint64{0}
	}
	for i, seed := range s.Seeds { // twice the same run would count as two
		if slices.Contains(s.Seeds[:i], seed) {
			return s.places.Explain(fmt.Errorf("seeds: %d is there twice", seed), fmt.Sprintf("seeds.%d", i))
		}
	}
	orElse := func(a Axis, value any) Axis {
		if a == nil {
			return value
		}
		return a
	}
	s.Booster, s.Norm, s.Radius = orElse(s.Booster, trainer.GBDT), orElse(s.Norm, "inf"), orElse(s.Radius, 1.0)
	if s.Baseline == nil {
		s.Baseline = s.usualBaseline()
	}
	if err := s.nameBaseline(); err != nil {
		return err
	}
	if s.Evaluate.Method == "" {
		s.Evaluate.Method = "auto"
	}
	for i, multiple := range s.Evaluate.Eps {
		if !(multiple >= 0) || math.IsInf(multiple, 1) {
			return s.places.Explain(fmt.Errorf("evaluate: eps is %v, must be at least 0 and finite", multiple), fmt.Sprintf("evaluate.eps.%d", i))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.Baseline)) {
		if err := s.checkBaseline(name, s.Baseline[name]); err != nil {
			return s.places.Explain(fmt.Errorf("baseline: %w", err), "baseline."+name)
		}
	}
	return nil
}

// checkBaseline refuses a value of the baseline that no run of the grid could have, and
// spells one as the runs do.
func (s *Spec) checkBaseline(name string, v any) error {
	axes := s.axes()
	k := slices.IndexFunc(axes, func(a namedAxis) bool { return a.name == name })
	said := strings.TrimPrefix(name, trainPrefix)
	switch {
	case k < 0 && said == name && !slices.Contains(axisNames, name):
		return nearest.Unknown("axis", name, axisNames)
	case k < 0:
		return fmt.Errorf("%s is no axis of the spec: give it values, %s among them", said, text(v))
	}
	values, at := axes[k].values, axes[k].place(text(v))
	switch {
	case len(values) == 0: // Grid refuses that
	case at < 0:
		return fmt.Errorf("%s is %s, which is none of its values: %s", said, text(v), strings.Join(values, ", "))
	case values[at] != text(v):
		s.Baseline[name] = values[at]
	}
	return nil
}

// nameBaseline names the parameters of training among the axes of the baseline as
// settings do.
func (s *Spec) nameBaseline() error {
	for _, name := range slices.Sorted(maps.Keys(s.Baseline)) {
		if slices.Contains(axisNames, name) || !trains(name) {
			continue
		}
		of := trainPrefix + presentName(name)
		if _, twice := s.Baseline[of]; twice {
			return s.places.Explain(fmt.Errorf("baseline: %w", twoNames(presentName(name))), "baseline."+name)
		}
		s.Baseline[of] = s.Baseline[name]
		delete(s.Baseline, name)
		s.places.Rename("baseline."+name, "baseline."+of)
	}
	return nil
}

// emptyList refuses an axis, or seeds, without values.
func emptyList(name string) error {
	return fmt.Errorf("%s is an empty list: give it a value, or leave it out", name)
}

// dataKey returns the key of the data set of a number.
func dataKey(i int) string { return fmt.Sprintf("data.%d", i) }

// CheckFiles reports all files of the data sets that are not there or cannot be read.
func (s *Spec) CheckFiles() error {
	var faults []error
	for i := range s.Data {
		files := s.Data[i].Files()
		for _, key := range []string{"source", "test", "schema"} {
			for _, path := range files[key] {
				f, err := regular.Open(path)
				if err != nil {
					faults = append(faults, s.at(dataKey(i), option.In(key, err)))
					continue
				}
				f.Close()
			}
		}
	}
	return errors.Join(faults...)
}

// at returns an error with the place of the option that it is about, below a key.
func (s *Spec) at(key string, err error) error {
	var of *option.Error
	if errors.As(err, &of) {
		key += "." + of.Name
	}
	return s.places.Explain(err, key)
}

// usualBaseline returns the natural values of those axes that say how a model is
// hardened and of which there are several, or the first where the natural one is
// not among them. If there are none of these, it has the first values of the
// other axes, and where training alone varies, of its parameters.
func (s *Spec) usualBaseline() map[string]any {
	natural := map[string]any{"loop": none, "split": 0.0, "gradient": advboost.NaturalGradient}
	first, others, training := map[string]any{}, map[string]any{}, map[string]any{}
	for _, a := range s.axes() {
		if len(a.values) < 2 || a.name == "norm" {
			continue
		}
		value, hardens := natural[a.name]
		switch {
		case strings.HasPrefix(a.name, trainPrefix):
			training[a.name] = a.values[0]
		case !hardens:
			others[a.name] = a.values[0]
		case a.place(text(value)) >= 0:
			first[a.name] = value
		default:
			first[a.name] = a.values[0]
		}
	}
	for _, values := range []map[string]any{first, others} {
		if len(values) > 0 {
			return values
		}
	}
	return training
}

// none is the loop without an attack.
const none = advboost.NoAttack

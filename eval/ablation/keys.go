package ablation

import (
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"github.com/hardwood-ml/hardwood/internal/renamed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// takeOptions takes options of hardening from the keys of a text that the struct does not have, and
// returns the error about the remaining ones.
func (s *Spec) takeOptions(text []byte, err error) error {
	var missing *toml.StrictMissingError
	if err != nil && !errors.As(err, &missing) {
		return err
	}
	var all map[string]any
	if err := toml.Unmarshal(text, &all); err != nil {
		return err
	}
	left := &toml.StrictMissingError{}
	if missing != nil {
		for _, m := range missing.Errors {
			key := m.Key()
			if name := s.present(key[0]); len(key) == 1 && isOption(name) {
				if _, twice := s.Strategy[name]; twice {
					return s.places.Explain(twoNames(name), key[0])
				}
				s.Strategy[name] = all[key[0]]
				s.places.Rename(key[0], name)
			} else if len(key) == 1 && trains(key[0]) {
				line, column := m.Position()
				return fmt.Errorf("line %d, column %d: %s is a parameter of training, and stands below [train]", line, column, key[0])
			} else {
				left.Errors = append(left.Errors, m)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(s.Baseline)) {
		if name, v := s.present(key), s.Baseline[key]; name != key {
			if _, twice := s.Baseline[name]; twice {
				return s.places.Explain(fmt.Errorf("baseline: %w", twoNames(name)), "baseline."+key)
			}
			delete(s.Baseline, key)
			s.Baseline[name] = v
			s.places.Rename("baseline."+key, "baseline."+name)
		}
	}
	if left.Errors != nil {
		return left
	}
	return nil
}

// twoNames refuses something given by two of its names, as either could win.
func twoNames(name string) error {
	return fmt.Errorf("%s is there twice, by two of its names: leave out one", name)
}

// trains reports whether name is a parameter of training that a spec can give.
func trains(name string) bool {
	if ofRuns(name) != nil {
		return false
	}
	_, boosted := trainer.FindOption(trainer.GBDT, name)
	_, forest := trainer.FindOption(trainer.Forest, name)
	return boosted == nil || forest == nil
}

// ofRuns refuses parameters of training that each run sets itself: varying them would make the same
// models again.
func ofRuns(name string) error {
	switch presentName(name) {
	case "seed":
		return fmt.Errorf("%s is not for training alone: seeds, above all tables, lists those of the runs", name)
	case "threads":
		return fmt.Errorf("%s has no say in what is learnt, and a run takes one: Options.Threads is how many runs there are at a time", name)
	}
	return nil
}

// ofSplit refuses radii of splits if the option split sets them as a share of eps.
func (s *Spec) ofSplit(name string) error {
	if present := presentName(name); present != "robust-eps" && present != "robust-down" {
		return nil
	}
	none := func(v any) bool { return fmt.Sprint(v) == "0" }
	if values := listed(s.Strategy["split"]); s.Strategy["split"] != nil && !slices.ContainsFunc(values, func(v any) bool { return !none(v) }) {
		return nil
	}
	return fmt.Errorf("%s is set by split, a share of eps, unless that is 0: write split = 0 beside it", name)
}

// present returns the current name of a key, and adds a note if it was renamed.
func (s *Spec) present(key string) string {
	name := renamed.To(key)
	if name == "" || !isOption(name) {
		return key
	}
	s.Notes = append(s.Notes, key+": the name is "+name+" now")
	return name
}

// DataKeys returns the keys of a table [[data]].
func DataKeys() []string { return keysOf(reflect.TypeFor[DataSet]()) }

// keysBeside returns the keys that could stand where key does.
func keysBeside(key []string) []string {
	switch {
	case len(key) > 1 && key[0] == "data":
		return DataKeys()
	case len(key) > 1 && key[0] == "evaluate":
		return keysOf(reflect.TypeFor[Evaluate]())
	}
	names := slices.Clone(axisNames)
	for _, key := range keysOf(reflect.TypeFor[Spec]()) { // some are axes
		if !slices.Contains(names, key) {
			names = append(names, key)
		}
	}
	return names
}

// keysOf returns the keys of a struct.
func keysOf(of reflect.Type) (keys []string) {
	for i := range of.NumField() {
		if key := of.Field(i).Tag.Get("toml"); key != "" && key != "-" {
			keys = append(keys, key)
		}
	}
	return keys
}

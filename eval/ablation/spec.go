package ablation

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"reflect"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
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

	Notes []string `toml:"-"` // to show: keys that were renamed, and what Settle finds

	places strict.Places // of the values in the file, none for a literal
	usual  usual         // values of what is left out, nil until Settle
}

// Evaluate says how runs are evaluated.
type Evaluate struct {
	Method string    `toml:"method"` // default auto
	Starts int       `toml:"starts"` // 0 for the method's own number
	Nodes  int       `toml:"nodes"`  // boxes that the exact search may examine per row
	Eps    []float64 `toml:"eps"`    // further radii, as multiples of the data set's
}

// check reports a method that is unknown or not for a norm, and options that it does not take.
func (e *Evaluate) check(n attack.Norm) error {
	s := e.settings()
	return cmp.Or(s.Check(), option.In("method", method.Check(e.Method, method.Find, n)), method.CheckOptions(s.Given, e.Method))
}

// settings returns the settings of the method.
func (e *Evaluate) settings() method.Settings {
	return method.Settings{Starts: e.Starts, Nodes: e.Nodes}
}

// further returns the other multiples of eps at which runs are evaluated, in order.
func (e *Evaluate) further() []float64 {
	multiples := slices.Sorted(slices.Values(e.Eps))
	return slices.DeleteFunc(slices.Compact(multiples), func(multiple float64) bool { return multiple == 1 })
}

// Axis is one value, such as "gbdt" or 0.5, or a list of them, []any{0, 0.5} or
// []float64{0, 0.5}.
type Axis any

// Read reads a spec from a file. What is wrong with it is reported as a [*Fault], with the line and,
// for an unknown word, the nearest known one.
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

// dataKey returns the key of the i-th data set.
func dataKey(i int) string { return fmt.Sprintf("data.%d", i) }

// CheckFiles reports all files of the data sets that are missing or cannot be opened.
func (s *Spec) CheckFiles() error {
	var faults []error
	for i := range s.Data {
		files := s.Data[i].Files()
		for _, key := range []string{"source", "test", "schema"} {
			for _, path := range files[key] {
				f, err := regular.Open(path)
				if err != nil {
					var of *fs.PathError
					if errors.As(err, &of) { // without "open"
						err = fmt.Errorf("%s: %w", of.Path, of.Err)
					}
					faults = append(faults, s.at(dataKey(i), option.In(key, fmt.Errorf("%s: %w", key, err))))
					continue
				}
				f.Close()
			}
		}
	}
	return errors.Join(faults...)
}

// at adds to an error the place of the option that it is about, below a key.
func (s *Spec) at(key string, err error) error {
	var of *option.Error
	if errors.As(err, &of) {
		key += "." + of.Name
	}
	return s.places.Explain(err, key)
}

// none is the loop without an attack.
const none = advboost.NoAttack

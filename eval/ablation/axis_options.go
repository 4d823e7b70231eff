package ablation

import (
	"maps"
	"reflect"
	"slices"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/trainer"
)

// axisNames are the axes other than parameters of training, in the order of tables.
var axisNames = func() []string {
	names := []string{"booster", "norm"}
	for i := range advboost.StrategyOptions {
		names = append(names, advboost.StrategyOptions[i].Name)
	}
	return append(names, "radius")
}()

// isOption reports whether name is an option of hardening.
func isOption(name string) bool {
	called := func(o advboost.Option) bool { return o.Name == name }
	return slices.ContainsFunc(advboost.StrategyOptions, called)
}

// trainPrefix marks a parameter of training among Settings.
const trainPrefix = "train."

// trainOption returns the parameter of training with a name or alias, nil if there is none.
func trainOption(name string) *trainer.Option {
	for i := range trainer.Options {
		if o := &trainer.Options[i]; o.Called(name) {
			return o
		}
	}
	return nil
}

// presentName returns the name of a parameter of training that may be given by an alias.
func presentName(name string) string {
	if o := trainOption(name); o != nil {
		return o.Name
	}
	return name
}

// usedBy reports whether a booster uses a parameter of training; true for unknown ones.
func usedBy(name, booster string) bool {
	o := trainOption(name)
	return o == nil || o.For == "" || o.For == booster
}

// unused reports a parameter of training that none of the boosters uses.
func (s *Spec) unused() error {
	boosters := texts(s.Booster)
	for _, name := range slices.Sorted(maps.Keys(s.Train)) {
		if !slices.ContainsFunc(boosters, func(booster string) bool { return usedBy(name, booster) }) {
			_, err := trainer.FindOption(boosters[0], name)
			return s.places.Explain(err, trainPrefix+name+".0")
		}
	}
	return nil
}

// lists are the parameters of training with lists as values, and how deep these are nested. Those
// that may also be a single number, such as robust-eps, are not among them.
var lists = map[string]int{"class-weight": 1, "monotone-constraints": 1, "interaction-constraints": 2}

// trainTexts returns the values of a parameter of training.
func trainTexts(name string, a Axis) []string {
	if deep := lists[presentName(name)]; deep > 0 && numbers(a, deep) {
		return []string{text(a)}
	}
	return texts(a)
}

// numbers reports whether an axis is a list of numbers, or lists of lists of them, nested deep.
func numbers(a Axis, deep int) bool {
	of := reflect.ValueOf(a)
	if deep == 0 {
		return of.CanInt() || of.CanFloat()
	}
	return of.Kind() == reflect.Slice && of.Len() > 0 && !slices.ContainsFunc(listed(a), func(v any) bool { return !numbers(v, deep-1) })
}

func texts(a Axis) []string {
	var t []string
	for _, v := range listed(a) {
		t = append(t, text(v))
	}
	return t
}

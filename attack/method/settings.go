package method

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// Settings are the options of all methods; [Options] says what each field means and its range. The
// zero value is the default of each method.
type Settings struct {
	Starts   int
	Patience int
	Nodes    int
	Time     time.Duration
	Gap      float64
	Levels   int
	Clique   int
	Steps    int
	Solver   string

	Rows   [][]float64              // training rows, see ReadsRows
	Failed func(row int, err error) // called if milp's solver fails, by any worker; may be nil
}

// Option describes a setting that only some methods take: Name in flags and specs, Usage in the
// help, Range, and Field, which returns a pointer to it. Its methods Set and Text read it from text
// and write it, and Check reports a value out of range.
type Option = option.Of[Settings]

// Options are the settings that flags and specs name, in the order of the help.
var Options = []Option{
	{Name: "starts", Range: option.NotNegative, Field: func(s *Settings) any { return &s.Starts },
		Usage: "number of starting points of an attack, 0 for the method's default"},
	{Name: "patience", Range: option.NotNegative, Field: func(s *Settings) any { return &s.Patience },
		Usage: fmt.Sprintf("how long lt goes on without getting nearer, in moves per feature, 0 for %d; more finds nearer examples and takes longer", ltattack.DefaultPatience)},
	{Name: "nodes", Range: option.NotNegative, Field: func(s *Settings) any { return &s.Nodes },
		Usage: fmt.Sprintf("search nodes that the exact search may visit per row; 0 is no limit for exact and %d for auto", exact.DefaultNodes)},
	{Name: "time", Range: option.NotNegative, Field: func(s *Settings) any { return &s.Time },
		Usage: "time that the exact search or a solver may take per row, such as 10s, 0 for no limit; results then depend on the machine"},
	{Name: "gap", Range: option.Range{Max: 1, Below: true}, Field: func(s *Settings) any { return &s.Gap },
		Usage: "relative gap between lower bound and distance at which the exact search may stop, 0 to go on to the minimum"},
	{Name: "levels", Range: option.NotNegative, Field: func(s *Settings) any { return &s.Levels },
		Usage: "levels of method clique: how often it groups trees, 0 for 2"},
	{Name: "clique", Range: option.NotNegative, Field: func(s *Settings) any { return &s.Clique },
		Usage: "trees per group of method clique, 0 for 2"},
	{Name: "steps", Range: option.NotNegative, Field: func(s *Settings) any { return &s.Steps },
		Usage: "bisection steps of method clique for the radius, 0 for 10"},
	{Name: "solver", Range: option.Words(append([]string{""}, milp.Solvers()...)...), Field: func(s *Settings) any { return &s.Solver },
		Usage: "solver of method milp, by default the first that is installed"},
}

// takers lists the methods that take each option: those whose attack differs when it is set.
var takers = sync.OnceValue(func() map[string][]string {
	by := map[string][]string{"train": readRows} // the rows themselves are not an option
	for _, o := range Options {
		var s Settings
		switch p := o.Field(&s).(type) {
		case *int:
			*p = 1
		case *float64:
			*p = 0.5
		case *time.Duration:
			*p = 1
		case *string:
			*p = "some"
		}
		for _, m := range All {
			if !reflect.DeepEqual(m.New(s), m.New(Settings{})) {
				by[o.Name] = append(by[o.Name], m.Name)
			}
		}
	}
	return by
})

// OptionsFor returns the options of the methods for a task.
func OptionsFor(t Task) []Option {
	names := Names(t)
	return slices.DeleteFunc(slices.Clone(Options), func(o Option) bool { return !takes(o.Name, names) })
}

// takes reports whether any of some methods takes an option.
func takes(option string, methods []string) bool {
	return slices.ContainsFunc(takers()[option], func(m string) bool { return slices.Contains(methods, m) })
}

// Check reports the first setting that is out of its range.
func (s *Settings) Check() error {
	for i := range Options {
		if err := Options[i].Check(s); err != nil {
			return err
		}
	}
	return nil
}

// Given reports whether the option with a name differs from its default.
func (s *Settings) Given(name string) bool {
	return slices.ContainsFunc(Options, func(o Option) bool {
		return o.Name == name && !reflect.ValueOf(o.Field(s)).Elem().IsZero()
	})
}

// CheckOptions reports the first option that is given although none of the methods in use takes it:
// one of Options, or train, which names the file of Settings.Rows.
func CheckOptions(given func(name string) bool, methods ...string) error {
	names := []string{"train"}
	for i := range Options {
		names = append(names, Options[i].Name)
	}
	for _, name := range names {
		if given(name) && !takes(name, methods) {
			return option.Errorf(name, "%s does nothing for %s: it is for method %s",
				name, strings.Join(methods, " and "), strings.Join(takers()[name], ", "))
		}
	}
	return nil
}

package method

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// Settings are what the methods can be told. The zero value is the default of
// each.
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

	Rows   [][]float64              // training rows, for rba
	Failed func(row int, err error) // called where milp's solver fails, by any worker; may be nil
}

// Option is a setting that only some methods take, by its name in flags and
// specs.
type Option struct {
	Name, Usage string

	// Field returns a pointer to the setting: a *int, *float64, *time.Duration,
	// *string or, for training rows, *[][]float64.
	Field func(*Settings) any

	By []string // the methods that take it
}

// Options are the settings, in the order of the help.
var Options = []Option{
	option("starts", "number of starting points of an attack, 0 for the method's default",
		func(s *Settings) any { return &s.Starts }),
	option("patience", fmt.Sprintf("how long lt goes on without getting nearer, in moves per feature, 0 for %d; more finds nearer examples and takes longer", ltattack.DefaultPatience),
		func(s *Settings) any { return &s.Patience }),
	option("nodes", "search nodes that the exact search may visit per row; 0 is no limit for exact and 2000 for auto",
		func(s *Settings) any { return &s.Nodes }),
	option("time", "time that the exact search or a solver may take per row, such as 10s, 0 for no limit; results then depend on the machine",
		func(s *Settings) any { return &s.Time }),
	option("gap", "relative gap between lower bound and distance at which the exact search may stop, 0 to go on to the minimum",
		func(s *Settings) any { return &s.Gap }),
	option("levels", "levels of --method clique: how often it groups trees, 0 for 2",
		func(s *Settings) any { return &s.Levels }),
	option("clique", "trees per group of --method clique, 0 for 2",
		func(s *Settings) any { return &s.Clique }),
	option("steps", "bisection steps of --method clique for the radius, 0 for 10",
		func(s *Settings) any { return &s.Steps }),
	option("solver", "solver of --method milp: "+strings.Join(milp.Solvers(), ", ")+"; by default the first that is installed",
		func(s *Settings) any { return &s.Solver }),
	option("train", "training rows for rba",
		func(s *Settings) any { return &s.Rows }),
}

// option returns an option, which the methods take whose attack is another one
// with it than without.
func option(name, usage string, field func(*Settings) any) Option {
	var s Settings
	switch p := field(&s).(type) {
	case *int:
		*p = 1
	case *float64:
		*p = 0.5
	case *time.Duration:
		*p = 1
	case *string:
		*p = "some"
	case *[][]float64:
		*p = [][]float64{{0}}
	}
	o := Option{Name: name, Usage: usage, Field: field}
	for _, m := range All {
		if !reflect.DeepEqual(m.New(s), m.New(Settings{})) {
			o.By = append(o.By, m.Name)
		}
	}
	return o
}

// OptionsFor returns the options of the methods for a task.
func OptionsFor(t Task) []Option {
	var options []Option
	for _, o := range Options {
		if slices.ContainsFunc(Names(t), func(name string) bool { return slices.Contains(o.By, name) }) {
			options = append(options, o)
		}
	}
	return options
}

// Check reports the first setting that no method can keep to.
func (s *Settings) Check() error {
	for _, o := range Options {
		negative := false
		switch p := o.Field(s).(type) {
		case *int:
			negative = *p < 0
		case *time.Duration:
			negative = *p < 0
		}
		if negative {
			return fmt.Errorf("%s is %v, must be at least 0", o.Name, reflect.ValueOf(o.Field(s)).Elem())
		}
	}
	switch known := milp.Solvers(); {
	case !(s.Gap >= 0 && s.Gap < 1):
		return fmt.Errorf("gap is %v, must be at least 0 and below 1", s.Gap)
	case s.Solver != "" && !slices.Contains(known, s.Solver):
		return fmt.Errorf("solver: %w", nearest.Unknown("solver", s.Solver, known))
	}
	return nil
}

// Has reports whether a setting is another one than its default.
func (s *Settings) Has(name string) bool {
	return slices.ContainsFunc(Options, func(o Option) bool {
		return o.Name == name && !reflect.ValueOf(o.Field(s)).Elem().IsZero()
	})
}

// CheckOptions reports the first given option that none of the methods in use
// takes.
func CheckOptions(given func(name string) bool, methods ...string) error {
	for _, o := range Options {
		takes := func(m string) bool { return slices.Contains(o.By, m) }
		if given(o.Name) && !slices.ContainsFunc(methods, takes) {
			return fmt.Errorf("%s does nothing for %s: it is for method %s", o.Name, strings.Join(methods, " and "), strings.Join(o.By, ", "))
		}
	}
	return nil
}

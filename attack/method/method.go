// Package method finds an attack by its name: the one list from which command
// lines, specs and reports take theirs.
package method

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/hsja"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/rba"
	"github.com/hardwood-ml/hardwood/attack/signopt"
	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// Settings are the options that the attacks have. The zero value is the
// default of each.
type Settings struct {
	Starts   int           // starting points, 0 for the method's own number
	Patience int           // of lt, 0 for its standard
	Nodes    int           // boxes that exact and auto may look at, 0 for no limit and the standard of auto
	Time     time.Duration // that exact and auto may take for a row, 0 for no limit
	Gap      float64       // relative gap at which exact and auto may stop
	Rows     [][]float64   // training rows, for rba
}

// Method is an attack with its name.
type Method struct {
	Name, About string
	New         func(Settings) attack.Attack
}

// All are all methods. To add one, add a line, and its options to Settings.
var All = []Method{
	{"lt", "LT-Attack, quick", func(s Settings) attack.Attack {
		return ltattack.Attack{Starts: s.Starts, Patience: s.Patience}
	}},
	{"lt-paper", "LT-Attack as its paper has it", func(s Settings) attack.Attack {
		return ltattack.Attack{Paper: true, Starts: s.Starts}
	}},
	{"naive-leaf", "the paper's slow neighbourhood", func(s Settings) attack.Attack {
		return ltattack.Attack{Neighborhood: ltattack.NaiveLeaf, Starts: s.Starts}
	}},
	{"naive-feature", "the paper's poor neighbourhood", func(s Settings) attack.Attack {
		return ltattack.Attack{Neighborhood: ltattack.NaiveFeature, Starts: s.Starts}
	}},
	{"auto", "the nearest example, proved within a budget", func(s Settings) attack.Attack {
		return exact.Auto{Nodes: s.Nodes, Time: s.Time, Gap: s.Gap}
	}},
	{"exact", "proves the minimum", func(s Settings) attack.Attack {
		return exact.Attack{Nodes: s.Nodes, Time: s.Time, Gap: s.Gap}
	}},
	{"dive", "greedy dives, the quickest, for norm inf", func(Settings) attack.Attack { return dive.Attack{} }},
	{"cube", "random jumps to the faces of a cube", func(s Settings) attack.Attack { return blackbox.New(cube.Method{Starts: s.Starts}) }},
	{"signopt", "Sign-OPT, asks for classes only", func(s Settings) attack.Attack { return blackbox.New(signopt.Method{Starts: s.Starts}) }},
	{"hsja", "HopSkipJump, asks for classes only", func(s Settings) attack.Attack { return blackbox.New(hsja.Method{Starts: s.Starts}) }},
	{RBA, "nearest region of a training row", func(s Settings) attack.Attack { return rba.Attack{Rows: s.Rows} }},
}

// RBA is the method that needs Settings.Rows.
const RBA = "rba"

// Names returns the names of all methods.
func Names() []string {
	var names []string
	for _, m := range All {
		names = append(names, m.Name)
	}
	return names
}

// Check reports a name that no method has, or a method that is not for a norm.
func Check(name string, n attack.Norm) error {
	a, err := New(name, Settings{})
	if err != nil {
		return err
	}
	return attack.CheckNorm(a, n)
}

// Taking returns the names of the methods that take the settings that s has:
// those whose attack is another one with s than without.
func Taking(s Settings) []string {
	var names []string
	for _, m := range All {
		if !reflect.DeepEqual(m.New(s), m.New(Settings{})) {
			names = append(names, m.Name)
		}
	}
	return names
}

// Option is what only some methods take, by its name in flags and specs.
type Option struct {
	Name string
	By   []string // the methods
}

// Options are the settings.
var Options = []Option{
	{"starts", Taking(Settings{Starts: 1})},
	{"patience", Taking(Settings{Patience: 1})},
	{"nodes", Taking(Settings{Nodes: 1})},
	{"time", Taking(Settings{Time: 1})},
	{"gap", Taking(Settings{Gap: 0.5})},
	{"train", []string{RBA}},
}

// CheckOptions reports the first given option that none of the methods in use
// takes.
func CheckOptions(options []Option, given func(name string) bool, methods ...string) error {
	for _, o := range options {
		takes := func(m string) bool { return slices.Contains(o.By, m) }
		if given(o.Name) && !slices.ContainsFunc(methods, takes) {
			return fmt.Errorf("%s does nothing for %s: it is for method %s", o.Name, strings.Join(methods, " and "), strings.Join(o.By, ", "))
		}
	}
	return nil
}

// New returns the attack called name.
func New(name string, s Settings) (attack.Attack, error) {
	for _, m := range All {
		if m.Name == name {
			return m.New(s), nil
		}
	}
	return nil, nearest.Unknown("method", name, Names())
}

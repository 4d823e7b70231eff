// Package method finds a method by its name. It has the one list of methods, from which command
// lines, specs and reports take theirs.
package method

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/boundary"
	"github.com/hardwood-ml/hardwood/attack/clique"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/dive"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/hsja"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/attack/opt"
	"github.com/hardwood-ml/hardwood/attack/rba"
	"github.com/hardwood-ml/hardwood/attack/signopt"
	"github.com/hardwood-ml/hardwood/attack/votes"
	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// Method is an attack or a proof with its name.
type Method struct {
	Name, About string
	Does        Task // what it is made for, one or more
	New         func(Settings) attack.Attack
}

// Task is what a method can be asked for.
type Task uint8

// The tasks.
const (
	Find   Task = 1 << iota // adversarial examples
	Prove                   // lower bounds on the distance of the nearest
	Decide                  // whether there is one within a radius
)

// lacks says, in words, that a method is not made for a task.
func (t Task) lacks() string {
	return map[Task]string{
		Find: "finds no examples", Prove: "proves no lower bounds", Decide: "does not decide",
	}[t]
}

// All lists all methods. To add one, add a line here, and its options to Settings.
var All = []Method{
	{"lt", "LT-Attack, quick and near the minimum", Find, func(s Settings) attack.Attack {
		return ltattack.Attack{Starts: s.Starts, Patience: s.Patience}
	}},
	{"lt-paper", "LT-Attack exactly as in its paper", Find, func(s Settings) attack.Attack {
		return ltattack.Attack{Paper: true, Starts: s.Starts}
	}},
	{"naive-leaf", "baseline of that paper: moves to any leaf, slow", Find, func(s Settings) attack.Attack {
		return ltattack.Attack{Neighborhood: ltattack.NaiveLeaf, Starts: s.Starts}
	}},
	{"naive-feature", "baseline of that paper: moves one feature at a time", Find, func(s Settings) attack.Attack {
		return ltattack.Attack{Neighborhood: ltattack.NaiveFeature, Starts: s.Starts}
	}},
	{"auto", "exact search within a budget: the nearest example, proved for most rows", Find | Prove | Decide, func(s Settings) attack.Attack {
		return exact.Auto{Nodes: s.Nodes, Time: s.Time, Gap: s.Gap}
	}},
	{"exact", "exact search until the minimum is proved", Find | Prove | Decide, func(s Settings) attack.Attack {
		return exact.Attack{Nodes: s.Nodes, Time: s.Time, Gap: s.Gap}
	}},
	{"dive", "greedy descent, the quickest, for norm inf only", Find, func(Settings) attack.Attack {
		return dive.Attack{}
	}},
	{"cube", "black box: random jumps within a shrinking cube", Find, func(s Settings) attack.Attack {
		return blackbox.New(cube.Method{Starts: s.Starts})
	}},
	{"signopt", "Sign-OPT, black box: asks for classes only", Find, func(s Settings) attack.Attack {
		return blackbox.New(signopt.Method{Starts: s.Starts})
	}},
	{"hsja", "HopSkipJump, black box: asks for classes only", Find, func(s Settings) attack.Attack {
		return blackbox.New(hsja.Method{Starts: s.Starts})
	}},
	{"opt", "OPT, black box: asks for classes only, Sign-OPT's slower predecessor", Find, func(s Settings) attack.Attack {
		return blackbox.New(opt.Method{Starts: s.Starts})
	}},
	{"boundary", "Boundary attack, black box: asks for classes only", Find, func(s Settings) attack.Attack {
		return blackbox.New(boundary.Method{Starts: s.Starts})
	}},
	{"rba", "region-based attack: the nearest region that holds a training row", Find, func(s Settings) attack.Attack {
		return rba.Attack{Rows: s.Rows}
	}},
	{"votes", "columns of 0 and 1, by their effect on the trees' votes (Zhang et al. 2020), for norm 0", Find, func(Settings) attack.Attack {
		return votes.Attack{}
	}},
	{"substitute", "the same with a forest that is trained on the model's answers, black box", Find, func(s Settings) attack.Attack {
		return votes.Substitute{Rows: s.Rows}
	}},
	{"bound", "lower bound by message passing, quick and mostly close to the minimum", Prove | Decide, func(Settings) attack.Attack {
		return exact.Attack{Root: true}
	}},
	{"clique", "lower bound by the multi-level cliques of Chen et al. 2019 and Wang et al. 2020", Prove, func(s Settings) attack.Attack {
		return clique.Attack{Levels: s.Levels, Size: s.Clique, Steps: s.Steps}
	}},
	{MILP, "the integer program of Kantchelian et al. 2016, solved by an installed solver", Find | Prove, func(s Settings) attack.Attack {
		return milp.Attack{Solver: s.Solver, Time: s.Time, Failed: s.Failed}
	}},
	{MILPVotes, "a smaller program for trees with two leaf values each, after Zhang et al. 2020", Find | Prove, func(s Settings) attack.Attack {
		return milp.Attack{Solver: s.Solver, Time: s.Time, Failed: s.Failed, Votes: true}
	}},
}

// The methods that need a solver.
const (
	MILP      = "milp"
	MILPVotes = "milp-votes"
)

// readRows are the methods that need Settings.Rows.
var readRows = []string{"rba", "substitute"}

// ReadsRows reports whether a method needs training rows, as [Settings] has them.
func ReadsRows(name string) bool { return slices.Contains(readRows, name) }

// slow are the methods that take many times as long as the others.
var slow = []string{"naive-leaf", "signopt", "hsja", "opt", "boundary", MILP, MILPVotes}

// Slow reports whether the method takes many times as long as others, so that tests of many
// models leave it out of most.
func (m *Method) Slow() bool { return slices.Contains(slow, m.Name) }

// BlackBox reports whether the method is a [blackbox.Method], which only asks the model.
func (m *Method) BlackBox() bool { return blackbox.Is(m.New(Settings{})) }

// BlackBoxes returns the names of the methods that only ask the model.
func BlackBoxes() []string {
	return names(slices.DeleteFunc(slices.Clone(All), func(m Method) bool { return !m.BlackBox() }))
}

// For returns the methods for a task.
func For(t Task) []Method {
	var methods []Method
	for _, m := range All {
		if m.Does&t != 0 {
			methods = append(methods, m)
		}
	}
	return methods
}

// Names returns the names of the methods for a task.
func Names(t Task) []string { return names(For(t)) }

func names(methods []Method) []string {
	var names []string
	for _, m := range methods {
		names = append(names, m.Name)
	}
	return names
}

// Check reports a name that no method has, or a method that does not suit a task or a norm, the
// last as an [errors.ErrUnsupported].
func Check(name string, t Task, n attack.Norm) error {
	for _, m := range All {
		if m.Name != name {
			continue
		}
		if m.Does&t == 0 {
			return fmt.Errorf("method %s %s: use one of %s", name, t.lacks(), strings.Join(Names(t), ", "))
		}
		return attack.CheckNorm(m.New(Settings{}), n)
	}
	return nearest.Unknown("method", name, Names(t))
}

// New returns the attack called name, one of those of [All]. An unknown name is an error that
// suggests the nearest one; [Settings.Check] checks ranges.
func New(name string, s Settings) (attack.Attack, error) {
	for _, m := range All {
		if m.Name == name {
			return m.New(s), nil
		}
	}
	return nil, nearest.Unknown("method", name, names(All))
}

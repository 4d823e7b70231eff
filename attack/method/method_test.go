package method

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Every name is there once, and what the list says about a method is true: with default settings
// and with others it finds an example, or a lower bound, for every row, and it decides if and only
// if the list says so.
func TestAll(t *testing.T) {
	numbers := newCase(t, ensembletest.Shape{Features: 5, Trees: 12, Depth: 4}, attack.LInf)
	// an odd number of votes is never even
	voting := newCase(t, ensembletest.Shape{Features: 8, Trees: 9, Depth: 2, Cuts: 1, Average: true, Values: []float64{-1, 1}}, attack.L0)
	seen := map[string]bool{}
	for _, m := range All {
		if seen[m.Name] || m.About == "" {
			t.Errorf("%q is there twice, or says nothing about itself", m.Name)
		}
		seen[m.Name] = true
		of := numbers
		if slices.Contains([]string{"votes", "substitute", MILPVotes}, m.Name) {
			of = voting
		}
		for _, s := range []Settings{{Rows: of.rows}, {Rows: of.rows, Starts: 3, Levels: 1}} {
			checkTasks(t, &m, s, of.problem, of.victims)
		}
	}
}

// attacked is a problem with victims, and rows of both classes.
type attacked struct {
	problem *attack.Problem
	victims []attack.Victim
	rows    [][]float64
}

func newCase(t *testing.T, shape ensembletest.Shape, norm attack.Norm) attacked {
	r := seed.At(1)
	p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
	c := attacked{problem: p}
	for range 40 {
		v := attacktest.Victim(r, p.Ensemble)
		if norm == attack.L0 { // columns of 0 and 1
			for f := range v.X {
				v.X[f] = math.Round(v.X[f])
			}
			v.Label = p.Ensemble.Class(v.X)
		}
		if c.rows = append(c.rows, v.X); len(c.victims) < 5 {
			c.victims = append(c.victims, v)
		}
	}
	return c
}

func checkTasks(t *testing.T, m *Method, s Settings, p *attack.Problem, victims []attack.Victim) {
	a, err := New(m.Name, s)
	if err != nil {
		t.Fatal(err)
	}
	adversary, err := attack.Prepare(p, a)
	if (m.Name == MILP || m.Name == MILPVotes) && err != nil {
		t.Log(err) // there is no solver
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	results, err := adversary.Run(t.Context(), victims, attack.RunOptions{Threads: 1})
	if err != nil {
		t.Fatalf("%s: %v", m.Name, err)
	}
	did := Find | Prove | Decide
	for _, r := range results {
		if r.Distance == math.Inf(1) {
			did &^= Find
		}
		if r.LowerBound == 0 {
			did &^= Prove
		}
	}
	if !adversary.CanDecide() {
		did &^= Decide
	}
	if m.Does&^did != 0 || (did^m.Does)&Decide != 0 {
		t.Errorf("%s did %b, the list says %b", m.Name, did, m.Does)
	}
}

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		name string
		task Task
		norm attack.Norm
		want string
	}{
		{"exat", Find, attack.L2, `unknown method "exat": did you mean "exact"?`},
		{"dive", Find, attack.L2, "for norm inf, not for 2"},
		{"dive", Find, attack.LInf, ""},
		{"dive", Prove, attack.LInf, "method dive proves no lower bounds: use one of auto, exact, bound, clique, milp"},
		{"clique", Find, attack.LInf, "method clique finds no examples: use one of lt, "},
		{"clique", Decide, attack.LInf, "method clique does not decide: use one of auto, exact, bound"},
		{"clique", Find | Prove, attack.LInf, ""},
	} {
		err := Check(c.name, c.task, c.norm)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

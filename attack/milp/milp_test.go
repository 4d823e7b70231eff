package milp_test

import (
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/milp"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Solvers agree with the exact search.
func TestSolversAgree(t *testing.T) {
	for _, s := range []struct{ name, program string }{{"cbc", "cbc"}, {"glpk", "glpsol"}, {"highs", "highs"}, {"gurobi", "gurobi_cl"}} {
		t.Run(s.name, func(t *testing.T) {
			if _, err := exec.LookPath(s.program); err != nil {
				t.Skipf("%s is not installed", s.program)
			}
			shapes := maps.Clone(ensembletest.Shapes)
			maps.Copy(shapes, ensembletest.SetShapes)
			for i, name := range slices.Sorted(maps.Keys(shapes)) {
				norm := attack.Norms[i%len(attack.Norms)]
				t.Run(fmt.Sprintf("%s/%v", name, norm), func(t *testing.T) { agree(t, s.name, shapes[name], norm, i) })
			}
		})
	}
}

func agree(t *testing.T, solver string, shape ensembletest.Shape, norm attack.Norm, address int) {
	r := seed.At(7, address)
	p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
	victims := []attack.Victim{attacktest.Victim(r, p.Ensemble)}
	one := attack.RunOptions{Threads: 1}
	want := attacktest.Run(t, p, exact.Attack{}, victims, one)
	got := attacktest.Run(t, p, milp.Attack{Solver: solver}, victims, one)
	const slack = 2e-6 // what sums of costs are left open by
	near := func(a, b float64) bool { return a == b || a >= b*(1-slack) && a <= b*(1+slack) }
	status := attack.Optimal
	switch {
	case want[0].Example == nil:
		status = attack.None
	case norm != attack.LInf && norm != attack.L0 || shape.Whole: // ties look won within tolerances
		status = attack.Found
	}
	switch g, w := got[0], want[0]; {
	case g.LowerBound > w.Distance*(1+1e-12), g.Distance < w.Distance*(1-1e-12):
		t.Errorf("%v from %v to %v, exact search %v", g.Status, g.LowerBound, g.Distance, w.Distance)
	case !shape.Whole && (!near(g.LowerBound, w.Distance) || !near(g.Distance, w.Distance)):
		t.Errorf("from %v to %v, exact search %v", g.LowerBound, g.Distance, w.Distance)
	case g.Status != status && g.Status != attack.Optimal:
		t.Errorf("%v, want %v", g.Status, status)
	}
}

// The program for trees that vote has the optimum of the other program and of the exact search,
// with fewer variables, even for features that are not binary.
func TestVotes(t *testing.T) {
	if len(installed()) == 0 {
		t.Skip("no solver is installed")
	}
	for name, shape := range map[string]ensembletest.Shape{
		"stumps":      {Features: 6, Trees: 12, Depth: 1, Cuts: 1},
		"forest":      {Features: 6, Trees: 7, Depth: 3, Cuts: 1, Average: true, Values: []float64{-1, 1}},
		"numbers":     {Features: 3, Trees: 7, Depth: 3, Average: true, Values: []float64{-1, 0.45}}, // no ties
		"sets":        {Features: 3, Trees: 5, Depth: 2, Levels: 5, Average: true, Values: []float64{-1, 1}},
		"three votes": {Features: 4, Trees: 9, Depth: 1, Classes: 3},
	} {
		for i, norm := range []attack.Norm{attack.L0, attack.L1, attack.LInf} {
			t.Run(fmt.Sprintf("%s/%v", name, norm), func(t *testing.T) { agreeOnVotes(t, shape, norm, i) })
		}
	}
}

func installed() []string {
	var names []string
	for _, program := range []string{"cbc", "glpsol", "highs", "gurobi_cl"} {
		if _, err := exec.LookPath(program); err == nil {
			names = append(names, program)
		}
	}
	return names
}

func agreeOnVotes(t *testing.T, shape ensembletest.Shape, norm attack.Norm, address int) {
	r := seed.At(8, address)
	p := attacktest.NewProblem(t, ensembletest.Random(r, shape), norm)
	victims := []attack.Victim{attacktest.Victim(r, p.Ensemble), attacktest.Victim(r, p.Ensemble)}
	one := attack.RunOptions{Threads: 1}
	want := attacktest.Run(t, p, exact.Attack{}, victims, one)
	got := attacktest.Run(t, p, milp.Attack{Votes: true}, victims, one)
	for i := range got {
		g, w := &got[i], &want[i]
		const slack = 2e-6
		if g.LowerBound > w.Distance*(1+1e-12) || g.LowerBound < w.Distance*(1-slack) || g.Distance != w.Distance {
			t.Errorf("%v from %v to %v, exact search %v", g.Status, g.LowerBound, g.Distance, w.Distance)
		}
		if norm == attack.L0 && g.Status != w.Status {
			t.Errorf("%v at %v, exact search %v: columns are whole numbers", g.Status, g.Distance, w.Status)
		}
	}
}

func TestVotesRefusesOtherTrees(t *testing.T) {
	if len(installed()) == 0 {
		t.Skip("no solver is installed")
	}
	p := attacktest.NewProblem(t, ensembletest.Random(seed.At(1), ensembletest.Shapes["plain"]), attack.L0)
	const want = "method milp-votes is for trees of two leaf values, tree 0 has more: milp takes any"
	if _, err := (milp.Attack{Votes: true}).Prepare(p); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestUnknownSolver(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Random(seed.At(1), ensembletest.Shapes["plain"]), attack.LInf)
	if _, err := (milp.Attack{Solver: "cbd"}).Prepare(p); err == nil {
		t.Error("no error")
	} else {
		t.Log(err)
	}
}

package milp_test

import (
	"context"
	"fmt"
	"maps"
	"math"
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
			for i, name := range slices.Sorted(maps.Keys(ensembletest.Shapes)) {
				norm := attack.Norms[i%len(attack.Norms)]
				t.Run(fmt.Sprintf("%s/%v", name, norm), func(t *testing.T) { agree(t, s.name, ensembletest.Shapes[name], norm, i) })
			}
		})
	}
}

func agree(t *testing.T, solver string, shape ensembletest.Shape, norm attack.Norm, address int) {
	r := seed.At(7, address)
	p, err := attack.NewProblem(ensembletest.Random(r, shape), norm)
	if err != nil {
		t.Fatal(err)
	}
	victims := []attack.Victim{attacktest.Victim(r, p.Ensemble)}
	one := attack.RunOptions{Threads: 1}
	want, err := attack.Run(context.Background(), p, exact.Attack{}, victims, one)
	if err != nil {
		t.Fatal(err)
	}
	got, err := attack.Run(context.Background(), p, milp.Attack{Solver: solver}, victims, one)
	if err != nil {
		t.Fatal(err)
	}
	if shape.Whole && got[0].Status != attack.Optimal { // within tolerances ties look won
		if got[0].LowerBound > want[0].Distance+1e-6 || got[0].Distance < want[0].Distance-1e-6 {
			t.Errorf("%v from %v to %v, exact search %v", got[0].Status, got[0].LowerBound, got[0].Distance, want[0].Distance)
		}
		return
	}
	if got[0].Status != want[0].Status || got[0].Distance != want[0].Distance && math.Abs(got[0].Distance-want[0].Distance) > 1e-6 {
		t.Errorf("%v at %v, exact search %v at %v", got[0].Status, got[0].Distance, want[0].Status, want[0].Distance)
	}
}

func TestUnknownSolver(t *testing.T) {
	p, err := attack.NewProblem(ensembletest.Random(seed.At(1), ensembletest.Shapes["plain"]), attack.LInf)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (milp.Attack{Solver: "cbd"}).Prepare(p); err == nil {
		t.Error("no error")
	} else {
		t.Log(err)
	}
}

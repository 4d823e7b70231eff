package method

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Every name is there once, and what the list says of a method is so: with the
// standard settings and with others it finds an example, or a lower bound, for
// every row. It decides if and only if the list says so.
func TestAll(t *testing.T) {
	r := seed.At(1)
	p, err := attack.NewProblem(ensembletest.Random(r, ensembletest.Shape{Features: 5, Trees: 12, Depth: 4}), attack.LInf)
	if err != nil {
		t.Fatal(err)
	}
	var victims []attack.Victim
	var rows [][]float64
	for len(victims) < 5 {
		v := attacktest.Victim(r, p.Ensemble)
		victims, rows = append(victims, v), append(rows, v.X)
	}
	seen := map[string]bool{}
	for _, m := range All {
		if seen[m.Name] || m.About == "" {
			t.Errorf("%q is there twice, or says nothing about itself", m.Name)
		}
		seen[m.Name] = true
		for _, s := range []Settings{{Rows: rows}, {Rows: rows, Starts: 3, Levels: 1}} {
			checkTasks(t, &m, s, p, victims)
		}
	}
}

func checkTasks(t *testing.T, m *Method, s Settings, p *attack.Problem, victims []attack.Victim) {
	a, err := New(m.Name, s)
	if err != nil {
		t.Fatal(err)
	}
	adversary, err := attack.Prepare(p, a)
	if m.Name == MILP && err != nil {
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

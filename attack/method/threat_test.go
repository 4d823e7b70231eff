package method_test

import (
	"errors"
	"flag"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

var threats = flag.Int("threats", 1500, "random attackers in TestThreats")

// all are the methods that support every kind of attacker.
var all = []string{"exact", "auto", "lt", "bound"}

// Whatever an attacker can do, every method stays between the brute-force optimum and its proof,
// the exact search finds the optimum if no links are in the way, decisions are right on both sides
// of it, and examples obey links to the last bit.
func TestThreats(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	c := counts{}
	for number := range *threats {
		c.threat(t, uint64(number), number%50 == 0)
	}
	t.Log(c)
	for what, share := range map[string]int{
		"victims": 1000, "examples": 5000, "outside": 5, "decisions": 1000,
		"levels moved": 300, "groups moved": 100, "gone missing": 100, "derived": 100, "optimal with links": 50,
	} {
		if least := share * *threats / 1500; c[what] < least {
			t.Errorf("%d %s, at least %d are wanted", c[what], what, least)
		}
	}
}

// A column derived from a missing one follows nothing, but another may have to stay below it: it
// rises as far as that requires.
func TestThreatsOfSilentDerivations(t *testing.T) {
	c := counts{}
	for number := range 6000 {
		p, victims := attacktest.Draw(seed.At(77, number))
		if p.Constraints == nil || len(p.Constraints.Links) < 2 {
			continue
		}
		for _, v := range victims {
			v.X[p.Constraints.Links[0].Terms[0].Times[0]] = math.NaN()
			if v.Label = p.Ensemble.Class(v.X); v.Label == p.Target || !p.Constraints.Within(v.X) {
				continue
			}
			least := attacktest.Nearest(p, v)
			for _, name := range all {
				a, err := method.New(name, method.Settings{})
				if err != nil {
					t.Fatal(err)
				}
				results, err := attack.Run(t.Context(), p, a, []attack.Victim{v}, attack.RunOptions{Threads: 1})
				if err != nil {
					t.Fatalf("%d, %s: %v", number, name, err)
				}
				if wrong := c.result(p, name, &v, &results[0], least); wrong != "" {
					t.Errorf("%d, %s, norm %v, row %v: %v at %v, bound %v, the nearest is at %v: %s",
						number, name, p.Norm, v.X, results[0].Status, results[0].Distance, results[0].LowerBound, least, wrong)
				}
			}
		}
	}
	if c["examples"] < 100 {
		t.Errorf("only %d examples", c["examples"])
	}
	t.Log(c)
}

// FuzzThreats is TestThreats for the attacker with a number, without slow methods.
func FuzzThreats(f *testing.F) {
	for _, number := range []uint64{0} {
		f.Add(number)
	}
	f.Fuzz(func(t *testing.T, number uint64) { counts{}.threat(t, number, false) })
}

// counts is how often something happened.
type counts map[string]int

// threat compares every method with brute force, for the attacker with a number: the slow ones too
// if asked to.
func (c counts) threat(t *testing.T, number uint64, patient bool) {
	r := seed.At(number)
	p, victims := attacktest.Draw(r)
	if err := p.Validate(); err != nil {
		t.Fatalf("%d: %v", number, err)
	}
	least := make([]float64, len(victims))
	for i, v := range victims {
		if c["victims"]++; p.Constraints.Within(v.X) {
			least[i] = attacktest.Nearest(p, v)
		}
	}
	settings := method.Settings{Starts: 2}
	for range 3 {
		settings.Rows = append(settings.Rows, p.Ensemble.Rounded(ensembletest.Row(r, p.Ensemble)))
	}
	for _, m := range method.All {
		if attack.CheckNorm(m.New(settings), p.Norm) != nil || (m.Slow() || m.Name == "substitute") && !patient {
			continue
		}
		a, err := attack.Prepare(p, m.New(settings))
		if err != nil {
			if slices.Contains(all, m.Name) || !errors.Is(err, errors.ErrUnsupported) && !refuses(m.Name) {
				t.Fatalf("%d, %s: %v", number, m.Name, err)
			}
			continue
		}
		results, err := a.Run(t.Context(), victims, attack.RunOptions{Threads: 1})
		if err != nil {
			if refuses(m.Name) && errors.Is(err, errors.ErrUnsupported) { // models are reduced to the levels of a victim that stay, and prepared then
				continue
			}
			t.Fatalf("%d, %s: %v", number, m.Name, err)
		}
		for i := range results {
			if wrong := c.result(p, m.Name, &victims[i], &results[i], least[i]); wrong != "" {
				got := &results[i]
				t.Errorf("%d, %s, norm %v, row %v: %v at %v, bound %v, the nearest is at %v: %s",
					number, m.Name, p.Norm, victims[i].X, got.Status, got.Distance, got.LowerBound, least[i], wrong)
			}
		}
		if a.CanDecide() {
			c.decide(t, number, p, m.Name, a, victims, least)
		}
	}
}

// refuses reports whether a method refuses some problems for reasons of its own: it needs a solver,
// columns of 0 and 1, or no target.
func refuses(name string) bool {
	return slices.Contains([]string{method.MILP, method.MILPVotes, "votes", "substitute", "dive"}, name)
}

// result returns what is wrong with a result, "" for nothing.
func (c counts) result(p *attack.Problem, name string, v *attack.Victim, r *attack.Result, least float64) string {
	rounding := 1e-9
	if name == method.MILP || name == method.MILPVotes {
		rounding = 2e-6 // of the solver
	}
	if within := p.Constraints.Within(v.X); !within || r.Status == attack.OutOfBounds {
		if c["outside"]++; within != (r.Status != attack.OutOfBounds) {
			return "bounds"
		}
		return ""
	}
	linked := p.Constraints != nil && p.Constraints.Links != nil
	switch {
	case r.Distance < least*(1-rounding):
		return "no example is so near"
	case r.LowerBound > least*(1+rounding):
		return "the bound is above the nearest"
	case r.Status == attack.Optimal && r.Distance > least*(1+rounding):
		return "it is not optimal"
	case name == "exact" && !linked && r.LowerBound < least*(1-rounding):
		return "the search has not come to its end"
	case (r.Example == nil) != math.IsInf(r.Distance, 1):
		return "a distance without an example"
	case r.Example == nil:
		return ""
	}
	c.example(p, v, r)
	if err := attacktest.Obeys(p, *v, r.Example); err != nil {
		return err.Error()
	}
	return ""
}

// example counts what an example changes.
func (c counts) example(p *attack.Problem, v *attack.Victim, r *attack.Result) {
	c["examples"]++
	x := p.Ensemble.Rounded(v.X)
	for f, to := range r.Example {
		switch {
		case to == x[f] || x[f] != x[f]:
		case to != to:
			c["gone missing"]++
		case p.Ensemble.Categorical(f):
			c["levels moved"]++
		}
	}
	for _, change := range p.Changes(v.X, r.Example) {
		if change.Group != nil {
			c["groups moved"]++
		}
	}
	if p.Constraints != nil && p.Constraints.Links != nil {
		if l := &p.Constraints.Links[0]; !l.AtMost && r.Example[l.Feature] != x[l.Feature] {
			c["derived"]++
		}
		if r.Status == attack.Optimal {
			c["optimal with links"]++
		}
	}
}

// decide asks about radii on both sides of the distance of the nearest example.
func (c counts) decide(t *testing.T, number uint64, p *attack.Problem, name string, a *attack.Adversary, victims []attack.Victim, least []float64) {
	linked := p.Constraints != nil && p.Constraints.Links != nil
	for i, v := range victims {
		if !p.Constraints.Within(v.X) {
			continue
		}
		for _, eps := range []float64{min(least[i], 5) * (1 - 1e-6), min(least[i], 5) * (1 + 1e-6)} {
			d, err := a.Decide(t.Context(), []attack.Victim{v}, eps, attack.RunOptions{Threads: 1})
			if err != nil {
				t.Fatalf("%d, %s: %v", number, name, err)
			}
			c["decisions"]++
			verdict := d[0].Verdict
			if verdict == attack.Certified && least[i] <= eps || verdict == attack.Broken && least[i] > eps ||
				verdict == attack.Undecided && name == "exact" && !linked {
				t.Errorf("%d, %s, norm %v, row %v: %v within %v, the nearest is at %v", number, name, p.Norm, v.X, verdict, eps, least[i])
			}
		}
	}
}

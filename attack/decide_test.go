package attack_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Verdicts are those of brute force, even for victims with missing features, on any number of
// threads.
func TestDecideIsThatOfBruteForce(t *testing.T) {
	const eps = 0.15
	for name, shape := range ensembletest.Shapes {
		t.Run(name, func(t *testing.T) {
			r := seed.At(3)
			p := attacktest.NewProblem(t, ensembletest.Random(r, shape), attack.LInf)
			var victims []attack.Victim
			var want []attack.Verdict
			for i := range 40 {
				v := attacktest.Victim(r, p.Ensemble)
				v.Row = i
				if i%2 == 1 {
					v.X[r.IntN(len(v.X))] = math.NaN()
					v.Label = p.Ensemble.Class(v.X)
				}
				if i%8 == 0 {
					v.Label = (v.Label + 1) % p.Ensemble.Classes
				}
				victims, want = append(victims, v), append(want, byBruteForce(t, p, v, eps))
			}
			adversary := attacktest.Prepare(t, p, exact.Attack{})
			var first []attack.Decision
			for _, threads := range []int{1, 3} {
				decisions, err := adversary.Decide(t.Context(), victims, eps, attack.RunOptions{Threads: threads})
				if err != nil {
					t.Fatal(err)
				}
				for i, d := range decisions {
					if d.Verdict != want[i] || d.Row != i {
						t.Errorf("row %d, %v: %v, want %v", i, victims[i], d, want[i])
					}
				}
				if first == nil {
					first = decisions
				}
				if d := cmp.Diff(first, decisions, cmpopts.EquateNaNs(), cmpopts.IgnoreFields(attack.Result{}, "Seconds")); d != "" {
					t.Errorf("%d threads: %s", threads, d)
				}
			}
		})
	}
}

// byBruteForce decides in the model as the victim sees it.
func byBruteForce(t *testing.T, p *attack.Problem, v attack.Victim, eps float64) attack.Verdict {
	if p.Ensemble.Class(v.X) != v.Label {
		return attack.Broken
	}
	q := *p
	q.Ensemble = p.Ensemble.Resolve(p.Ensemble.Rounded(v.X), func(f ensemble.Feature) bool { return math.IsNaN(v.X[f]) })
	var err error
	if q.Grid, err = ensemble.NewGrid(q.Ensemble); err != nil {
		t.Fatal(err)
	}
	if cost, _ := attacktest.NewOracle(&q).Optimum(v); p.Norm.Distance(cost) <= eps {
		return attack.Broken
	}
	return attack.Certified
}

// A method that does not decide says so before any victim is looked at.
func TestDecideUnsupported(t *testing.T) {
	adversary := attacktest.Prepare(t, stump(t), idle{})
	_, err := adversary.Decide(t.Context(), []attack.Victim{{}}, 1, attack.RunOptions{})
	if !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "method idle") || adversary.CanDecide() {
		t.Errorf("got %v, can decide: %v", err, adversary.CanDecide())
	}
}

// liar gives a fixed verdict and result, whatever it is asked.
type liar struct {
	idle
	verdict attack.Verdict
	result  attack.Result
}

func (l liar) Prepare(*attack.Problem) (attack.Prepared, error) { return l, nil }
func (l liar) Searcher() attack.Searcher                        { return l }
func (l liar) Decide(context.Context, attack.Victim, float64) (attack.Verdict, attack.Result) {
	return l.verdict, l.result
}

// Verdicts are not taken on trust.
func TestEveryDecisionIsChecked(t *testing.T) {
	none := attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1)}
	proved := none
	proved.LowerBound = 0.25
	near := attack.Result{Example: []float64{0.5}, Distance: 0.25}
	still, far := near, near
	still.Class = 1
	far.Example, far.Distance = []float64{0.25}, 0.5
	unproved, below := none, none
	unproved.LowerBound, below.LowerBound = math.NaN(), -1
	for name, c := range map[string]struct {
		liar
		want string
	}{
		"open":            {liar{verdict: attack.Undecided, result: none}, ""},
		"no example":      {liar{verdict: attack.Broken, result: none}, "row 5: broken within 0.25 by an example at distance +Inf"},
		"near example":    {liar{verdict: attack.Broken, result: near}, ""},
		"far example":     {liar{verdict: attack.Broken, result: far}, "row 5: broken within 0.25 by an example at distance 0.5"},
		"the same class":  {liar{verdict: attack.Broken, result: still}, "row 5: example of class 1 is predicted as 0"},
		"no lower bound":  {liar{verdict: attack.Certified, result: none}, "row 5: certified within 0.25 by a lower bound of 0"},
		"bound not above": {liar{verdict: attack.Certified, result: proved}, "row 5: certified within 0.25 by a lower bound of 0.25"},
		"bound NaN":       {liar{verdict: attack.Undecided, result: unproved}, "row 5: lower bound NaN is not a distance"},
		"proved by NaN":   {liar{verdict: attack.Certified, result: unproved}, "row 5: lower bound NaN is not a distance"},
		"bound below 0":   {liar{verdict: attack.Undecided, result: below}, "row 5: lower bound -1 is not a distance"},
		"no verdict":      {liar{verdict: 9, result: none}, "row 5: verdict number 9 is none that there is"},
		"no status":       {liar{verdict: attack.Broken, result: attack.Result{Example: near.Example, Distance: near.Distance, Status: 77}}, "row 5: status number 77 is none of a result"},
	} {
		t.Run(name, func(t *testing.T) {
			adversary := attacktest.Prepare(t, stump(t), c.liar)
			victims := []attack.Victim{{Row: 5, X: []float64{0.75}, Label: 1}}
			_, err := adversary.Decide(t.Context(), victims, 0.25, attack.RunOptions{})
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q", err, c.want)
			}
		})
	}
}

// A number without a word must not end the program.
func TestNumbersWithoutWords(t *testing.T) {
	for want, got := range map[string]interface{ String() string }{
		"verdict number 9": attack.Verdict(9), "status number 77": attack.Status(77), "stop number 6": attack.Stop(6),
	} {
		if got.String() != want {
			t.Errorf("%q, want %q", got.String(), want)
		}
	}
	if _, err := attack.Status(77).MarshalText(); err == nil {
		t.Error("a status without a word is written")
	}
}

// The bound of a result without an example is checked too.
func TestBoundsOfRunsAreChecked(t *testing.T) {
	p := stump(t)
	for _, bound := range []float64{math.NaN(), -1} {
		r := attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1), LowerBound: bound}
		if err := p.Check(attack.Victim{Row: 5, X: []float64{0.75}, Label: 1}, &r); err == nil || !strings.Contains(err.Error(), "row 5: lower bound") {
			t.Errorf("%v: %v", bound, err)
		}
	}
}

// Each claim of an example is checked.
func TestExamplesOfRunsAreChecked(t *testing.T) {
	high := attack.Victim{Row: 5, X: []float64{0.75}, Label: 1}
	low := attack.Victim{Row: 5, X: []float64{0.25}}
	others := &attack.Constraints{Attackers: []bool{true, false}}
	for name, c := range map[string]struct {
		victim      attack.Victim
		constraints *attack.Constraints
		result      attack.Result
		want        string
	}{
		"right":       {high, nil, attack.Result{Example: []float64{0.5}, Distance: 0.25, LowerBound: 0.25}, ""},
		"-Inf":        {high, nil, attack.Result{Example: []float64{math.Inf(-1)}, Distance: math.Inf(1)}, "example with the value -Inf of feature 0"},
		"+Inf":        {low, nil, attack.Result{Example: []float64{math.Inf(1)}, Class: 1, Distance: math.Inf(1)}, "example with the value +Inf of feature 0"},
		"not a rival": {low, nil, attack.Result{Example: []float64{0.3}, Distance: 0.3 - 0.25}, "example of class 0 is predicted as 0, label 0"},
		"no attacker": {high, others, attack.Result{Example: []float64{0.5}, Distance: 0.25}, "which nobody attacks"},
		"too near":    {high, nil, attack.Result{Example: []float64{0.5}, Distance: 0.2}, "example at distance 0.25 is reported at 0.2"},
		"too far":     {high, nil, attack.Result{Example: []float64{0.5}, Distance: 0.3}, "example at distance 0.25 is reported at 0.3"},
		"bound above": {high, nil, attack.Result{Example: []float64{0.5}, Distance: 0.25, LowerBound: 0.26}, "lower bound 0.26 is above the distance 0.25"},
	} {
		p := stump(t)
		p.Constraints = c.constraints
		err := p.Check(c.victim, &c.result)
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

// No distance is too large to decide about: what nobody can flip is certified within all of them.
func TestDecideAtAnyDistance(t *testing.T) {
	p := stump(t)
	p.Constraints = &attack.Constraints{Frozen: []bool{true}}
	d, err := attacktest.Prepare(t, p, exact.Attack{}).Decide(t.Context(), []attack.Victim{{X: []float64{0.75}, Label: 1}}, math.Inf(1), attack.RunOptions{})
	if err != nil || d[0].Verdict != attack.Certified {
		t.Errorf("%v, %v", d, err)
	}
}

// Victims that a cancelled run has not reached are undecided.
func TestDecideCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	adversary := attacktest.Prepare(t, stump(t), exact.Attack{})
	victims := []attack.Victim{{X: []float64{0.75}, Label: 1}, {X: []float64{0.75}, Label: 1}, {X: []float64{0.75}, Label: 0}}
	decisions, err := adversary.Decide(ctx, victims, 0.1, attack.RunOptions{Threads: 1, Done: func(int) { cancel() }})
	if !errors.Is(err, context.Canceled) || len(decisions) != 3 {
		t.Fatalf("got %v, %v", decisions, err)
	}
	for i, want := range []attack.Verdict{attack.Certified, attack.Undecided, attack.Undecided} {
		if d := decisions[i]; d.Verdict != want || (d.Stop == attack.Cancelled) != (want == attack.Undecided) {
			t.Errorf("victim %d: %v, want %v", i, d, want)
		}
	}
	for _, eps := range []float64{-1, math.NaN()} {
		if _, err := adversary.Decide(t.Context(), victims, eps, attack.RunOptions{}); err == nil {
			t.Errorf("eps %v is taken", eps)
		}
	}
}

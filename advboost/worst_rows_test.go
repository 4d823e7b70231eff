package advboost

import (
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// The worst row is allowed, and the model gets it wrong in nearly every ball in which it gets
// some row wrong. Rows that are wrong themselves have one too.
func TestWorstRowAgainstTheExactDecision(t *testing.T) {
	broken, found, wrong := 0, 0, 0
	everyBall(t, func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		p := attacktest.NewProblem(t, e, b.Norm)
		p.Constraints = b.Constraints
		probe, err := newProbe(e, b)
		if err != nil {
			t.Fatal(err)
		}
		v := attack.Victim{X: x, Label: e.Class(x)}
		search := bound.NewBall(probe.problem)
		got := worstRow(probe, search, p, &v, b.Eps)
		adversary := attacktest.Prepare(t, p, exact.Attack{})
		decisions, err := adversary.Decide(t.Context(), []attack.Victim{v}, b.Eps, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		verdict := decisions[0].Verdict
		if verdict == attack.Broken {
			broken++
		}
		if got.Example == nil {
			return
		}
		if err := p.Allow(x, got.Example); err != nil || got.Distance > attack.Reach(b.Eps) || got.Distance != p.Distance(x, got.Example) {
			t.Fatalf("the worst row of %v within %v is %v at %v: %v", x, b.Eps, got.Example, got.Distance, err)
		}
		flips := e.Class(got.Example) != v.Label
		if flips {
			found++
		}
		if flips != (got.Status == attack.Found) || flips && verdict == attack.Certified {
			t.Fatalf("a worst row of class %d and status %v, the exact search says %v", got.Class, got.Status, verdict)
		}
		v.Label = (v.Label + 1) % e.Classes
		if got := worstRow(probe, search, p, &v, b.Eps); got.Example != nil {
			if wrong++; got.Status != attack.Misclassified {
				t.Fatalf("the worst row of a row that is wrong has the status %v", got.Status)
			}
		}
	})
	if broken < 100 || found < broken*95/100 || wrong < 100 {
		t.Errorf("%d of %d balls with a wrong row were found, and the worst rows of %d that are wrong", found, broken, wrong)
	}
}

// With All every row that is not proved to be far from wrong has its worst row in training.
func TestAllWorstRowsAreTrainedOn(t *testing.T) {
	for _, c := range []struct {
		all  bool
		want []float64 // examples
	}{
		{false, []float64{1.6}},
		{true, []float64{0, 1, 1.6, 3, 4}},
	} {
		var said Progress
		hook, err := NewExamples(ExamplesOptions{
			Attack: InBall{Eps: 0.5, All: c.all}, Eps: 0.5, Threads: 1, Progress: func(p Progress) { said = p },
		})
		if err != nil {
			t.Fatal(err)
		}
		table := newRows(0, 0, 1, 1, 0) // the values 0 to 4: the last is misclassified
		round := &trainer.Round{Of: 2, Rows: table, Ensemble: &ensemble.Ensemble{}}
		for number, e := range []*ensemble.Ensemble{{}, threshold(1.6)} {
			round.Number, round.Ensemble = number, e
			if err := hook.Before(t.Context(), round); err != nil {
				t.Fatal(err)
			}
		}
		got := map[float64]bool{}
		for i := table.Table(); i < table.Len(); i++ {
			got[table.X(i)[0]] = true
		}
		if len(got) != len(c.want) || said.Found != 1 || said.Kept != len(c.want) {
			t.Errorf("all %v: examples %v, want %v; %d found, %d kept", c.all, got, c.want, said.Found, said.Kept)
		}
		for _, x := range c.want {
			if !got[x] {
				t.Errorf("all %v: no example at %v among %v", c.all, x, got)
			}
		}
	}
}

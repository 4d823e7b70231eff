package advboost

import (
	"math/rand/v2"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// InBall says that a row is safe only where it is, and finds an example in
// nearly every ball that has one.
func TestInBallAgainstTheExactDecision(t *testing.T) {
	broken, found := 0, 0
	everyBall(t, func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		p := attacktest.NewProblem(t, e, b.Norm)
		p.Constraints = b.Constraints
		v := []attack.Victim{{X: x, Label: e.Class(x)}}
		results := attacktest.Run(t, p, InBall{Eps: b.Eps}, v, attack.RunOptions{Threads: 1})
		adversary := attacktest.Prepare(t, p, exact.Attack{})
		decisions, err := adversary.Decide(t.Context(), v, b.Eps, attack.RunOptions{Threads: 1})
		if err != nil {
			t.Fatal(err)
		}
		got, verdict := &results[0], decisions[0].Verdict
		if verdict == attack.Broken {
			broken++
		}
		switch {
		case got.Example != nil:
			found++
			if verdict != attack.Broken || got.Distance > b.Eps {
				t.Fatalf("example at %v, within %v the exact search says %v", got.Distance, b.Eps, verdict)
			}
		case got.LowerBound > 0 && verdict != attack.Certified:
			t.Fatalf("safe within %v, the exact search says %v", b.Eps, verdict)
		}
	})
	if broken < 100 || found < broken*95/100 {
		t.Errorf("%d of %d examples were found", found, broken)
	}
}

package attacktest

import (
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
)

// Certified returns how many victims a method proves to have no example within eps.
func Certified(t testing.TB, p *attack.Problem, method attack.Attack, victims []attack.Victim, eps float64) (n int) {
	t.Helper()
	decisions, err := Prepare(t, p, method).Decide(t.Context(), victims, eps, attack.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range decisions {
		if d.Verdict == attack.Certified {
			n++
		}
	}
	return n
}

package method_test

import (
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Rows of attacked classes are attacked as without the others; rows of the other classes are
// certified at any radius, by every method.
func TestOnlySomeClassesAttack(t *testing.T) {
	attacked, calm := 0, 0
	for number := range 200 {
		r := seed.At(uint64(number), 7)
		p, victims := attacktest.Draw(r)
		q, attacker := *p, r.IntN(p.Ensemble.Classes)
		q.Constraints = attacktest.OnlyAttacks(p, attacker)
		for _, m := range method.All {
			if attack.CheckNorm(m.New(method.Settings{}), p.Norm) != nil || m.Slow() || method.ReadsRows(m.Name) {
				continue
			}
			all, err := attack.Prepare(p, m.New(method.Settings{Starts: 1}))
			if err != nil {
				continue // TestThreats says which attackers a method refuses
			}
			few, err := attack.Prepare(&q, m.New(method.Settings{Starts: 1}))
			if err != nil {
				t.Fatalf("%d, %s: %v", number, m.Name, err)
			}
			want, err := all.Run(t.Context(), victims, attack.RunOptions{Threads: 1})
			if err != nil {
				t.Fatalf("%d, %s: %v", number, m.Name, err)
			}
			got, err := few.Run(t.Context(), victims, attack.RunOptions{Threads: 1})
			if err != nil {
				t.Fatalf("%d, %s: %v", number, m.Name, err)
			}
			var decisions []attack.Decision
			if few.CanDecide() {
				if decisions, err = few.Decide(t.Context(), victims, 1e9, attack.RunOptions{Threads: 1}); err != nil {
					t.Fatalf("%d, %s: %v", number, m.Name, err)
				}
			}
			for i, v := range victims {
				if v.Label == attacker {
					attacked++
					if d := cmp.Diff(want[i], got[i], cmpopts.IgnoreFields(attack.Result{}, "Seconds"), cmpopts.EquateNaNs()); d != "" {
						t.Errorf("%d, %s: %s", number, m.Name, d)
					}
					continue
				}
				calm++
				if got[i].Status != attack.NoAttacker || got[i].Example != nil || !math.IsInf(got[i].LowerBound, 1) {
					t.Errorf("%d, %s: a row that nobody attacks: %+v", number, m.Name, got[i])
				}
				if decisions != nil && decisions[i].Verdict != attack.Certified {
					t.Errorf("%d, %s: a row that nobody attacks is %v", number, m.Name, decisions[i].Verdict)
				}
				if forged := want[i]; forged.Example != nil && q.Check(v, &forged) == nil {
					t.Errorf("%d, %s: an example of it counts", number, m.Name)
				}
			}
		}
	}
	if attacked < 300 || calm < 300 {
		t.Errorf("%d rows attacked and %d not, at least 300 are wanted", attacked, calm)
	}
}

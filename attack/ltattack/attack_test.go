package ltattack_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// options are the settings under which every property has to hold.
var options = map[string]ltattack.Attack{
	"default":    {},
	"paper":      {Paper: true, Starts: 3, Noise: 20},
	"exhaustive": {Paper: true, Starts: 3, Exhaustive: true, Noise: -1},
}

// everyCase runs a property on random problems of every shape, norm and kind
// of target.
func everyCase(t *testing.T, property func(t *testing.T, p *attack.Problem, victims []attack.Victim)) {
	for name, shape := range ensembletest.Shapes {
		for _, norm := range attack.Norms {
			for _, targeted := range []bool{false, true} {
				t.Run(fmt.Sprintf("%s/%v/targeted=%v", name, norm, targeted), func(t *testing.T) {
					for i := range 5 {
						r := seed.At(1, i)
						p, err := attack.NewProblem(ensembletest.Random(r, shape), norm)
						if err != nil {
							t.Fatal(err)
						}
						if targeted {
							p.Target = r.IntN(p.Ensemble.Classes)
						}
						var victims []attack.Victim
						for range 3 {
							if v := attacktest.Victim(r, p.Ensemble); v.Label != p.Target {
								victims = append(victims, v)
							}
						}
						property(t, p, victims)
					}
				})
			}
		}
	}
}

func TestNeverBeatsBruteForce(t *testing.T) {
	gap, n := 0.0, 0
	for name, a := range options {
		t.Run(name, func(t *testing.T) {
			everyCase(t, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
				results, err := attack.Run(context.Background(), p, a, victims, attack.RunOptions{Threads: 1})
				if err != nil {
					t.Fatal(err)
				}
				oracle := attacktest.NewOracle(p)
				for i, v := range victims {
					cost, _ := oracle.Optimum(v)
					best, got := p.Norm.Distance(cost), results[i]
					if got.Example == nil {
						if cost != math.Inf(1) {
							t.Errorf("row %v: nothing found, optimum is %v", v.X, best)
						}
						continue
					}
					if got.Distance < best*(1-1e-12) {
						t.Errorf("row %v: found %v, below the optimum %v", v.X, got.Distance, best)
					}
					if p.Target != attack.Untargeted && got.Class != p.Target {
						t.Errorf("row %v: found class %d, target %d", v.X, got.Class, p.Target)
					}
					gap += got.Distance/best - 1
					n++
				}
			})
		})
	}
	t.Logf("mean gap to the optimum %.4f over %d victims", gap/float64(n), n)
}

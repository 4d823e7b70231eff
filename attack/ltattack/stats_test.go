package ltattack_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
)

// Neighbourhood distances lie between 0 and the Hamming distance, are 0
// exactly where the search has reached the optimum's cost, and counts fit.
func TestDissect(t *testing.T) {
	attacktest.EachProblem(t, 6, func(t *testing.T, p *attack.Problem, victims []attack.Victim) {
		if p.Target != attack.Untargeted || p.Ensemble.Classes > 2 {
			return // the tables of the paper are about one contrast
		}
		oracle := attacktest.NewOracle(p)
		space := attack.NewSpace(p)
		optima := make([][]float64, len(victims))
		costs := map[int]float64{}
		for i, v := range victims {
			victims[i].Row = i
			cost, cells := oracle.Optimum(v)
			if cells != nil {
				space.Reset(v.X)
				optima[i] = space.Example(cells)
			}
			costs[i] = p.Norm.Distance(cost)
		}
		all, err := ltattack.Dissect(context.Background(), p, victims, optima, 3)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != len(victims) {
			t.Fatalf("%d of %d victims", len(all), len(victims))
		}
		for _, a := range all {
			if a.Starts > 0 && (a.Iterations < a.Starts || a.Distance < costs[a.Row]*(1-1e-9)) {
				t.Errorf("%+v, optimum %v", a, costs[a.Row])
			}
			for _, r := range []ltattack.Remoteness{a.Initial, a.Converged} {
				if r.Neighbor < 0 || r.Neighbor > r.Hamming || r.Hamming > a.Trees {
					t.Errorf("%+v", a)
				}
			}
			reached := a.Distance <= costs[a.Row]*(1+1e-12)
			if optima[a.Row] != nil && a.Starts > 0 && reached != (a.Converged.Neighbor == 0) {
				t.Errorf("%+v, optimum %v", a, costs[a.Row])
			}
		}
		var out bytes.Buffer
		if err := ltattack.WriteSizes(&out, p, all); err != nil {
			t.Fatal(err)
		}
		if err := ltattack.WriteConvergence(&out, all); err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(out.String(), "|T_Bound|") || !strings.Contains(out.String(), "h~") {
			t.Errorf("tables: %s", out.String())
		}
	})
}

package votes_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/votes"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// voting are shapes of models over columns of 0 and 1 whose trees vote.
var voting = map[string]ensembletest.Shape{
	"stumps":   {Features: 9, Trees: 15, Depth: 1, Cuts: 1},
	"forest":   {Features: 8, Trees: 9, Depth: 4, Cuts: 1, Average: true, Values: []float64{-0.5, 0.5}},
	"one tree": {Features: 6, Trees: 1, Depth: 4, Cuts: 1, Values: []float64{-1, 1}},
	"float32":  {Features: 7, Trees: 12, Depth: 3, Cuts: 1, Single: true, Values: []float64{-0.1, 0.1}},
}

// binary returns a random row of 0 and 1 with the class that the model gives it.
func binary(r *rand.Rand, e *ensemble.Ensemble) attack.Victim {
	v := attacktest.Victim(r, e)
	for f := range v.X {
		v.X[f] = float64(r.IntN(2))
	}
	v.Label = e.Class(v.X)
	return v
}

// The examples of both attacks are adversarial, keep to 0 and 1, and are no nearer than the nearest
// of all points, and one is found if changes of columns of 0 and 1 can make one. No single change
// of an example can be undone.
func TestAgainstBruteForce(t *testing.T) {
	for name, shape := range voting {
		t.Run(name, func(t *testing.T) {
			r := seed.At(3, len(name))
			total := map[string]float64{}
			for range 10 {
				e := ensembletest.Random(r, shape)
				p := attacktest.NewProblem(t, e, attack.L0)
				var victims []attack.Victim
				var rows [][]float64
				for range 200 {
					rows = append(rows, binary(r, e).X)
				}
				for range 5 {
					victims = append(victims, binary(r, e))
				}
				oracle := attacktest.NewOracle(p)
				for _, a := range []attack.Attack{votes.Attack{}, votes.Substitute{Rows: rows}} {
					results := attacktest.Run(t, p, a, victims, attack.RunOptions{Threads: 1})
					for i := range results {
						least, cells := oracle.Optimum(victims[i])
						checkExample(t, a.Name(), e, victims[i], &results[i], least, cells != nil)
						if cells != nil {
							total[a.Name()] += results[i].Distance
							total["least"] += least / 2 // once for each attack
						}
					}
				}
			}
			for a, most := range map[string]float64{"votes": 1.1, "substitute": 1.1} {
				if ratio := total[a] / total["least"]; ratio > most {
					t.Errorf("%s changes %.2f times as many columns as have to change, want at most %v", a, ratio, most)
				} else {
					t.Logf("%s: %.2f", a, ratio)
				}
			}
		})
	}
}

func checkExample(
	t *testing.T, name string, e *ensemble.Ensemble, v attack.Victim, r *attack.Result, least float64, exists bool,
) {
	t.Helper()
	if (r.Example != nil) != exists {
		t.Fatalf("%s: found %v, there is one: %v", name, r.Example, exists)
	}
	if !exists {
		return
	}
	if r.Distance < least || r.LowerBound != 0 {
		t.Errorf("%s: %v columns with bound %v, %v have to change", name, r.Distance, r.LowerBound, least)
	}
	for f, x := range r.Example {
		if x != 0 && x != 1 {
			t.Errorf("%s: feature %d is %v", name, f, x)
		}
		if r.Example[f] = v.X[f]; x != v.X[f] && e.Class(r.Example) != v.Label {
			t.Errorf("%s: the change of feature %d can be taken back", name, f)
		}
		r.Example[f] = x
	}
}

// Frozen columns stay, and a column that only rises does.
func TestConstraints(t *testing.T) {
	r := seed.At(5)
	found := 0
	for range 20 {
		e := ensembletest.Random(r, voting["stumps"])
		p, _ := attack.NewProblem(e, attack.L0)
		p.Constraints = &attack.Constraints{
			Frozen:   []bool{true, false, false, false, true, false, false, false, false},
			Increase: []bool{false, true, false, false, false, true, false, false, false},
		}
		v := binary(r, e)
		results := attacktest.Run(t, p, votes.Attack{}, []attack.Victim{v}, attack.RunOptions{})
		least, cells := attacktest.NewOracle(p).Optimum(v)
		checkExample(t, "votes", e, v, &results[0], least, cells != nil)
		if results[0].Example == nil {
			continue
		}
		found++
		if err := p.Constraints.Allow(v.X, results[0].Example); err != nil {
			t.Error(err)
		}
	}
	if found == 0 {
		t.Error("no example found: nothing was tested")
	}
}

// Each unsupported problem is refused with a reason.
func TestRefusals(t *testing.T) {
	rows := [][]float64{{0, 1, 0}, {1, 0.5, 1}}
	plain := ensembletest.Shape{Features: 3, Trees: 4, Depth: 3}
	for want, c := range map[string]struct {
		shape  ensembletest.Shape
		norm   attack.Norm
		attack attack.Attack
	}{
		"method votes is for norm 0, not for inf": {plain, attack.LInf, votes.Attack{}},
		"method votes is for columns of 0 and 1":  {plain, attack.L0, votes.Attack{}},
		"method votes is for trees of two leaf values, tree 0 has more: substitute takes any": {
			ensembletest.Shape{Features: 3, Trees: 4, Depth: 3, Cuts: 1}, attack.L0, votes.Attack{},
		},
		"method substitute is for two classes, the model has 3": {
			ensembletest.Shape{Features: 3, Trees: 4, Depth: 3, Classes: 3}, attack.L0, votes.Substitute{Rows: rows},
		},
		"method substitute needs training rows": {plain, attack.L0, votes.Substitute{}},
		"the training rows have none":           {plain, attack.L0, votes.Substitute{Rows: [][]float64{{2, 0.5, 3}}}},
		"training row 0 has 1 features":         {plain, attack.L0, votes.Substitute{Rows: [][]float64{{2}}}},
		"":                                      {plain, attack.L0, votes.Substitute{Rows: rows}}, // of any model
	} {
		p := attacktest.NewProblem(t, ensembletest.Random(seed.At(2), c.shape), c.norm)
		_, err := attack.Run(context.Background(), p, c.attack, nil, attack.RunOptions{})
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
}

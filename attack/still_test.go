package attack_test

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// TestStillWithoutSplit: a category that the model does not split on can be changed like others, as
// another model may split on it.
func TestStillWithoutSplit(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 4, Classes: 2, Outputs: 1, Base: []float64{0},
		Columns: []column.Column{{}, column.Named([]string{"a", "b"}), column.Named([]string{"a", "b"}), column.Named([]string{"one"})},
		Trees:   []ensemble.Tree{{Splits: []ensemble.Split{{Threshold: 0.5, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}},
	}
	for norm, by := range map[attack.Norm]map[float64][]int{
		attack.L0: {0.5: {0, 1, 2, 3}, 1: {2, 3}}, attack.L2: {0.5: {1, 2, 3}, 1: {1, 2, 3}, 2: {2, 3}},
	} {
		p := attacktest.NewProblem(t, e, norm)
		p.Constraints = &attack.Constraints{Weight: []float64{1, 2, 1, 1}, Frozen: []bool{false, false, true, false}}
		for eps, want := range by {
			if got := p.Still(slices.Values([][]float64{{0.5, 0, 0, 0}}), eps); !slices.Equal(got, want) {
				t.Errorf("norm %v, eps %v: %v stay as they are, want %v", norm, eps, got, want)
			}
		}
	}
}

func TestStill(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 6, Classes: 2, Outputs: 1, Base: []float64{0},
		Columns: []column.Column{{}, column.Named([]string{"a", "b"}), {}, {}, {}, {}},
		Trees: []ensemble.Tree{{
			Splits: []ensemble.Split{{Feature: 1, Set: &ensemble.Set{Levels: []int32{1}}, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1},
		}},
	}
	p := attacktest.NewProblem(t, e, attack.L2)
	p.Constraints = &attack.Constraints{
		Frozen: []bool{false, false, true, false, false, false}, Weight: []float64{1, 1, 1, 2, 1, 1},
		Step: []float64{0, 0, 0, 0.25, 0, 0}, StepFrom: []float64{0, 0, 0, math.NaN(), 0, 0},
		Values: [][]float64{nil, nil, nil, nil, {0, 1}, nil},
	}
	rows := slices.Values([][]float64{{0.5, 0, 0.5, 0.5, 0, math.NaN()}, {0.5, 0, 0.5, 0.5, 0.8, math.NaN()}})
	for eps, want := range map[float64][]int{
		0: {0, 1, 2, 3, 4, 5}, 0.1: {1, 2, 3, 4, 5}, 0.3: {1, 2, 3, 5}, 0.5: {1, 2, 5}, 1: {2, 5}, math.Inf(1): {2, 5},
	} {
		if got := p.Still(rows, eps); !slices.Equal(got, want) {
			t.Errorf("at eps %v %v stay as they are, want %v", eps, got, want)
		}
	}
	p.Constraints = nil
	if got := p.Still(rows, 1e-9); !slices.Equal(got, []int{1, 5}) {
		t.Errorf("free: %v stay as they are, want the level and what is always missing", got)
	}
	p = attacktest.NewProblem(t, e, attack.L0)
	for eps, want := range map[float64][]int{0.9: {0, 1, 2, 3, 4, 5}, 1: {5}} { // a change counts 1, however small
		if got := p.Still(rows, eps); !slices.Equal(got, want) {
			t.Errorf("norm 0, eps %v: %v stay as they are, want %v", eps, got, want)
		}
	}
}

// A column of a group changes with the level of its row, at the price of a change of that level; a
// derived column changes if something that it is derived from does.
func TestStillOfGroupsAndLinks(t *testing.T) {
	never := math.Inf(1)
	e := &ensemble.Ensemble{
		Features: 6, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Threshold: 0.5, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}},
	}
	p := attacktest.NewProblem(t, e, attack.LInf)
	p.Constraints = &attack.Constraints{
		Groups: []attack.Group{{Name: "job", Features: []int{0, 1, 2}, Prices: attack.LevelPrices{Other: never, Pairs: []attack.LevelPrice{{From: 0, To: 1, Price: 2}, {From: 1, To: 0, Price: 1}, {From: 2, To: 1, Price: 7}}}}},
		Links:  []attack.Link{{Feature: 5, Terms: []attack.Term{{Factor: 1, Times: []int{3}}, {Factor: 1, Times: []int{4}}}}},
		Frozen: []bool{false, false, false, true, true, false},
	}
	clerk, nurse, judge := []float64{1, 0, 0, 2, 3, 5}, []float64{0, 1, 0, 2, 3, 5}, []float64{0, 0, 1, 2, 3, 5}
	for _, c := range []struct {
		rows [][]float64
		eps  float64
		want []int
	}{
		{[][]float64{clerk}, 1, []int{0, 1, 2, 3, 4, 5}},
		{[][]float64{clerk}, 2, []int{2, 3, 4, 5}},
		{[][]float64{clerk, nurse}, 1, []int{2, 3, 4, 5}},
		{[][]float64{judge}, never, []int{0, 3, 4, 5}},
		{[][]float64{judge, nurse, clerk}, 5, []int{2, 3, 4, 5}},
	} {
		if got := p.Still(slices.Values(c.rows), c.eps); !slices.Equal(got, c.want) {
			t.Errorf("%v at eps %v: %v stay as they are, want %v", c.rows, c.eps, got, c.want)
		}
	}
	counting := *p
	counting.Norm = attack.L0
	if got := counting.Still(slices.Values([][]float64{judge}), 3); !slices.Equal(got, []int{0, 3, 4, 5}) {
		t.Errorf("norm 0: %v stay as they are where a change of level is forbidden", got)
	}
	counting.Constraints = &attack.Constraints{Frozen: p.Constraints.Frozen, Groups: []attack.Group{{Name: "job", Features: []int{0, 1, 2}, Frozen: true}}}
	if got := counting.Still(slices.Values([][]float64{judge, clerk}), 3); !slices.Equal(got, []int{0, 1, 2, 3, 4}) {
		t.Errorf("norm 0: %v stay as they are where the group is frozen", got)
	}
	p.Constraints.Frozen[3] = false
	if got := p.Still(slices.Values([][]float64{judge}), 1); !slices.Equal(got, []int{0, 1, 2, 4}) {
		t.Errorf("%v stay as they are where a part of the sum moves", got)
	}
}

// The only column of an equation that is not frozen cannot change, whichever it is, unless a row
// misses another one, so that the equation does not apply, or a factor may be 0.
func TestStillTied(t *testing.T) {
	never, blank := math.Inf(1), math.NaN()
	e := &ensemble.Ensemble{
		Features: 3, Classes: 2, Outputs: 1, Base: []float64{0},
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Threshold: 0.5, Left: ^0, Right: ^1}}, Leaves: []float64{-1, 1}}},
	}
	p := attacktest.NewProblem(t, e, attack.LInf)
	sum := []attack.Term{{Factor: 1, Times: []int{0}}, {Factor: 1, Times: []int{1}}}
	full, without := []float64{1, 2, 3}, []float64{1, blank, 3}
	for name, c := range map[string]struct {
		link   attack.Link
		frozen []bool
		rows   [][]float64
		want   []int
	}{
		"derived":                   {attack.Link{Feature: 2, Terms: sum}, []bool{true, true, false}, [][]float64{full}, []int{0, 1, 2}},
		"part of the sum":           {attack.Link{Feature: 2, Terms: sum}, []bool{false, true, true}, [][]float64{full}, []int{0, 1, 2}},
		"two parts":                 {attack.Link{Feature: 2, Terms: sum}, []bool{false, false, true}, [][]float64{full}, []int{2}},
		"rounded":                   {attack.Link{Feature: 2, Terms: sum, Step: 1}, []bool{false, true, true}, [][]float64{full}, []int{1, 2}},
		"rounded, of whole numbers": {attack.Link{Feature: 2, Terms: sum, Step: 1}, []bool{false, true, true}, [][]float64{full}, []int{0, 1, 2}},
		"at most":                   {attack.Link{Feature: 2, Terms: sum, AtMost: true}, []bool{false, true, true}, [][]float64{full}, []int{1, 2}},
		"factor":                    {attack.Link{Feature: 2, Terms: []attack.Term{{Factor: 1, Times: []int{0, 1}}}}, []bool{false, true, true}, [][]float64{{4, 0, 0}}, []int{1, 2}},
		"missing, derived":          {attack.Link{Feature: 2, Terms: sum}, []bool{true, true, false}, [][]float64{full, without}, []int{0, 1}},
		"missing, part":             {attack.Link{Feature: 2, Terms: sum}, []bool{false, true, true}, [][]float64{full, without}, []int{1, 2}},
		"missing, nothing left":     {attack.Link{Feature: 2, Terms: sum}, []bool{false, true, true}, [][]float64{full, {blank, 2, 3}}, []int{0, 1, 2}},
	} {
		p.Constraints = &attack.Constraints{Frozen: c.frozen, Links: []attack.Link{c.link}}
		if name == "rounded, of whole numbers" {
			p.Constraints.Integer = []bool{true, true, true}
		}
		if got := p.Still(slices.Values(c.rows), never); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v stay as they are, want %v", name, got, c.want)
		}
		if got := p.Constraints.NothingMoves(slices.Values(c.rows)); got != (len(c.want) == 3) {
			t.Errorf("%s: nothing moves: %v", name, got)
		}
	}
}

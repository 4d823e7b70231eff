package threat_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A boolean changes to the other value, not by half, and a count to the next whole number; a file
// may say otherwise.
func TestKindsMoveInWholeSteps(t *testing.T) {
	stump := func(f ensemble.Feature, threshold, left, right float64) ensemble.Tree {
		return ensemble.Tree{
			Splits: []ensemble.Split{{Feature: f, Threshold: threshold, Left: ^0, Right: ^1}}, Leaves: []float64{left, right},
		}
	}
	e := &ensemble.Ensemble{
		Features: 3, Classes: 2, Outputs: 1, Base: []float64{-1.5},
		Columns: []column.Column{{Kind: column.Boolean}, {Kind: column.Integer}, {}},
		Schema:  ensemble.Schema{Features: []string{"open", "visits", "age"}, Min: []float64{0, 0, 0}, Max: []float64{1, 10, 1}},
		Trees:   []ensemble.Tree{stump(0, 0.2, 0, 1), stump(1, 0.25, 0, 1)},
	}
	if threat.OfKinds(&ensemble.Ensemble{Features: 3}) != nil {
		t.Error("numbers have constraints")
	}
	loose := read(t, "[all]\ninteger = false\n", e, attack.L1)
	values := read(t, "[all]\ninteger = false\n[feature.visits]\ninteger = false\nvalues = [0, 1.5, 7.25]\n", e, attack.L1)
	steps := read(t, "[all]\ninteger = false\n[feature.visits]\ninteger = false\nstep = 1.75\n", e, attack.L1)
	for _, c := range []struct {
		constraints *attack.Constraints
		want        [2]float64
	}{
		{threat.OfKinds(e), [2]float64{1, 0.3}}, {loose, [2]float64{0.2, 0.25}},
		{values, [2]float64{0.2, 0.725}}, {steps, [2]float64{0.2, 0.35}},
	} {
		p := attacktest.NewProblem(t, e, attack.L1)
		p.Constraints = c.constraints
		victims := []attack.Victim{{X: []float64{0, 0, 0.5}, Label: 0}}
		results := attacktest.Run(t, p, exact.Attack{}, victims, attack.RunOptions{})
		for f, want := range c.want {
			if got := results[0].Example[f]; got < want || got > want+1e-9 {
				t.Errorf("feature %d is %v in the example, want %v", f, got, want)
			}
		}
	}
}

// No column becomes a number that stands for a missing value: those of all columns and its own, where
// cells are numbers and no group decides.
func TestNumbersForMissingValues(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 6, Classes: 2, Outputs: 1,
		Columns: []column.Column{
			{MissingWords: []string{"7", "0x7"}}, {Kind: column.Integer}, {Kind: column.Boolean, Names: []string{"no", "yes"}, Codes: []int32{0, 1}},
			{Kind: column.Integer, Dates: column.DayFirst}, column.Named([]string{"0", "1"}), {Kind: column.Boolean},
		},
		Schema: ensemble.Schema{
			Features: []string{"pay", "visits", "open", "day", "town", "vip"}, MissingWords: []string{"unknown", "-1.0", "1e999"},
			Min: []float64{-1, 0, 0, 0, 0, 0}, Max: []float64{15, 10, 1, 1, 1, 1},
		},
	}
	want := [][]float64{{0, 0.5}, {-0.1}, nil, nil, nil, {-1}}
	if got := threat.OfKinds(e).Missing; !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	linked := read(t, "[links]\nrules = [\"pay <= visits\"]\n", e, attack.L1)
	if !reflect.DeepEqual(linked.Missing, want) {
		t.Errorf("linked: %v, want %v", linked.Missing, want)
	}
	one := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Schema: ensemble.Schema{MissingWords: []string{"?"}}}
	if threat.OfKinds(one) != nil {
		t.Error("a word constrains numbers")
	}
	if one.Schema.MissingWords = []string{"0"}; threat.OfKinds(one) == nil {
		t.Error("a number does not")
	}
}

// Two words have nothing between them: what a file says of all columns is then about the others, and
// in the table of the column it is an error.
func TestWordsStayWhole(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 2, Classes: 2, Outputs: 1, Schema: ensemble.Schema{Features: []string{"open", "visits"}},
		Columns: []column.Column{{Kind: column.Boolean, Codes: []int32{0, 1}, Names: []string{"no", "yes"}}, {Kind: column.Integer}},
	}
	for _, rule := range []string{"integer = false", "step = 0.5", "step = 5\nstep-from = 1", "values = [0, 0.5, 1]"} {
		c, err := threat.Read(strings.NewReader("[all]\n"+rule+"\n"), e, attack.L1)
		if err != nil {
			t.Errorf("%s in all: %v", rule, err)
			continue
		}
		if !c.Integer[0] || c.Step != nil && c.Step[0] != 0 || c.Values != nil && c.Values[0] != nil || c.Integer[1] {
			t.Errorf("%s in all: whole numbers %v, steps %v, values %v", rule, c.Integer, c.Step, c.Values)
		}
		_, err = threat.Read(strings.NewReader("[feature.open]\n"+rule+"\n"), e, attack.L1)
		if err == nil || !strings.Contains(err.Error(), `it holds "no" and "yes", with nothing between them`) {
			t.Errorf("%s of words: %v", rule, err)
		}
	}
	for _, table := range []string{"all", "feature.open"} {
		c, err := threat.Read(strings.NewReader("["+table+"]\nvalues = [1]\n"), e, attack.L1)
		if err != nil || c.Values == nil || len(c.Values[0]) != 1 {
			t.Errorf("values in %s: %v, %v", table, c, err)
		}
	}
}

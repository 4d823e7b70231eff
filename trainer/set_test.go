package trainer

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSet(t *testing.T) {
	p := Defaults(GBDT)
	for _, pair := range [][2]string{
		{"rounds", "7"}, {"eta", "0.5"}, {"max_depth", "3"}, {"monotonic-cst", "(1,0,-1)"},
		{"balanced", "true"}, {"interaction-constraints", "[[0,1],[2]]"}, {"random_state", "9"},
	} {
		if err := p.Set(GBDT, pair[0], pair[1]); err != nil {
			t.Fatal(err)
		}
	}
	if p.Rounds != 7 || p.LearningRate != 0.5 || p.MaxDepth != 3 || len(p.MonotoneConstraints) != 3 ||
		p.MonotoneConstraints[2] != -1 || !p.Balanced || len(p.InteractionConstraints) != 2 || p.Seed != 9 {
		t.Errorf("got %+v", p)
	}
}

func TestSetRefuses(t *testing.T) {
	for _, c := range []struct{ booster, name, text, want string }{
		{GBDT, "roundz", "7", `did you mean "rounds"`},
		{GBDT, "rounds", "many", `rounds is "many", not a whole number`},
		{GBDT, "bootstrap", "true", "bootstrap is for booster forest"},
		{Forest, "learning-rate", "1", "learning-rate is for booster gbdt"},
		{GBDT, "monotone-constraints", "1,,-1", `monotone-constraints is "1,,-1", not a list of whole numbers`},
		{GBDT, "class-weight", "1,x", `class-weight is "1,x", not a list of numbers`},
	} {
		p := Defaults(c.booster)
		if err := p.Set(c.booster, c.name, c.text); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s=%s: got %v, want %q", c.name, c.text, err, c.want)
		}
		if d := cmp.Diff(Defaults(c.booster), p); d != "" {
			t.Errorf("%s=%s changes something: %s", c.name, c.text, d)
		}
	}
}

func TestSetLists(t *testing.T) {
	for text, want := range map[string][]int{
		"1,0,-1": {1, 0, -1}, "(1, 0, -1)": {1, 0, -1}, "[1 0 -1]": {1, 0, -1}, "(1,)": {1}, "-1": {-1}, "": nil, "[]": nil, "null": nil,
	} {
		p := Defaults(GBDT)
		if err := p.Set(GBDT, "monotone-constraints", text); err != nil || !slices.Equal(p.MonotoneConstraints, want) {
			t.Errorf("%q is %v, want %v; %v", text, p.MonotoneConstraints, want, err)
		}
	}
}

// TestSetRecords: Set reads what Record writes, also for lists that are nil.
func TestSetRecords(t *testing.T) {
	for _, booster := range []string{GBDT, Forest} {
		p := Defaults(booster)
		p.MonotoneConstraints, p.InteractionConstraints = []int{1, 0, -1}, FeatureGroups{{0, 2}}
		q := Params{}
		for name, text := range p.Record(booster, true) {
			if name != "booster" {
				if err := q.Set(booster, name, text); err != nil {
					t.Error(err)
				}
			}
		}
		if q.ClassWeight != nil || q.Attacker.Up != nil {
			t.Errorf("lists of nothing are read back as %v and %v", q.ClassWeight, q.Attacker.Up)
		}
		for name, text := range p.Record(booster, true) {
			if got := q.Record(booster, true)[name]; got != text {
				t.Errorf("%s: %s reads back as %s", name, text, got)
			}
		}
	}
}

// Text writes numbers that JSON does not have in a form that Set reads back: it used to write the
// address of the field.
func TestTextOfNoNumbers(t *testing.T) {
	for i := range Options {
		o := &Options[i]
		for _, text := range []string{"NaN", "+Inf", "-Inf", "[1,NaN,-Inf]", "[0.5,2]"} {
			p := Defaults(GBDT)
			if o.Set(&p, text) != nil || o.Kind() != "float" && o.Kind() != "list" {
				continue // no option of such numbers
			}
			q := Defaults(GBDT)
			if err := o.Set(&q, o.Text(&p)); err != nil || o.Text(&q) != o.Text(&p) {
				t.Errorf("%s %s is said as %s, and read back as %s, %v", o.Name, text, o.Text(&p), o.Text(&q), err)
			}
		}
	}
}

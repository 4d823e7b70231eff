package trainer

import (
	"strings"
	"testing"
)

// Params without defaults are reported as such, not by the first of forty fields that is wrong.
func TestZeroParams(t *testing.T) {
	for _, p := range []Params{{}, {Seed: 1, Threads: 2, MaxDepth: 3}} {
		if err := p.Check(GBDT); err == nil || !strings.Contains(err.Error(), "Defaults") {
			t.Errorf("%v", err)
		}
	}
	for _, booster := range []string{GBDT, Forest} {
		if err := Defaults(booster).Check(booster); err != nil {
			t.Errorf("the defaults of %s: %v", booster, err)
		}
	}
}

// A forest would silently grow trees that violate the constraint.
func TestForestsAreNotMonotone(t *testing.T) {
	p := Defaults(Forest)
	p.MonotoneConstraints = []int{0, -1}
	if err := p.Check(Forest); err == nil || err.Error() != "monotone-constraints needs booster gbdt: a forest would not keep them" {
		t.Error(err)
	}
	p.MonotoneConstraints = []int{0, 0}
	if err := p.Check(Forest); err != nil {
		t.Error(err)
	}
}

// A forest used to drop trees after the best round, though the option is for boosting.
func TestForestsDoNotStopEarly(t *testing.T) {
	p := Defaults(Forest)
	p.EarlyStoppingRounds = 2
	p.Valid = []Validation{{Name: "test"}}
	if err := p.Check(Forest); err == nil || !strings.HasPrefix(err.Error(), "early-stopping-rounds is 2 and is for booster gbdt") {
		t.Error(err)
	}
}

// With rows in both children, a child may hold all rows of its parent, and then has the same best split: a
// forest without a limit grew until the memory was full.
func TestForestsOfBothChildrenEnd(t *testing.T) {
	p := Defaults(Forest)
	p.RobustBoth, p.Attacker.Up, p.MaxDepth = true, []float64{0.1}, 0
	want := "max-depth is 0, and so is max-leaves: with robust-both nothing would end the trees of a forest, set one of them"
	if err := p.Check(Forest); err == nil || err.Error() != want {
		t.Error(err)
	}
	for _, end := range []func(p *Params){
		func(p *Params) { p.MaxLeaves = 9 },
		func(p *Params) { p.MaxDepth = 20 },
		func(p *Params) { p.RobustBoth = false },
		func(p *Params) { p.Attacker.Up = nil },
	} {
		p := p
		if end(&p); p.Check(Forest) != nil {
			t.Errorf("%+v: %v", p, p.Check(Forest))
		}
	}
}

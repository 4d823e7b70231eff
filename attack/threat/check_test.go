package threat_test

import (
	"errors"
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// A threat made by a program is held to the same rules as a file: numbers that no file could hold,
// names that are there twice, and tables for columns of a group are refused, although they have no
// line.
func TestThreatsMadeByPrograms(t *testing.T) {
	e := &ensemble.Ensemble{
		Features: 4, Classes: 2, Schema: ensemble.Schema{Features: []string{"a", "x", "y", "colour"}},
		Columns: []column.Column{{}, {}, {}, column.Named([]string{"red", "green"})},
	}
	nan, minus, one, frozen := math.NaN(), -1.0, 1.0, true
	rule := func(r threat.Rule) *threat.Threat {
		if r.Feature == "" {
			r.Feature = "a"
		}
		return &threat.Threat{Features: []threat.Rule{r}}
	}
	group := threat.Group{Name: "g", Features: []string{"x", "y"}}
	priced := func(price float64) threat.Group {
		g := group
		g.Prices, g.Price = threat.Prices{"x": {"y": price}}, &one
		return g
	}
	for want, made := range map[string]*threat.Threat{
		`no threat is given`:                                                 nil,
		`all: min: NaN is not a number`:                                      {All: threat.Rule{Min: &nan}},
		`feature "a": max: NaN is not a number`:                              rule(threat.Rule{Max: &nan}),
		`feature "a": step-from: NaN is not a number`:                        rule(threat.Rule{Step: &one, StepFrom: &nan}),
		`feature "a": weight: -1 is not above 0`:                             rule(threat.Rule{Weight: &threat.Ways{Up: 1, Down: -1}}),
		`feature "a": weight: +Inf is not between 1e-30 and 1e+30`:           rule(threat.Rule{Weight: &threat.Ways{Up: math.Inf(1), Down: math.Inf(1)}}),
		`feature "a": price: NaN is not above 0`:                             rule(threat.Rule{Price: &threat.Ways{Up: nan, Down: 1}}),
		`feature "a": blank-price: -1 is not above 0`:                        rule(threat.Rule{BlankPrice: &minus}),
		`feature "colour": prices: red: green: NaN is not above 0`:           rule(threat.Rule{Feature: "colour", Price: &threat.Ways{Up: 1, Down: 1}, Prices: threat.Prices{"red": {"green": nan}}}),
		`two groups are called "g"`:                                          {Groups: []threat.Group{group, group}},
		`group "g": prices: x: y: -1 is not above 0`:                         {Groups: []threat.Group{priced(-1)}},
		`group "g": feature "x" has a table of its own: say it of the group`: {Groups: []threat.Group{group}, Features: []threat.Rule{{Feature: "x", Frozen: &frozen}}},
	} {
		_, err := made.Constraints(e, attack.LInf)
		if err == nil || err.Error() != want {
			t.Errorf("%v, want %q", err, want)
		}
		if fault := (*threat.Error)(nil); made != nil && !errors.As(err, &fault) {
			t.Errorf("%T is no *threat.Error", err)
		}
	}
	if _, err := (&threat.Threat{Groups: []threat.Group{priced(math.Inf(1))}}).Constraints(e, attack.LInf); err != nil {
		t.Errorf("a price of never: %v", err)
	}
	if _, err := (&threat.Gain{Value: &nan}).Of(e); err == nil || err.Error() != "[gain]: value: NaN is not above 0" {
		t.Error(err)
	}
}

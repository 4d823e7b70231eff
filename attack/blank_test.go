package attack_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Methods that cannot let columns go missing are named in the error, and so are columns that cannot
// go missing.
func TestNoColumnGoesMissing(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Stumps(), attack.LInf)
	p.Constraints = &attack.Constraints{Blank: []float64{0, 1}}
	for _, name := range []string{"cube", "hsja", "dive"} {
		a, err := method.New(name, method.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := attack.Prepare(p, a); !errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), "method "+name+" lets no column go missing") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// the number is split only for rows of level 1, which one without a level is not
	p.Ensemble.Columns = []column.Column{column.Named([]string{"a", "b"}), {}}
	p.Ensemble.Trees = []ensemble.Tree{{
		Splits: []ensemble.Split{
			{Feature: 0, Set: &ensemble.Set{Levels: []int32{0}}, Left: ^0, Right: 1, DefaultLeft: true},
			{Feature: 1, Threshold: 0.5, Left: ^1, Right: ^2},
		},
		Leaves: []float64{-1, 2, -2},
	}}
	p = attacktest.NewProblem(t, p.Ensemble, attack.LInf)
	p.Constraints = &attack.Constraints{Blank: []float64{0, 1}, Frozen: []bool{true, false}}
	if _, err := attack.Prepare(p, ltattack.Attack{Paper: true}); !errors.Is(err, errors.ErrUnsupported) {
		t.Errorf("lt-paper: %v", err)
	}
	link := attack.Link{Text: "b <= a", Feature: 1, AtMost: true, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}}
	for fault, c := range map[string]attack.Constraints{
		"is not between":                          {Blank: []float64{0, -1}},
		"a column of a link cannot go missing":    {Blank: []float64{0, 1}, Links: []attack.Link{link}},
		"a column of a group cannot go missing":   {Blank: []float64{1, 0}, Groups: []attack.Group{{Name: "g", Features: []int{0, 1}}}},
		"constraints for 3 features, the model r": {Blank: []float64{0, 0, 1}},
	} {
		if err := c.Check(2); err == nil || !strings.Contains(err.Error(), fault) {
			t.Errorf("%v, want %q", err, fault)
		}
	}
}

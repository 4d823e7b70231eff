package advboost_test

import (
	"errors"
	"testing"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
)

// oneHot returns rows of a one-hot pair of columns, and others behind it.
func oneHot() *data.Table {
	t := &data.Table{Rows: 60, Cols: 4, Features: []string{"a", "b", "c", "d"}, Classes: []string{"no", "yes"}}
	for i := range t.Rows {
		t.X = append(t.X, float64(i%2), float64(1-i%2), float64(i*7%11), float64(i*3%13))
		t.Y = append(t.Y, i%3%2)
	}
	return t
}

// Constraints that say something of a group only, and of no other column, leave the columns behind it
// free: reading what they may do panicked.
func TestGroupsBeforeOtherColumns(t *testing.T) {
	c := &attack.Constraints{Groups: []attack.Group{{Name: "g", Features: []int{0, 1}}}}
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.BatchTrees = 3, 1
		s := advboost.Default(name, attack.LInf, oneHot())
		s.Eps, s.Loop, s.Constraints = 1, "lt", c
		if _, err := advboost.Harden(t.Context(), oneHot(), p, s); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		hook, err := advboost.NewExamples(advboost.ExamplesOptions{Attack: ltattack.Attack{}, Eps: 1, Constraints: c})
		if err != nil {
			t.Fatal(err)
		}
		b, err := booster.New(name, p)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.Train(t.Context(), oneHot(), hook); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	ball := (&advboost.Strategy{Eps: 1, Constraints: c}).Ball(4)
	if down, up := ball.Reach(3); down != 1 || up != 1 {
		t.Errorf("column 3 moves %v down and %v up, must be 1", down, up)
	}
}

// Constraints of other classes than those of the rows are a fault in the strategy.
func TestAttackersOfOtherClasses(t *testing.T) {
	s := advboost.Default(trainer.GBDT, attack.LInf, oneHot())
	s.Eps, s.Constraints = 1, &attack.Constraints{Attackers: []bool{true, false, true}}
	_, err := advboost.Harden(t.Context(), oneHot(), trainer.Defaults(trainer.GBDT), s)
	if fault := (*trainer.OptionError)(nil); !errors.As(err, &fault) || err.Error() != "constraints of 3 classes that attack or not, and there are 2" {
		t.Error(err)
	}
}

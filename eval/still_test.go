package eval

import (
	"context"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// What could be changed only in rows that nobody attacks, no attacker can change: the first column
// moves in rows of class a alone, the second in rows above its bound.
func TestStillOfAttackedRows(t *testing.T) {
	nan := math.NaN()
	table := &data.Table{Rows: 3, Cols: 3, Y: []int{0, 1, 1}, Classes: []string{"a", "b"}, X: []float64{
		2, nan, 0.5,
		nan, 0.3, 2,
		nan, nan, 0.5,
	}}
	p := &attack.Problem{Ensemble: &ensemble.Ensemble{Features: 3}, Norm: attack.LInf}
	for name, c := range map[string]struct {
		can  attack.Constraints
		want []int
	}{
		"all":         {attack.Constraints{}, nil},
		"a class":     {attack.Constraints{Attackers: []bool{false, true}}, []int{0}},
		"and a bound": {attack.Constraints{Attackers: []bool{false, true}, Hi: []float64{9, 9, 1}}, []int{0, 1}},
		"no row":      {attack.Constraints{Attackers: []bool{false, false}}, []int{0, 1, 2}},
	} {
		p.Constraints = &c.can
		got, err := Still(context.Background(), p, table, []float64{0.1})
		if err != nil || !cmp.Equal(got[0], c.want) {
			t.Errorf("%s: %v, want %v, %v", name, got, c.want, err)
		}
	}
}

// Where the attacker moves one column or two, sentences name them.
func TestStillNamesTheOthers(t *testing.T) {
	names := []string{"id", "a", "b", "c", "d", "e", "f", "g"}
	for want, still := range map[string][][]int{
		"": {nil},
		"Of 8 columns, no attacker can change 2 at eps 0.1 (a, b).":                          {{1, 2}},
		"Of 8 columns, no attacker can change 7 at eps 0.1 (all but id).":                    {{1, 2, 3, 4, 5, 6, 7}},
		"Of 8 columns, no attacker can change 6 at eps 0.1 (all but id and g).":              {{1, 2, 3, 4, 5, 6}},
		"Of 8 columns, no attacker can change 8 at eps 0.1, 6 at eps 0.2 (all but a and b).": {{0, 1, 2, 3, 4, 5, 6, 7}, {0, 3, 4, 5, 6, 7}},
	} {
		if got := StillSentence([]float64{0.1, 0.2}[:len(still)], still, names); got != want {
			t.Errorf("%v: %s, want %s", still, got, want)
		}
	}
}

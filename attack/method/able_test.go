package method_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// What a method lacks for a random attacker, none lacks that is named instead, and each is
// for all tasks of the first. That of methods which take every attacker comes first.
func TestInstead(t *testing.T) {
	seen := map[attack.Ability]int{}
	for number := range 300 { // of which some ask for each ability
		p, victims := attacktest.Draw(seed.At(3, number))
		s := method.Settings{}
		for _, v := range victims {
			s.Rows = append(s.Rows, v.X)
		}
		for _, m := range method.All {
			if m.Name == "substitute" { // it would train a forest each time
				continue
			}
			var lack *attack.Lack
			if _, err := attack.Prepare(p, m.New(s)); !errors.As(err, &lack) {
				continue
			}
			seen[lack.Of]++
			if lack.Method != m.Name {
				t.Errorf("method %s is called %s: %v", m.Name, lack.Method, lack)
			}
			instead := method.Instead(lack)
			if len(instead) == 0 || !slices.Contains(all, instead[0]) {
				t.Errorf("%v: %v", lack, instead)
			}
			for _, other := range method.All {
				if !slices.Contains(instead, other.Name) || other.Name == "substitute" {
					continue
				}
				if other.Does&m.Does != m.Does {
					t.Errorf("%v: %s is not for all that %s is for", lack, other.Name, m.Name)
				}
				var too *attack.Lack
				if _, err := attack.Prepare(p, other.New(s)); errors.As(err, &too) && too.Of == lack.Of {
					t.Errorf("%v: %v too", lack, too)
				}
			}
		}
	}
	for of := attack.Measures; of <= attack.FreeMoves; of++ {
		if seen[of] == 0 {
			t.Errorf("no method lacked ability %d", of)
		}
		if able := method.Able(of); len(able) == 0 || len(able) == len(method.All) {
			t.Errorf("ability %d: %v", of, able)
		}
	}
	if got := method.Instead(errors.New("no model")); got != nil {
		t.Errorf("instead of an error that is no lack: %v", got)
	}
}

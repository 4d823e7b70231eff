package attack_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
)

// Groups and links of the features that are selected go with them, under the new numbers; others cannot.
func TestSelect(t *testing.T) {
	c := &attack.Constraints{
		Groups: []attack.Group{{Name: "all", Features: []int{4, 6}}, {Name: "half", Features: []int{1, 2}}},
		Links: []attack.Link{
			{Text: "all", Feature: 3, Terms: []attack.Term{{Factor: 2, Times: []int{6}, Over: []int{4}}}},
			{Text: "half", Feature: 3, Terms: []attack.Term{{Factor: 1, Times: []int{0}}}},
		},
	}
	want := &attack.Constraints{
		Groups: []attack.Group{{Name: "all", Features: []int{2, 3}}},
		Links:  []attack.Link{{Text: "all", Feature: 1, Terms: []attack.Term{{Factor: 2, Times: []int{3}, Over: []int{2}}}}},
	}
	if difference := cmp.Diff(want, c.Select([]int{2, 3, 4, 6})); difference != "" {
		t.Error(difference)
	}
	if difference := cmp.Diff(c, c.Select([]int{0, 1, 2, 3, 4, 5, 6})); difference != "" {
		t.Error("all features:", difference)
	}
	if difference := cmp.Diff([]int{0, 1, 2, 3, 4, 6}, c.Tied()); difference != "" {
		t.Error(difference)
	}
}

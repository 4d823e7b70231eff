package ablation

import (
	"math"
	"strings"
	"testing"
)

// Axes of several values that have no say are named, with what keeps them from it.
func TestIdle(t *testing.T) {
	const same = ": settings that differ in nothing else make the same models."
	for text, want := range map[string]string{
		"loop = [\"none\", \"lt\"]\nevery = [1, 2]\n": "",
		"every = [1, 2]\n":                            "every means nothing beside loop none, and is left out.",
		"loop = \"none\"\nevery = [1, 2]\ngradient = \"natural\"\nclean = [0, 0.5]\n":                                "clean means nothing beside gradient natural, and is left out. every means nothing beside loop none, and is left out.",
		"loop = \"none\"\nsplit = 0\ngradient = \"natural\"\nradius = [1, 2]\n":                                      "radius means nothing beside split 0, gradient natural and loop none, and is left out.",
		"loop = \"none\"\nsplit = 0\ngradient = \"natural\"\nradius = [1, 2]\nrelabel = [0, 2]\n":                    "",
		"loop = \"lt\"\nrefit = [0, 5]\nrefit-examples = [true, false]\n":                                            "refit-examples means nothing beside refit 0" + same,
		"loop = \"lt\"\nexamples = [\"append\", \"replace\"]\ndistance-weight = [0, 2]\n":                            "distance-weight means nothing beside examples replace" + same,
		"booster = \"forest\"\nrefit = 0\nclean = [0, 0.7]\nradius = [1, 2]\nloop = \"none\"\nsplit = [0, 1]\n":      "clean means nothing beside refit 0" + same + " radius means nothing beside split 0, refit 0 and loop none" + same,
		"booster = \"forest\"\nrefit = [0, 1, 5]\n":                                                                  "In a forest refit is 0 or not" + same,
		"booster = \"forest\"\nrefit = [0, 5]\n":                                                                     "",
		"gradient = [\"natural\", \"message-bound\"]\nrefit = [1, 5]\nnorm = [\"inf\", 2]\nloop = \"none\"\nsplit=1": "refit means nothing beside gradient message-bound in norm 2" + same,
		"split = [0, 1]\ntrain.robust-both = [true, false]\n":                                                        "robust-both means nothing beside split 0" + same,
	} {
		s, grid := gridOf(t, text+"\n"+wdbc)
		if got := s.Idle(grid); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// The effect of an axis is not averaged over settings in which it has no effect.
func TestEffectWithoutIdle(t *testing.T) {
	for text, pairs := range map[string]int{
		"loop = \"lt\"\nrefit = [0, 5]\nrefit-examples = [true, false]\n":                                        1,
		"booster = \"forest\"\nloop = [\"none\", \"lt\"]\nrefit = 1\nrefit-examples = [true, false]\n":           0,
		"loop = \"lt\"\nrefit = [3, 5]\nrefit-examples = [true, false]\n":                                        2,
		"loop = [\"none\", \"lt\"]\nrefit = [0, 5]\nrefit-examples = [true, false]\ngradient = \"tree-bound\"\n": 1,
	} {
		s := specOf(t, text+wdbc)
		groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
			right := 100
			if task.Settings["refit"] != "0" && task.Settings["refit-examples"] == "false" {
				right = 80
			}
			return strings.Repeat("r", right) + strings.Repeat("b", 200-right)
		})))
		if err != nil {
			t.Fatal(err)
		}
		f, got := findingsOf(t.Context(), s, groups), 0
		for _, e := range f.Effects {
			if e.Axis == "refit-examples" {
				if got = e.Pairs; math.Abs(e.Robust.Mean+0.1) > 1e-9 {
					t.Errorf("%q: %+v", text, e)
				}
			}
		}
		if got != pairs {
			t.Errorf("%q: %d pairs, want %d", text, got, pairs)
		}
		if table := f.EffectTable(); table != nil && strings.Contains(table.Caption, "none differ") {
			t.Errorf("%q: %s", text, table.Caption)
		}
	}
}

package attack_test

import (
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/attack/hsja"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Overlapping groups are refused, rows that are not a level are not attacked, frozen groups do not
// change, and methods that move columns one by one refuse groups.
func TestGroupFaults(t *testing.T) {
	p := attacktest.NewProblem(t, ensembletest.Random(seed.At(5), ensembletest.Shape{Features: 4, Trees: 3, Depth: 2}), attack.L1)
	p.Constraints = &attack.Constraints{Groups: []attack.Group{{Name: "job", Features: []int{0, 1, 2}}}}
	v, bad := attack.Victim{X: []float64{1, 0, 0, 0}}, attack.Victim{X: []float64{1, 1, 0, 0}}
	v.Label, bad.Label = p.Ensemble.Class(v.X), p.Ensemble.Class(bad.X)
	results := attacktest.Run(t, p, exact.Attack{}, []attack.Victim{v, bad}, attack.RunOptions{})
	if results[0].Status == attack.OutOfBounds || results[1].Status != attack.OutOfBounds {
		t.Errorf("%v and %v", results[0].Status, results[1].Status)
	}
	if err := p.Constraints.CheckVictim(bad.X, nil, nil); err == nil || !strings.Contains(err.Error(), `group "job"`) {
		t.Error(err)
	}
	if _, err := attack.Run(t.Context(), p, blackbox.New(hsja.Method{}), []attack.Victim{v}, attack.RunOptions{}); err == nil {
		t.Error("hsja takes groups")
	}
	other := []float64{0, 0, 1, 0}
	if err := p.Allow(v.X, other); err != nil {
		t.Error(err)
	}
	p.Constraints.Groups[0].Frozen = true
	if err := p.Allow(v.X, other); err == nil || !strings.Contains(err.Error(), `group "job" is frozen and goes from its feature 0 to 2`) {
		t.Error(err)
	}
	p.Constraints.Groups = append(p.Constraints.Groups, attack.Group{Name: "age", Features: []int{1, 3}})
	if err := p.Validate(); err == nil || !strings.Contains(err.Error(), `groups "job" and "age" overlap in feature 1`) {
		t.Error(err)
	}
}

// A model may read 1 as 0, as where all training rows have a 1, and 0 as another number.
func TestLevelOfScaledColumns(t *testing.T) {
	const none = -2 // what Level returns for values that are no level
	g := &attack.Group{Features: []int{0, 1}}
	scaled := &attack.Constraints{Min: []float64{1, -0.5}, Range: []float64{1, 2}}
	for _, c := range []struct {
		of   *attack.Constraints
		x    []float64
		want int
	}{
		{nil, []float64{1, 0}, 0},
		{nil, []float64{0, 0}, none},
		{nil, []float64{0, 0.5}, none},
		{scaled, []float64{0, 0.25}, 0},
		{scaled, []float64{-1, 0.75}, 1},
		{scaled, []float64{0, 0.75}, none},
		{scaled, []float64{-1, 0.25}, none},
		{scaled, []float64{-1, 0}, none},
	} {
		if got := c.of.Level(g, c.x); got != c.want {
			t.Errorf("%v, %+v: level %d, want %d", c.x, c.of, got, c.want)
		}
	}
}

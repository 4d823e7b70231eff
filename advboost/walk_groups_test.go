package advboost

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// grouped returns a strategy whose adversary changes two groups of columns, the first
// five of a model, and a row that has one level of each.
func grouped(r *rand.Rand, e *ensemble.Ensemble, norm attack.Norm) (Strategy, []float64) {
	c := attacktest.Constraints(r, e.Features)
	c.Min, c.Range = make([]float64, e.Features), make([]float64, e.Features)
	x := ensembletest.Row(r, e)
	attacktest.Confine(c, x)
	for f := range e.Features {
		c.Integer[f] = false                         // training takes rows for whole then
		if c.Range[f] = 1; f < 5 && r.IntN(2) == 0 { // the model reads 0 as 0.25 and 1 as 0.75
			c.Min[f], c.Range[f] = -0.5, 2
		}
	}
	for _, columns := range [][]int{{0, 2, 4}, {1, 3}} {
		g := attack.Group{Name: fmt.Sprint(columns), Features: columns, AtMostOne: r.IntN(2) == 0, Frozen: r.IntN(6) == 0}
		levels := []int32{0, 1, 2, 3}[:len(columns)]
		if g.AtMostOne {
			levels = levels[:len(levels)+1]
		}
		if norm != attack.L0 {
			g.Weight = 0.3 + r.Float64()
		}
		if r.IntN(2) == 0 {
			g.Prices = attacktest.LevelPrices(r, levels, norm)
		}
		home := r.IntN(len(levels))
		for i, f := range columns {
			c.Values[f], c.Step[f] = nil, 0
			c.Increase[f], c.Decrease[f], c.Frozen[f] = false, false, false
			c.Lo[f], c.Hi[f] = c.ZeroOne(f)
			x[f] = valueOf(c, f, i == home)
		}
		c.Groups = append(c.Groups, g)
	}
	e.Round(x, x)
	return Strategy{Norm: norm, Eps: 2.5 * r.Float64(), Constraints: c}, x
}

func valueOf(c *attack.Constraints, f int, is bool) float64 {
	zero, one := c.ZeroOne(f)
	if is {
		return one
	}
	return zero
}

// What training takes for the worst case of a tree that splits on groups alone is the
// worst over all rows of other levels; for one of numbers too, it is no better than that.
func TestWorstCaseOfGroups(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	moved, ofBoth := 0, 0
	for _, norm := range attack.AllNorms {
		for i := range 400 {
			r := seed.At(6, i)
			numbers := i%2 == 1
			shape := ensembletest.Shape{Features: 5, Trees: 1, Depth: 4}
			if numbers {
				shape.Features, shape.Trees = 7, 3
			}
			e := ensembletest.Random(r, shape)
			s, x := grouped(r, e, norm)
			ball := s.Ball(shape.Features)
			class := r.IntN(2)
			problem := &attack.Problem{Ensemble: e, Grid: gridOf(t, e), Norm: norm, Constraints: s.Constraints, Target: attack.Untargeted}
			other := slices.Clone(x) // before x, as rows follow each other
			for k := range s.Constraints.Groups {
				g := &s.Constraints.Groups[k]
				attacktest.SetLevel(problem, g, other, r.IntN(len(g.Features)))
			}
			table := newRows(0, class)
			table.of(other, x)
			m := margins{ball: &ball, threads: 1}
			m.update(&trainer.Round{Rows: table, Ensemble: e}, false)
			worst := scoreOf(e, x)
			own := worst
			attacktest.EachRow(problem, attack.Victim{X: x, Label: class}, func(row []float64, distance float64) {
				switch v := scoreOf(e, row); {
				case distance > s.Eps:
				case class == 1:
					worst = min(worst, v)
				default:
					worst = max(worst, v)
				}
			})
			got := m.worst[1]
			lead := worst - got
			if class == 0 {
				lead = -lead
			}
			if lead < -1e-9 || !numbers && lead > 1e-9 {
				t.Fatalf("norm %v, %d: training takes %v for the worst case, it is %v", norm, i, got, worst)
			}
			checkProbe(t, &s, &ball, e, x, class, worst)
			if worst != own {
				moved++
				if numbers {
					ofBoth++
				}
			}
		}
	}
	if moved < 300 || ofBoth < 100 {
		t.Errorf("only %d rows have another worst case, %d of numbers too", moved, ofBoth)
	}
}

// checkProbe checks that messages bound the worst case of a row, and that the point that
// is found is a row that the adversary can make of it.
func checkProbe(t *testing.T, s *Strategy, ball *Ball, e *ensemble.Ensemble, x []float64, class int, worst float64) {
	t.Helper()
	probe, err := newProbe(e, ball)
	if err != nil {
		t.Fatal(err)
	}
	margins := make([]float64, 1)
	b := bound.NewBall(probe.problem)
	probe.bounds(b, x, class, margins)
	point := probe.point(b, x, class, nil)
	if below := worst - margins[0]; class == 1 && below < -1e-9 || class == 0 && below > 1e-9 {
		t.Fatalf("norm %v: messages bound the worst case by %v, it is %v", s.Norm, margins[0], worst)
	}
	p := attack.Problem{Ensemble: e, Norm: s.Norm, Constraints: s.Constraints}
	if err := s.Constraints.Allow(x, point); err != nil || p.Distance(x, point) > s.Eps*(1+1e-9) {
		t.Fatalf("norm %v: the point %v of %v is at %v of %v (%v)", s.Norm, point, x, p.Distance(x, point), s.Eps, err)
	}
}

func scoreOf(e *ensemble.Ensemble, x []float64) float64 {
	margins := make([]float64, 1)
	e.Margins(x, margins)
	return margins[0]
}

func gridOf(t *testing.T, e *ensemble.Ensemble) *ensemble.Grid {
	t.Helper()
	g, err := ensemble.NewGrid(e)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

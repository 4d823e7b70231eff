package advboost

import (
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// expected is what training expects of the attacker of a problem.
type expected struct {
	t      *testing.T
	number int
	p      *attack.Problem
	ball   Ball
	x      []float64 // of a victim
	class  int
	counts map[string]int
}

// Whatever a threat file lets an attacker do, in any norm: splits expect the changes of
// single columns that it can afford, bounds hold for all rows that it can make, and the rows
// that the loop and the search of worst points find are among those.
func TestTrainingExpectsRandomAttackers(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	counts := map[string]int{}
	numbers := append(seq(1500), 4802, 9354, 18514) // the last are some that something was wrong with
	for _, number := range numbers {
		r := seed.At(uint64(number))
		p, victims := attacktest.Draw(r)
		p.Target = attack.Untargeted
		s := Strategy{Norm: p.Norm, Eps: 1.5 * r.Float64(), Constraints: p.Constraints}
		if p.Norm == attack.L0 {
			s.Eps = float64(r.IntN(3))
		}
		ball := s.Ball(p.Ensemble.Features)
		if ball.Columns = p.Ensemble.Columns; ball.Constraints == nil {
			ball.Constraints = &attack.Constraints{}
		}
		for _, v := range victims {
			if wholeNumbers(p.Constraints, v.X); !p.Constraints.Within(v.X) {
				continue
			}
			e := &expected{t, number, p, ball, p.Ensemble.Rounded(v.X), r.IntN(p.Ensemble.Classes), counts}
			e.splits(v)
			e.bounds(v)
			e.worst(v, s.Eps)
		}
	}
	t.Log(counts)
	for what, least := range map[string]int{"single": 1000, "other leaves": 1000, "messages": 500, "windows": 300, "points": 300, "examples": 100} {
		if counts[what] < least {
			t.Errorf("%d of %q, at least %d are wanted", counts[what], what, least)
		}
	}
}

// wholeNumbers makes a row whole where examples have to be: training takes rows for that.
func wholeNumbers(c *attack.Constraints, x []float64) {
	if c == nil {
		return
	}
	for f := range x {
		if c.Integer[f] {
			x[f] = (math.Round(x[f]*c.Range[f]+c.Min[f]) - c.Min[f]) / c.Range[f]
		}
	}
}

// splits holds what splits expect of single columns against the rows in which one changes.
func (e *expected) splits(v attack.Victim) {
	n := len(e.x)
	a := e.ball.Robust(n, 1)
	attacktest.EachRow(e.p, v, func(row []float64, distance float64) {
		if distance > e.ball.Eps {
			return
		}
		changed := slices.DeleteFunc(seq(n), func(f int) bool { return row[f] == e.x[f] || e.x[f] != e.x[f] })
		for _, f := range changed {
			if e.ball.Constraints.Weigh(f, 1) == 0 {
				continue // splits expect eps of a column that moves at no cost
			}
			if len(changed) > 1 && !slices.ContainsFunc(e.ball.Groups, func(g attack.Group) bool { return slices.Contains(g.Features, f) }) {
				continue // a number or level that is paid for with another one, or derived
			}
			e.counts["single"]++
			down, up := a.Reach(f)
			const rounding = 1e-6 // to float32
			ok := row[f]-e.x[f] <= up+rounding && e.x[f]-row[f] <= down+rounding
			switch {
			case row[f] != row[f]:
				ok = a.Blank != nil && a.Blank[f]
			case a.Window != nil && !e.p.Ensemble.Categorical(f):
				e.counts["windows"]++
				ok = ok && e.crosses(&a, f, row[f])
			case e.p.Ensemble.Categorical(f):
				from, to := int32(e.x[f]), int32(row[f])
				ok = a.Change == nil && up >= 1 || a.Change != nil && a.Change(f, from, to)
			}
			if !ok {
				e.t.Fatalf("%d, norm %v: splits expect %v down and %v up, column %d goes from %v to %v at %v of %v",
					e.number, e.p.Norm, down, up, f, e.x[f], row[f], distance, e.ball.Eps)
			}
		}
	})
}

// crosses reports whether windows let a column come to a value, past what is in between.
func (e *expected) crosses(a *trainer.Attacker, f int, to float64) bool {
	const rounding = 1e-6 // to float32
	x := e.x[f]
	for _, threshold := range []float64{float64(0.9*x) + float64(0.1*to), float64(0.1*x) + float64(0.9*to)} {
		rise, fall := a.Window(f, threshold)
		if math.Abs(to-x) > rounding && (to > threshold && x < rise-rounding || to <= threshold && x > fall+rounding) {
			e.t.Logf("%v up to %v rise past it, and those up to %v fall to it", rise, threshold, fall)
			return false
		}
	}
	return a.Moves == nil || a.Moves(e.x, e.class) || !e.ball.Constraints.Attacks(e.class)
}

func seq(n int) (all []int) {
	for i := range n {
		all = append(all, i)
	}
	return all
}

// bounds holds the leaves that a walker finds, and the margins that they come to, against
// all rows.
func (e *expected) bounds(v attack.Victim) {
	table := newRows(0)
	table.of(v.X)
	table.class[0] = e.class
	hook, err := NewExamples(ExamplesOptions{Attack: InBall{}, Norm: e.p.Norm, Eps: max(e.ball.Eps, 1e-9), Constraints: e.p.Constraints})
	if err != nil {
		e.t.Fatal(err)
	}
	m := hook.(*onExamples).marginsOf(e.p.Ensemble.Features)
	m.threads, m.ball.Columns = 1, e.p.Ensemble.Columns
	if e.p.Ensemble.Average { // sums of votes have no base to start from
		sums := *e.p.Ensemble
		sums.Average, sums.Base = false, make([]float64, sums.Outputs)
		e.margins(v, &m, table, &sums)
		return
	}
	e.margins(v, &m, table, e.p.Ensemble)
}

func (e *expected) margins(v attack.Victim, m *margins, table *rows, model *ensemble.Ensemble) {
	m.update(&trainer.Round{Rows: table, Ensemble: model}, false)
	got := make([]float64, model.Outputs)
	attacktest.EachRow(e.p, v, func(row []float64, distance float64) {
		if distance > e.ball.Eps {
			return
		}
		for t := range model.Trees {
			if model.Trees[t].Leaf(row) != model.Trees[t].Leaf(e.x) {
				e.counts["other leaves"]++
			}
		}
		model.Margins(row, got)
		for k, margin := range got {
			slack := margin - m.worst[k]
			if !pushedDown(e.class, k, model.Outputs) {
				slack = -slack
			}
			if slack < -1e-5 { // sums in float32 are off by some 1e-6
				e.t.Fatalf("%d, norm %v: output %d of %v, made of %v within %v, is %v, beyond the worst case %v",
					e.number, e.p.Norm, k, row, e.x, e.ball.Eps, margin, m.worst[k])
			}
		}
	})
}

// worst holds messages and points, and the attack of the loop, against all rows.
func (e *expected) worst(v attack.Victim, eps float64) {
	probe, err := newProbe(e.p.Ensemble, &e.ball)
	if err != nil {
		e.t.Fatal(err)
	}
	if model := e.p.Ensemble; probe.whole(e.x) && !model.Average {
		margins, got := make([]float64, model.Outputs), make([]float64, model.Outputs)
		ball := bound.NewBall(probe.problem)
		probe.bounds(ball, e.x, e.class, margins)
		point := probe.point(ball, e.x, e.class, nil)
		if point != nil {
			e.counts["points"]++
			free := *e.p // of links: no attacker of training knows them
			free.Constraints = e.ball.Constraints
			if len(e.ball.Groups) > 0 {
				with := *e.ball.Constraints
				with.Groups, free.Constraints = e.ball.Groups, &with
			}
			if err := free.Allow(e.x, point); err != nil || free.Distance(e.x, point) > eps*(1+1e-9) {
				e.t.Fatalf("%d, norm %v: the point %v of %v is at %v of %v: %v", e.number, e.p.Norm, point, e.x, free.Distance(e.x, point), eps, err)
			}
		}
		attacktest.EachRow(e.p, v, func(row []float64, distance float64) {
			if distance > eps {
				return
			}
			e.counts["messages"]++
			model.Margins(row, got)
			for k := range got {
				if model.Outputs > 1 { // bounds are of differences to the class
					if k == e.class || got[k]-got[e.class] <= margins[k]+1e-5 {
						continue
					}
				} else if e.class == 1 && got[0] >= margins[0]-1e-5 || e.class == 0 && got[0] <= margins[0]+1e-5 {
					continue
				}
				e.t.Fatalf("%d, norm %v: messages bound output %d by %v, of %v it is %v", e.number, e.p.Norm, k, margins, row, got)
			}
		})
	}
	results, err := attack.Run(e.t.Context(), e.p, InBall{Eps: eps}, []attack.Victim{v}, attack.RunOptions{Threads: 1})
	if err != nil {
		e.t.Fatalf("%d: %v", e.number, err) // examples are checked
	}
	linked := e.p.Constraints != nil && e.p.Constraints.Links != nil // the loop leaves out what is mended to lie farther
	if r := &results[0]; r.Example != nil {
		if e.counts["examples"]++; r.Distance > eps*(1+1e-9) && !linked {
			e.t.Fatalf("%d: an example at %v, beyond %v", e.number, r.Distance, eps)
		}
	} else if least := attacktest.Nearest(e.p, v); r.LowerBound > math.Max(least, eps)*(1+1e-9) && least <= eps {
		e.t.Fatalf("%d: no example is nearer than %v, one is at %v", e.number, r.LowerBound, least)
	}
}

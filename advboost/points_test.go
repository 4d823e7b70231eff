package advboost

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/bound"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// searched returns the state of a hook after a search in the ball of a row of
// a boosted model, and the round; nil for a forest.
func searched(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64, worst string) (*worstCase, *trainer.Round) {
	t.Helper()
	if e.Average {
		return nil, nil
	}
	table := newRows(0)
	table.of(x)
	table.class[0] = r.IntN(e.Classes)
	round := &trainer.Round{Number: 1, Rows: table, Ensemble: e}
	w := &worstCase{BoundOptions: BoundOptions{Ball: *b, Worst: worst, Threads: 1}}
	w.margins = margins{ball: &w.Ball, threads: 1}
	w.margins.update(round, false)
	if err := w.look(round); err != nil {
		t.Fatal(err)
	}
	return w, round
}

// leads returns by how much a class leads over each other one.
func leads(margins []float64, class int) []float64 {
	if len(margins) == 1 {
		return []float64{float64(2*class-1) * margins[0]}
	}
	var l []float64
	for k, m := range margins {
		if k != class {
			l = append(l, margins[class]-m)
		}
	}
	return l
}

// The bound by message passing holds for every move, and is at least as tight
// as the tree-wise one.
func TestMessageBoundHoldsAndIsTighter(t *testing.T) {
	tighter := 0
	everyBall(t, func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		w, round := searched(t, r, e, b, x, MessageBound)
		if w == nil {
			return
		}
		trees := margins{ball: b, threads: 1}
		trees.update(round, false)
		class := round.Rows.Class(0)
		by, with := leads(trees.worst, class), leads(w.margins.worst, class)
		for k := range with {
			if with[k] < by[k]-1e-9 {
				t.Fatalf("lead %d is at least %v, by trees alone %v", k, with[k], by[k])
			}
			if with[k] > by[k]+1e-9 {
				tighter++
			}
		}
		got := make([]float64, e.Outputs)
		for range 20 {
			e.Margins(move(r, b, x), got)
			for k, lead := range leads(got, class) {
				if lead < with[k]-1e-5 { // sums in float32 are off by some 1e-6
					t.Fatalf("lead %d is %v, the bound %v", k, lead, with[k])
				}
			}
		}
	})
	if tighter < 50 {
		t.Errorf("only %d bounds were tighter", tighter)
	}
}

// Points lie in the ball, have the margins that are noted for them, and are
// worse than random moves.
func TestPointsAreTheWorstInTheBall(t *testing.T) {
	cases, beaten := 0, 0
	everyBall(t, func(t *testing.T, r *rand.Rand, e *ensemble.Ensemble, b *Ball, x []float64) {
		w, round := searched(t, r, e, b, x, AttackPoint)
		if w == nil || w.points.of(0) == nil {
			return
		}
		cases++
		p := attack.Problem{Ensemble: e, Norm: b.Norm, Constraints: b.Constraints}
		if d := p.Distance(x, w.points.of(0)); d > b.Eps*(1+1e-9) {
			t.Fatalf("the point is at %v, eps is %v", d, b.Eps)
		}
		got, class := make([]float64, e.Outputs), round.Rows.Class(0)
		e.Margins(w.points.of(0), got)
		for k, m := range got {
			if math.Abs(m-w.points.margins[k]) > 1e-5 {
				t.Fatalf("margin %d of the point is %v, noted is %v", k, m, w.points.margins[k])
			}
		}
		worst := slices.Min(leads(got, class))
		for range 20 {
			e.Margins(move(r, b, x), got)
			if slices.Min(leads(got, class)) < worst-1e-5 {
				beaten++
				break
			}
		}
	})
	if cases < 200 || beaten > cases/50 {
		t.Errorf("of %d points %d were beaten by random moves", cases, beaten)
	}
}

// Rows that are sure of their class are not searched.
func TestSureRowsAreNotSearched(t *testing.T) {
	table := newRows(0, 0, 1, 1)
	e := threshold(1.4)
	e.Trees[0].Leaves = []float64{-2 * sure, 2 * sure}
	round := &trainer.Round{Number: 1, Rows: table, Ensemble: e}
	w := &worstCase{BoundOptions: BoundOptions{Ball: Ball{Eps: 0.5}, Worst: AttackPoint, Threads: 1}}
	w.margins = margins{ball: &w.Ball, threads: 1}
	w.margins.update(round, false)
	if err := w.look(round); err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true, false, false} { // 1 can be moved over 1.4
		if got := w.points.of(i) != nil; got != want {
			t.Errorf("row %d has a point: %v", i, got)
		}
	}
}

// Rivals that are left out change nothing: the point is the first of the worst ones of all.
func TestPointOfTheWorstRival(t *testing.T) {
	rivals := map[int]int{}
	for i := range 200 {
		r := seed.At(31, i)
		shape := ensembletest.Shape{Features: 4, Trees: 12, Depth: 3, Classes: 5, Whole: i%4 < 2, Vector: i%2 == 0, Average: i%2 == 0}
		e := ensembletest.Random(r, shape)
		ball := Ball{Norm: attack.Norms[i%len(attack.Norms)], Eps: 0.3 * r.Float64()}
		probe, err := newProbe(e, &ball)
		if err != nil {
			t.Fatal(err)
		}
		x, start, class := ensembletest.Row(r, e), ensembletest.Row(r, e), r.IntN(e.Classes)
		if !probe.whole(x) || !probe.whole(start) {
			continue
		}
		b, worst, of, want := bound.NewBall(probe.problem), math.Inf(-1), 0, []float64(nil)
		b.ResetWithin(x, probe.limit)
		for _, duel := range probe.problem.Duels(class) {
			b.Most(duel[0], probe.limit)
			if found, cells := b.Best(start); found > worst {
				worst, of, want = found, duel[0].Rival, b.Example(cells)
			}
		}
		if got := probe.point(bound.NewBall(probe.problem), x, class, start); !slices.Equal(got, want) {
			t.Fatalf("%d: the worst row is %v, that of rival %d is %v", i, got, of, want)
		}
		rivals[of]++
	}
	if len(rivals) < 5 {
		t.Errorf("rivals are %v: want all classes", rivals)
	}
}

package advboost

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// refitCase is a random tree with rows around it.
func refitCase(r *rand.Rand) (*margins, *trainer.Round, *ensemble.Tree) {
	e := ensembletest.Random(r, ensembletest.Shape{Features: 3, Trees: 2, Depth: 3})
	table := &rows{}
	for range 60 {
		table.Append(ensembletest.Row(r, e), r.IntN(2), 0.5+r.Float64())
	}
	table.table, table.first = 60, table.x
	tree := e.Trees[1]
	e.Trees = e.Trees[:1]
	m := &margins{ball: &Ball{Eps: 0.1}, threads: 1}
	round := &trainer.Round{Rows: table, Ensemble: e}
	m.update(round, false)
	return m, round, &tree
}

func fitOf(m *margins, p *points, r *trainer.Round, t *ensemble.Tree, o Refit) *fit {
	r.Trees = []ensemble.Tree{*t}
	f := newFits(nil, m, p, r, &o)[0]
	f.start(m, p, r.Rows, t.Output)
	return f
}

// worstLoss is the logistic loss in the worst case of the trees of a round
// and one more, by the definition.
func worstLoss(m *margins, r *trainer.Round, t *ensemble.Tree, leaves []float64) float64 {
	loss := 0.0
	w := newWalker(m.ball)
	for i := range r.Rows.Table() {
		worst := math.Inf(1)
		sign := float64(2*r.Rows.Class(i) - 1)
		for _, l := range w.leaves(t, r.Rows.X(i), r.Rows.Class(i)) {
			worst = min(worst, sign*leaves[l])
		}
		loss += r.Rows.Weight(i) * math.Log1p(math.Exp(-sign*m.worst[i]-worst))
	}
	return loss
}

func TestRefitLowersTheWorstLoss(t *testing.T) {
	lower := 0
	for i := range 50 {
		m, round, tree := refitCase(seed.At(4, i))
		f := fitOf(m, &points{}, round, tree, Refit{})
		zero := make([]float64, tree.NumLeaves())
		if got, want := f.loss(tree.Leaves), worstLoss(m, round, tree, tree.Leaves); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("case %d: loss %v, want %v", i, got, want)
		}
		leaves := f.descend(tree.Leaves, 20)
		if leaves == nil {
			continue
		}
		lower++
		before := min(worstLoss(m, round, tree, zero), worstLoss(m, round, tree, tree.Leaves))
		if after := worstLoss(m, round, tree, leaves); !(after < before) {
			t.Errorf("case %d: worst-case loss %v, not below %v", i, after, before)
		}
	}
	if lower < 25 {
		t.Errorf("only %d of 50 trees were of use", lower)
	}
}

// If points are known, leaf values are those that lower the loss there.
func TestRefitAtPoints(t *testing.T) {
	m, round, tree := refitCase(seed.At(4, 1))
	n := round.Rows.Table()
	p := &points{at: make([][]float64, n), margins: make([]float64, n)}
	loss := func(leaves []float64) float64 {
		sum := 0.0
		for i, x := range p.at {
			sign := float64(2*round.Rows.Class(i) - 1)
			sum += round.Rows.Weight(i) * math.Log1p(math.Exp(-sign*(p.margins[i]+leaves[tree.Leaf(x)])))
		}
		return sum
	}
	r := seed.At(6)
	for i := range n {
		p.at[i], p.margins[i] = move(r, m.ball, round.Rows.X(i)), r.NormFloat64()
	}
	f := fitOf(m, p, round, tree, Refit{})
	if got, want := f.loss(tree.Leaves), loss(tree.Leaves); math.Abs(got-want) > 1e-9*want {
		t.Fatalf("loss %v, want %v", got, want)
	}
	leaves := f.descend(tree.Leaves, 20)
	if leaves == nil || loss(leaves) >= loss(tree.Leaves) {
		t.Errorf("loss %v was not lowered: %v", loss(tree.Leaves), leaves)
	}
}

// The loss is convex in the leaf values, so nothing is far below what the
// descent finds.
func TestRefitIsNearTheMinimum(t *testing.T) {
	for i := range 10 {
		r := seed.At(5, i)
		m, round, tree := refitCase(r)
		f := fitOf(m, &points{}, round, tree, Refit{Lambda: 1})
		leaves := f.descend(tree.Leaves, 50)
		if leaves == nil {
			leaves = make([]float64, tree.NumLeaves())
		}
		found := f.loss(leaves)
		best, at := found, append([]float64(nil), leaves...)
		for range 3000 {
			next := append([]float64(nil), at...)
			for l := range next {
				next[l] += 0.1 * r.NormFloat64() * r.Float64()
			}
			if loss := f.loss(next); loss < best {
				best, at = loss, next
			}
		}
		if found > 1.03*best { // the descent is over few, smoothed steps
			t.Errorf("case %d: loss %v, random steps find %v", i, found, best)
		}
	}
}

// Rows that were added are in the loss at their own place, and the margins of the
// table in the worst case are counted without them.
func TestRefitOnExamples(t *testing.T) {
	for i := range 10 {
		r := seed.At(7, i)
		m, round, tree := refitCase(r)
		table := round.Rows.(*rows)
		for range 20 {
			table.Append(move(r, m.ball, table.X(r.IntN(60))), r.IntN(2), 3)
		}
		all := &scored{table, round.Ensemble}
		round.Rows = all
		without := *m
		without.worst = slices.Clone(m.worst)
		loss := func(leaves []float64) float64 {
			sum := worstLoss(&without, round, tree, leaves)
			for i := 60; i < 80; i++ {
				sign := float64(2*all.Class(i) - 1)
				sum += 3 * math.Log1p(math.Exp(-sign*(all.Margins(i)[0]+leaves[tree.Leaf(all.X(i))])))
			}
			return sum
		}
		o := Refit{Steps: 5, Examples: true}
		if got, want := fitOf(m, &points{}, round, tree, o).loss(tree.Leaves), loss(tree.Leaves); math.Abs(got-want) > 1e-9*want {
			t.Fatalf("case %d: loss %v, want %v", i, got, want)
		}
		nothing := loss(make([]float64, tree.NumLeaves()))
		with := *round.Ensemble
		with.Trees = append(slices.Clone(with.Trees), round.Trees...)
		round.Ensemble, round.Trees = &with, with.Trees[1:]
		some := o.refit(newFits(nil, m, &points{}, round, &o), m, &points{}, round)
		if leaves := round.Trees[0].Leaves; some && loss(leaves) >= nothing {
			t.Errorf("case %d: loss %v, of a tree that says nothing %v", i, loss(leaves), nothing)
		}
		w, want := newWalker(m.ball), slices.Clone(without.worst)
		for row := range want {
			m.add(w, &round.Trees[0], all.X(row), all.Class(row), want[row:row+1])
		}
		if some && !slices.Equal(m.worst, want) {
			t.Errorf("case %d: margins %v, want %v", i, m.worst, want)
		}
	}
}

package onnx

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/formattest"
)

// votingTree sends rows to a leaf of each of the votes.
func votingTree(votes ...float64) ensemble.Tree {
	return ensemble.Tree{Splits: []ensemble.Split{{Left: ^0, Right: ^1, Threshold: 0.5}}, Leaves: votes}
}

// onnxruntime distinguishes a class without a vote from one with votes of 0: it does not choose it, and
// with two classes adds no base value. Models in which that can happen to a row are refused; trees that
// vote in all leaves, positive votes, or base values for all classes rule it out.
func TestVotesThatRowsMayLack(t *testing.T) {
	three := func(base []float64, trees ...ensemble.Tree) *older {
		return &older{e: &ensemble.Ensemble{Features: 1, Classes: 3, Outputs: 3, Trees: trees}, base: base, double: true}
	}
	two := func(base []float64, output int, votes ...float64) *older {
		tree := votingTree(votes...)
		tree.Output = output
		return &older{e: &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 2, Trees: []ensemble.Tree{tree}}, base: base, double: true}
	}
	of := func(output int, votes ...float64) ensemble.Tree {
		tree := votingTree(votes...)
		tree.Output = output
		return tree
	}
	const unchosen, unadded, second = `no vote for class "c2"`, "where a leaf votes, which is not so for every row", "and these are for the second"
	for _, c := range []struct {
		name string
		file *older
		drop int // this many votes, the first
		want string
	}{
		{"all vote", three(nil, of(0, -1, 1), of(1, -2, 2), of(2, -3, 3)), 0, ""},
		{"one class is left out", three(nil, of(0, -1, 1), of(1, -2, 2)), 0, unchosen},
		{"a leaf is left out", three(nil, of(2, -3, 3), of(0, -1, 1), of(1, -2, 2)), 1, unchosen},
		{"positive votes", three(nil, of(0, 1, 2), of(1, 3, 4)), 0, ""},
		{"a vote of nothing", three(nil, of(0, 1, 0), of(1, 3, 4)), 0, unchosen},
		{"base values", three([]float64{0, 1, -1}, of(0, -1, 1), of(1, -2, 2)), 0, ""},
		{"two classes", two([]float64{0.3}, 0, -1, 1), 0, ""},
		{"two classes, a leaf is left out", two([]float64{0.3}, 0, -1, 1), 1, unadded},
		{"two classes, no base value", two(nil, 0, -1, 1), 1, ""},
		{"two classes, votes for the second", two([]float64{0.3}, 1, -1, 1), 0, second},
		{"two classes, votes for the second, no base value", two([]float64{0}, 1, -1, 1), 0, ""},
	} {
		c.file.e.Base = make([]float64, c.file.e.Outputs)
		c.file.drop = c.drop
		_, err := read(c.file.write())
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, errors.ErrUnsupported) || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
	}
}

// CatBoost lets each leaf vote for the second of two classes, and by as much against the first. That is
// one score; other votes for both are refused.
func TestOpposedVotes(t *testing.T) {
	both := func(leaves ...float64) *older {
		tree := votingTree(leaves...)
		tree.Output = ensemble.VectorLeaves
		return &older{e: &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 2, Link: ensemble.Logistic, Trees: []ensemble.Tree{tree, tree}}, double: true}
	}
	got := formattest.Model(t, read, both(2, -2, -0.25, 0.25).write())
	want := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Trees: []ensemble.Tree{votingTree(-2, 0.25), votingTree(-2, 0.25)}}
	alike(t, "opposed", want, got)
	if p := got.Class([]float64{0}); p != 0 || got.Link != ensemble.Logistic || got.Cutoff != 0 {
		t.Errorf("class %d, link %v, cutoff %v", p, got.Link, got.Cutoff)
	}
	with := both(2, -2, -0.25, 0.25)
	with.base = []float64{0.5, 0.5}
	for name, file := range map[string]*older{"not opposed": both(2, -2, -0.25, 0.5), "base values": with} {
		if _, err := read(file.write()); !errors.Is(err, errors.ErrUnsupported) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// For two classes the share of votes for the second is its probability, also when written again.
func TestShares(t *testing.T) {
	e := &ensemble.Ensemble{Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Input: ensemble.Float32, Sum: ensemble.Float32,
		Trees: []ensemble.Tree{votingTree(0.25, 0), votingTree(0.5, 0.125)}}
	got := formattest.Model(t, read, (&older{e: e}).write())
	var file bytes.Buffer
	if err := Write(&file, got); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&file)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range []*ensemble.Ensemble{got, again} {
		for x, want := range map[float64]float64{-9: 0.75, 9: 0.125} {
			margin, p := []float64{0}, []float64{0, 0}
			m.Margins([]float64{x}, margin)
			m.Probabilities(margin, p)
			if p[1] != want || p[0] != 1-want || m.Class([]float64{x}) != int(math.Round(want)) {
				t.Errorf("at %v: probabilities %v and class %d, want %v", x, p, m.Class([]float64{x}), want)
			}
		}
	}
}

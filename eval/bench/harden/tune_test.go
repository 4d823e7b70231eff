package harden

import (
	"testing"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// TestTune: where labels are noise, fewer rounds or a larger radius are chosen,
// and a strategy is hardened against the radius that was scored.
func TestTune(t *testing.T) {
	table := noise()
	s := *named(usual)
	p, err := s.parameters(&set{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	d := &split{train: table}
	how, with, err := tune(t.Context(), s, d, p, 0.02)
	if err != nil {
		t.Fatal(err)
	}
	if with.Rounds >= p.Rounds && how.against == 1 || with.Rounds > p.Rounds || with.LearningRate != p.LearningRate {
		t.Errorf("%d rounds, rate %v, against %v of eps", with.Rounds, with.LearningRate, how.against)
	}
	if got, want := how.hardening(d, 0.02).Eps, 0.02*how.against; how.against < 1 || got != want {
		t.Errorf("hardens against %v, want %v", got, want)
	}
}

// noise returns rows whose labels the columns say nothing of.
func noise() *data.Table {
	table := &data.Table{Rows: 200, Cols: 2, Features: []string{"a", "b"}, Classes: []string{"no", "yes"}}
	random := seed.At(1)
	for range table.Rows {
		table.X = append(table.X, random.Float64(), random.Float64())
		table.Y = append(table.Y, int(1.3*random.Float64()))
	}
	return table
}

// A fold of --nested has a radius, and what is taken does at least as well as the default where nothing can be
// learnt.
func TestNested(t *testing.T) {
	train, test, err := noise().Split(0.5, 1)
	if err != nil {
		t.Fatal(err)
	}
	b := &benchmark{threads: 1, candidates: 1}
	r, err := b.tuned(t.Context(), split{train: train, test: test})
	if err != nil {
		t.Fatal(err)
	}
	if r.eps <= 0 || r.record == nil || r.aim[1] < r.aim[0] {
		t.Errorf("eps %v, aim %v, record %v", r.eps, r.aim, r.record)
	}
}

package rba_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/attack/rba"
	"github.com/hardwood-ml/hardwood/internal/seed"
)

// With a training row in every region, the nearest point of the nearest region is the nearest
// example, by brute force: for numbers, levels and groups of columns.
func TestEveryRegion(t *testing.T) {
	count := map[string]int{}
	for number := range 1500 {
		p, victims := attacktest.Draw(seed.At(71, number))
		if c := p.Constraints; c.Blanks() || c != nil && c.Links != nil || !slices.Contains(attack.Norms, p.Norm) {
			continue
		}
		rows := everyRow(p)
		if len(rows) > 2000 {
			continue
		}
		results, err := attack.Run(t.Context(), p, rba.Attack{Rows: rows}, victims, attack.RunOptions{})
		if err != nil {
			t.Fatalf("%d: %v", number, err)
		}
		for i := range results {
			r, v := &results[i], victims[i]
			if r.Status == attack.OutOfBounds {
				continue
			}
			if want := attacktest.Nearest(p, v); r.Distance != want && !(math.Abs(r.Distance-want) <= 1e-9*want) {
				t.Errorf("%d, norm %v, row %v: %v at %v, the nearest is at %v", number, p.Norm, v.X, r.Status, r.Distance, want)
			}
			if r.Example == nil {
				continue
			}
			count["examples"]++
			if c := p.Constraints; c != nil && c.Groups != nil && c.Level(&c.Groups[0], r.Example) != c.Level(&c.Groups[0], p.Ensemble.Rounded(v.X)) {
				count["groups moved"]++
			}
		}
	}
	t.Log(count)
	if count["examples"] < 300 || count["groups moved"] < 30 {
		t.Error("too few")
	}
}

// everyRow returns a row for each combination of cells of numbers, and of levels of categories and
// of a group, which may be missing.
func everyRow(p *attack.Problem) [][]float64 {
	blank := make([]float64, p.Ensemble.Features)
	for f := range blank {
		blank[f] = math.NaN()
	}
	rows, group := [][]float64{blank}, []int(nil)
	if c := p.Constraints; c != nil && c.Groups != nil {
		g := &c.Groups[0]
		for _, level := range attacktest.Levels(g) {
			row := slices.Clone(blank)
			attacktest.SetLevel(p, g, row, int(level))
			rows = append(rows, row)
		}
		group = g.Features
	}
	for f := range blank {
		if slices.Contains(group, f) {
			continue
		}
		values := append(slices.Clone(p.Grid.Cuts[f]), math.MaxFloat32)
		if p.Ensemble.Categorical(f) {
			values = []float64{math.NaN()}
			for _, code := range p.Ensemble.Columns[f].Codes {
				values = append(values, float64(code))
			}
		}
		var more [][]float64
		for _, row := range rows {
			for _, v := range values {
				row = slices.Clone(row)
				row[f] = v
				more = append(more, row)
			}
		}
		rows = more
	}
	return rows
}

// A search that is cancelled while it finds the regions leaves the rest to the next one.
func TestCancelledWhileRegionsAreFound(t *testing.T) {
	p, victims := attacktest.Draw(seed.At(71, 1))
	rows := everyRow(p)
	prepared, err := rba.Attack{Rows: rows}.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if r := prepared.Searcher().Search(cancelled, victims[0]); r.Stop != attack.Cancelled || r.Example != nil {
		t.Errorf("%+v", r)
	}
	again, err := rba.Attack{Rows: rows}.Prepare(p)
	if err != nil {
		t.Fatal(err)
	}
	got, want := prepared.Searcher().Search(t.Context(), victims[0]), again.Searcher().Search(t.Context(), victims[0])
	if got.Distance != want.Distance || got.Stats != want.Stats || got.Stats.Neighbors == 0 {
		t.Errorf("%+v, uninterrupted %+v", got, want)
	}
}

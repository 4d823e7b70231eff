package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// beside lists what runs with the same settings, data and seed can still differ in.
var beside = []struct {
	name string
	of   func(*ablation.Result) string
}{
	{"training rows", func(r *ablation.Result) string { return short(r.Hash) }},
	{"test rows", func(r *ablation.Result) string { return short(r.Metrics.Data.Hash) }},
	{"threat", func(r *ablation.Result) string {
		if r.Metrics.Constraints == "" {
			return "–"
		}
		sum := sha256.Sum256([]byte(r.Metrics.Constraints))
		return short(hex.EncodeToString(sum[:]))
	}},
	{"method", func(r *ablation.Result) string { return r.Metrics.Method }},
	{"version", func(r *ablation.Result) string { return r.Version }},
}

// short is the start of a hash, enough to tell it from others.
func short(hash string) string { return hash[:min(8, len(hash))] }

// besideOf returns in which of these some runs differ.
func besideOf(all []ablation.Result) (names []string, of []func(*ablation.Result) string) {
	for _, b := range beside {
		first := map[string]string{}
		if slices.ContainsFunc(all, func(r ablation.Result) bool {
			if r.Model == nil {
				return false
			}
			key := fmt.Sprintf("%s\n%d\n%s", r.Data, r.Seed, r.Run.Settings)
			had, known := first[key]
			first[key] = b.of(&r)
			return known && had != first[key]
		}) {
			names, of = append(names, b.name), append(of, b.of)
		}
	}
	return names, of
}

// listTable has a row per run, with a column for each axis on which runs differ, for what
// else runs with the same settings, data and seed differ in, and for each eps. A run that
// cannot be read is listed, with a warning.
func listTable(runs []store.Run, warn func(string)) *report.Table {
	var all []ablation.Result
	var settings []ablation.Settings
	var radii []string
	for i := range runs {
		l, err := ablation.ReadRun(&runs[i])
		all = append(all, l)
		if err != nil {
			warn(err.Error() + remedy(err))
			continue
		}
		settings = append(settings, l.Settings)
		for eps := range l.Model.Robust {
			radii = append(radii, eps)
		}
	}
	slices.Sort(radii)
	radii = slices.Compact(radii)
	axes := ablation.Varying(slices.Values(settings))
	names, others := besideOf(all)

	t := &report.Table{Columns: []report.Column{{Name: "run", Text: true}, {Name: "spec", Text: true}, {Name: "data", Text: true}, {Name: "seed"}}}
	for _, axis := range axes {
		t.Columns = append(t.Columns, ablation.ColumnOf(axis))
	}
	for _, name := range names {
		t.Columns = append(t.Columns, report.Column{Name: name, Text: true})
	}
	t.Columns = append(t.Columns, report.Column{Name: "clean"})
	for _, eps := range radii {
		t.Columns = append(t.Columns, report.Column{Name: "robust at " + eps})
	}
	t.Columns = append(t.Columns, report.Column{Name: "mean distance"}, report.Column{Name: "seconds"})
	for _, l := range all {
		row := []report.Cell{report.Word(short(l.ID)), report.Word(l.Spec), report.Word(l.Data), report.Count(int(l.Seed))}
		for _, axis := range axes {
			row = append(row, report.Word(l.Settings[axis]))
		}
		if l.Model == nil {
			row = append(row, slices.Repeat([]report.Cell{report.Word("?")}, len(t.Columns)-len(row))...)
		} else {
			row = append(row, figuresOf(&l, others, radii)...)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// figuresOf returns the cells of a run behind those of its settings.
func figuresOf(l *ablation.Result, others []func(*ablation.Result) string, radii []string) (cells []report.Cell) {
	for _, of := range others {
		cells = append(cells, report.Word(of(l)))
	}
	cells = append(cells, report.Percent(l.Model.Clean))
	for _, eps := range radii {
		cell := report.Word("")
		if share, ok := l.Robust(eps); ok {
			cell = report.Percent(share)
		}
		cells = append(cells, cell)
	}
	return append(cells, report.Number(float64(l.Model.MeanDistance)), report.Seconds(l.Seconds))
}

func compareTable(a, b *ablation.Result) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "", Text: true}, {Name: a.ID[:8]}, {Name: b.ID[:8]}, {Name: "difference"}}}
	words := func(name, a, b string) {
		if a != b {
			t.Rows = append(t.Rows, []report.Cell{report.Word(name), report.Word(a), report.Word(b), report.Word("")})
		}
	}
	shares := func(name string, a, b float64) {
		t.Rows = append(t.Rows, []report.Cell{report.Word(name), report.Percent(a), report.Percent(b), report.Word(report.Signed(b-a) + " points")})
	}
	words("data", a.Data, b.Data)
	words("seed", fmt.Sprint(a.Seed), fmt.Sprint(b.Seed))
	for _, other := range beside {
		words(other.name, other.of(a), other.of(b))
	}
	for _, axis := range sortedKeys(a.Settings, b.Settings) {
		words(axis, a.Settings[axis], b.Settings[axis])
	}
	shares("clean accuracy", a.Model.Clean, b.Model.Clean)
	for _, eps := range sortedKeys(a.Model.Robust, b.Model.Robust) {
		x, inA := a.Robust(eps)
		y, inB := b.Robust(eps)
		if inA && inB {
			shares("robust at "+eps, x, y)
		}
	}
	x, y := float64(a.Model.MeanDistance), float64(b.Model.MeanDistance)
	t.Rows = append(t.Rows, []report.Cell{report.Word("mean distance"), report.Number(x), report.Number(y), report.Number(y - x)})
	return t
}

func sortedKeys[V any](a, b map[string]V) []string {
	var keys []string
	for _, m := range []map[string]V{a, b} {
		for k := range m {
			if !slices.Contains(keys, k) {
				keys = append(keys, k)
			}
		}
	}
	slices.Sort(keys)
	return keys
}

package main

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// listTable has a row per run, with a column for each axis on which they
// differ and for each eps. A run that cannot be read is listed and warned of.
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

	t := &report.Table{Columns: []report.Column{{Name: "run", Text: true}, {Name: "spec", Text: true}, {Name: "data", Text: true}, {Name: "seed"}}}
	for _, axis := range axes {
		t.Columns = append(t.Columns, ablation.ColumnOf(axis))
	}
	t.Columns = append(t.Columns, report.Column{Name: "clean"})
	for _, eps := range radii {
		t.Columns = append(t.Columns, report.Column{Name: "robust at " + eps})
	}
	t.Columns = append(t.Columns, report.Column{Name: "mean distance"}, report.Column{Name: "seconds"})
	for _, l := range all {
		row := []report.Cell{report.Word(l.ID[:min(8, len(l.ID))]), report.Word(l.Spec), report.Word(l.Data), report.Count(int(l.Seed))}
		for _, axis := range axes {
			row = append(row, report.Word(l.Settings[axis]))
		}
		if l.Model == nil {
			for len(row) < len(t.Columns) {
				row = append(row, report.Word("?"))
			}
			t.Rows = append(t.Rows, row)
			continue
		}
		row = append(row, report.Percent(l.Model.Clean))
		for _, eps := range radii {
			cell := report.Word("")
			if share, ok := l.Robust(eps); ok {
				cell = report.Percent(share)
			}
			row = append(row, cell)
		}
		t.Rows = append(t.Rows, append(row, report.Number(float64(l.Model.MeanDistance)), report.Seconds(l.Seconds)))
	}
	return t
}

func compareTable(a, b *ablation.Result) *report.Table {
	t := &report.Table{Columns: []report.Column{{Name: "", Text: true}, {Name: a.ID[:8]}, {Name: b.ID[:8]}, {Name: "difference"}}}
	words := func(name, a, b string) {
		if a != b {
			t.Rows = append(t.Rows, []report.Cell{report.Word(name), report.Word(a), report.Word(b), report.Word("")})
		}
	}
	shares := func(name string, a, b float64) {
		t.Rows = append(t.Rows, []report.Cell{report.Word(name), report.Percent(a), report.Percent(b), report.Word(fmt.Sprintf("%+.1f points", 100*(b-a)))})
	}
	words("data", a.Data, b.Data)
	words("seed", fmt.Sprint(a.Seed), fmt.Sprint(b.Seed))
	words("version", a.Version, b.Version)
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

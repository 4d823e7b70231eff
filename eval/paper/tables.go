package paper

import (
	"fmt"
	"slices"
	"sort"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// Tables returns the tables of the paper with our columns beside its own.
func (r *Results) Tables() []*report.Table {
	var tables []*report.Table
	add := func(t *report.Table) {
		if len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	for _, kind := range []string{natural, robust, forest} {
		for _, norm := range attack.Norms {
			add(r.distances(kind, norm))
		}
	}
	add(r.neighborhoods())
	add(r.trained())
	add(r.sizes())
	add(r.convergence())
	return tables
}

var kindNames = map[string]string{natural: "Standard GBDT", robust: "Robust GBDT", forest: "Standard RF"}

// distances is a table of mean distances: the method on our model, and what
// the paper reports on its own.
func (r *Results) distances(kind string, norm attack.Norm) *report.Table {
	methods := methodsOf(kind, norm)
	t := &report.Table{Caption: fmt.Sprintf("%s, mean distance in norm %v: ours, and the paper's on its own models", kindNames[kind], norm),
		Columns: []report.Column{{Name: "data", Text: true}}}
	for _, name := range slices.Backward(methods) {
		t.Columns = append(t.Columns, report.Column{Name: name}, report.Column{Name: "paper"}, report.Column{Name: "ms/row"})
	}
	t.Columns = append(t.Columns, report.Column{Name: "lt/exact"}, report.Column{Name: "paper"}, report.Column{Name: "proved"})
	for _, m := range r.models {
		if m.kind != kind {
			continue
		}
		if _, ok := r.all[figure{kind, norm.String(), m.set.Name, methods[len(methods)-1]}]; !ok {
			continue // interrupted before all methods were through
		}
		row := []report.Cell{report.Word(m.set.Name)}
		for _, name := range slices.Backward(methods) {
			f := figure{kind, norm.String(), m.set.Name, name}
			row = append(row, report.Number(r.all[f].mean), theirs(f), report.Number(1000*r.all[f].seconds))
		}
		mark(row, len(methods)-1)
		at := func(name string) figure { return figure{kind, norm.String(), m.set.Name, name} }
		t.Rows = append(t.Rows, append(row, report.Number(r.all[at("lt")].mean/r.all[at("exact")].mean),
			ratio(at("lt"), at("exact")), proved(r.all[at("exact")].results)))
	}
	return t
}

// theirs is the paper's figure.
func theirs(f figure) report.Cell { return known(published, f) }

// ratio is that of two of the paper's figures.
func ratio(a, b figure) report.Cell {
	if _, ok := published[b]; !ok {
		return report.Word("–")
	}
	return report.Number(published[a] / published[b])
}

// known is what the paper says of something, or a dash.
func known[K comparable](figures map[K]float64, of K) report.Cell {
	if v, ok := figures[of]; ok {
		return report.Number(v)
	}
	return report.Word("–")
}

// proved says for how many rows the exact search proved the optimum.
func proved(results []attack.Result) report.Cell {
	optimal, attacked := 0, 0
	for i := range results {
		if results[i].Status != attack.Misclassified {
			attacked++
		}
		if results[i].Status == attack.Optimal {
			optimal++
		}
	}
	return report.Percent(float64(optimal) / float64(max(attacked, 1)))
}

// mark marks the best and the second best of our heuristics, which stand in
// every third column; the exact search is left out, as in the paper.
func mark(row []report.Cell, methods int) {
	order := make([]int, methods)
	for i := range order {
		order[i] = 1 + 3*i
	}
	sort.SliceStable(order, func(i, j int) bool { return row[order[i]].Value < row[order[j]].Value })
	row[order[0]].Best = true
	if len(order) > 1 {
		row[order[1]].Second = true
	}
}

package paper

import (
	"fmt"
	"slices"
	"sort"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
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
	add(r.stats())
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
		t.Columns = append(t.Columns, report.Column{Name: name}, report.Column{Name: "paper"}, report.Column{Name: "s/row"})
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
			row = append(row, report.Number(r.all[f].mean), theirs(f), report.Number(r.all[f].seconds))
		}
		mark(row, len(methods)-1)
		at := func(name string) figure { return figure{kind, norm.String(), m.set.Name, name} }
		row = append(row, report.Number(r.all[at("lt")].mean/r.all[at("exact")].mean))
		if p, ok := published[at("exact")]; ok {
			row = append(row, report.Number(published[at("lt")]/p))
		} else {
			row = append(row, report.Word("–"))
		}
		t.Rows = append(t.Rows, append(row, proved(r.all[at("exact")].results)))
	}
	return t
}

// theirs is the paper's figure.
func theirs(f figure) report.Cell {
	if v, ok := published[f]; ok {
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

// stats describes the models.
func (r *Results) stats() *report.Table {
	t := &report.Table{Caption: "Models", Columns: []report.Column{
		{Name: "data", Text: true}, {Name: "model", Text: true}, {Name: "features"}, {Name: "classes"}, {Name: "trees"}, {Name: "depth"},
		{Name: "accuracy", Help: "on the attacked rows"}}}
	for _, m := range r.models {
		depth := 0
		for i := range m.Trees {
			depth = max(depth, m.Trees[i].Depth())
		}
		t.Rows = append(t.Rows, []report.Cell{report.Word(m.set.Name), report.Word(kindNames[m.kind]), report.Count(m.Features), report.Count(m.Classes),
			report.Count(len(m.Trees)), report.Count(depth), report.Percent(m.clean)})
	}
	return t
}

// convergence counts the trees in which LT-Attack's leaf tuple differs from
// the optimum's.
func (r *Results) convergence() *report.Table {
	t := &report.Table{Caption: "Standard GBDT, L2: trees in which LT-Attack's leaf tuple differs from the proved optimum's", Columns: []report.Column{
		{Name: "data", Text: true}, {Name: "trees"}, {Name: "largest"}, {Name: "paper"}, {Name: "median"}, {Name: "paper"}, {Name: "rows"}}}
	for _, m := range r.models {
		if m.kind != natural {
			continue
		}
		found, best := r.all[figure{natural, "2", m.set.Name, "lt"}].results, r.all[figure{natural, "2", m.set.Name, "exact"}].results
		var differ []int
		for i := range min(len(found), len(best)) {
			if best[i].Status == attack.Optimal && found[i].Example != nil {
				differ = append(differ, hamming(m.Ensemble, found[i].Example, best[i].Example))
			}
		}
		if len(differ) == 0 {
			continue
		}
		slices.Sort(differ)
		paper := convergence[m.set.Name]
		t.Rows = append(t.Rows, []report.Cell{report.Word(m.set.Name), report.Count(len(m.Trees)), report.Count(differ[len(differ)-1]), report.Count(paper[0]),
			report.Count(differ[len(differ)/2]), report.Count(paper[1]), report.Count(len(differ))})
	}
	return t
}

// hamming counts the trees in which two rows fall into different leaves.
func hamming(e *ensemble.Ensemble, a, b []float64) int {
	n := 0
	for i := range e.Trees {
		if e.Trees[i].Leaf(a) != e.Trees[i].Leaf(b) {
			n++
		}
	}
	return n
}

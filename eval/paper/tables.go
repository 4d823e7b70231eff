package paper

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// Tables returns the tables of the paper, with our results beside its own.
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

// distances returns a table of mean distances: of methods on our models, and as the paper reports them
// for its own.
func (r *Results) distances(kind string, norm attack.Norm) *report.Table {
	methods := methodsOf(kind, norm)
	t := &report.Table{Caption: fmt.Sprintf("%s, mean distance in norm %v: ours, and the paper's on its own models", kindNames[kind], norm),
		Columns: []report.Column{{Name: "data", Text: true}}}
	for _, name := range slices.Backward(methods) {
		t.Columns = append(t.Columns, report.Column{Name: name}, report.Column{Name: "paper"}, report.Column{Name: "ms/row"})
	}
	t.Columns = append(t.Columns, report.Column{Name: "lt/exact"}, report.Column{Name: "paper"}, report.Column{Name: "proved"}, report.Column{Name: "rows"})
	for _, m := range r.models {
		if m.kind != kind {
			continue
		}
		at := func(name string) figure { return figure{kind, norm.String(), m.set.Name, name} }
		of, rows := r.compare(at, methods)
		if rows == 0 {
			continue
		}
		row := []report.Cell{report.Word(m.set.Name)}
		for _, name := range slices.Backward(methods) {
			row = append(row, report.Number(of[name].distance), theirs(at(name)), report.Number(1000*of[name].seconds))
		}
		mark(row, len(methods)-1)
		t.Rows = append(t.Rows, append(row, report.Number(of["lt"].distance/of["exact"].distance),
			ratio(at("lt"), at("exact")), report.Percent(float64(of["exact"].proved)/float64(rows)), report.Count(rows)))
	}
	return t
}

// reached is what a method reached on some rows.
type reached struct {
	distance, seconds float64 // means over the rows with an example
	proved            int     // rows
}

// compare returns what methods reached on the rows that all of them finished, without misclassified
// ones, and how many rows these are. A method that finished no row has NaN and does not restrict the
// rows. If a method was not run yet, there are no rows.
func (r *Results) compare(at func(method string) figure, methods []string) (of map[string]reached, rows int) {
	of = map[string]reached{}
	var common []int
	for _, name := range methods {
		results, ok := r.all[at(name)]
		if !ok {
			return nil, 0
		}
		finished := finished(results)
		if len(finished) == 0 {
			of[name] = reached{distance: math.NaN(), seconds: math.NaN()}
			continue
		}
		if common != nil {
			finished = slices.DeleteFunc(common, func(k int) bool { return !slices.Contains(finished, k) })
		}
		common = finished
	}
	for _, name := range methods {
		if _, none := of[name]; !none {
			of[name] = reachedOn(r.all[at(name)], common)
		}
	}
	return of, len(common)
}

// finished returns the indices of the rows that were attacked in time.
func finished(results []attack.Result) []int {
	var rows []int
	for k := range results {
		if results[k].Stop != attack.Cancelled && results[k].Status != attack.Misclassified {
			rows = append(rows, k)
		}
	}
	return rows
}

func reachedOn(results []attack.Result, rows []int) (m reached) {
	found := 0.0
	for _, k := range rows {
		result := &results[k]
		if result.Status == attack.Optimal {
			m.proved++
		}
		if result.Example != nil {
			found++
			m.distance += result.Distance
			m.seconds += result.Seconds
		}
	}
	m.distance /= found // NaN if nothing was found
	m.seconds /= found
	return m
}

// theirs returns the paper's figure.
func theirs(f figure) report.Cell { return known(published, f) }

// ratio returns the ratio of two of the paper's figures.
func ratio(a, b figure) report.Cell {
	if _, ok := published[b]; !ok {
		return report.Word("–")
	}
	return report.Number(published[a] / published[b])
}

// known returns the paper's figure for a key, or a dash.
func known[K comparable](figures map[K]float64, of K) report.Cell {
	if v, ok := figures[of]; ok {
		return report.Number(v)
	}
	return report.Word("–")
}

// far returns a distance for sorting, with NaN as infinity.
func far(v float64) float64 {
	if math.IsNaN(v) {
		return math.Inf(1)
	}
	return v
}

// mark marks the best and the second best of our heuristics, which are in every third column; the
// exact search is left out, as in the paper.
func mark(row []report.Cell, methods int) {
	order := make([]int, methods)
	for i := range order {
		order[i] = 1 + 3*i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(far(row[i].Value), far(row[j].Value)) })
	row[order[0]].Best = true
	if len(order) > 1 {
		row[order[1]].Second = true
	}
}

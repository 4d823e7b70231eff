package paper

import (
	"slices"

	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// neighborhoods compares LT-Attack with the naive neighbourhoods (table "naive").
func (r *Results) neighborhoods() *report.Table {
	t := &report.Table{Caption: "Standard GBDT, L2: LT-Attack without noise and the naive neighbourhoods",
		Columns: []report.Column{{Name: "data", Text: true}}}
	for _, name := range naive {
		t.Columns = append(t.Columns, report.Column{Name: name}, report.Column{Name: "paper"}, report.Column{Name: "ms/row"})
	}
	t.Columns = append(t.Columns, report.Column{Name: "lt/leaf"}, report.Column{Name: "paper"}, report.Column{Name: "speedup"}, report.Column{Name: "paper"}, report.Column{Name: "rows"})
	for _, m := range r.models {
		at := func(name string) figure { return figure{natural, "2", m.set.Name, name} }
		of, rows := r.compare(at, naive)
		if m.kind != natural || rows == 0 {
			continue
		}
		row := []report.Cell{report.Word(m.set.Name)}
		for _, name := range naive {
			row = append(row, report.Number(of[name].distance), theirs(at(name)), report.Number(1000*of[name].seconds))
		}
		lt, leaf := of[plain], of["naive-leaf"]
		t.Rows = append(t.Rows, append(row, report.Number(lt.distance/leaf.distance), ratio(at(plain), at("naive-leaf")),
			report.Number(leaf.seconds/lt.seconds), known(speedups, m.set.Name), report.Count(rows)))
	}
	return t
}

// trained describes the models (tables "dataset-stats" and "rf-stats").
func (r *Results) trained() *report.Table {
	t := &report.Table{Caption: "Models", Columns: []report.Column{
		{Name: "data", Text: true}, {Name: "model", Text: true}, {Name: "train rows"}, {Name: "test rows"}, {Name: "features"}, {Name: "classes"},
		{Name: "trees"}, {Name: "depth"}, {Name: "test accuracy"}, {Name: "paper"}}}
	for _, m := range r.models {
		depth := 0
		for i := range m.Trees {
			depth = max(depth, m.Trees[i].Depth())
		}
		paper := report.Word("–")
		if share, ok := forests[m.set.Name]; ok && m.kind == forest {
			paper = report.Percent(share)
		}
		t.Rows = append(t.Rows, []report.Cell{report.Word(m.set.Name), report.Word(kindNames[m.kind]), report.Count(m.train), report.Count(m.test),
			report.Count(m.Features), report.Count(m.Classes), report.Count(len(m.Trees)), report.Count(depth), report.Percent(m.accuracy), paper})
	}
	return t
}

// sizes counts what LT-Attack examines (table "dataset-stats").
func (r *Results) sizes() *report.Table {
	t := &report.Table{Caption: "Standard GBDT, L2: what LT-Attack without noise looks at, on average",
		Columns: []report.Column{{Name: "data", Text: true}}}
	for _, name := range []string{"iterations", "|T_Bound|", "|Neighbor_1^(t)|", "|Neighbor_Bound|"} {
		t.Columns = append(t.Columns, report.Column{Name: name}, report.Column{Name: "paper"})
	}
	for _, m := range r.models {
		if m.anatomy == nil {
			continue
		}
		row := []report.Cell{report.Word(m.set.Name)}
		ours, theirs := ltattack.SizesOf(m.anatomy), sizes[m.set.Name]
		for _, pair := range [][2]float64{{ours.Iterations, theirs.Iterations}, {ours.Bound, theirs.Bound}, {ours.PerTree, theirs.PerTree}, {ours.Neighbors, theirs.Neighbors}} {
			row = append(row, report.Number(pair[0]), report.Number(pair[1]))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

// convergence shows how far the leaf tuples of LT-Attack are from that of the proved optimum, before
// and after the search (table of the same name).
func (r *Results) convergence() *report.Table {
	t := &report.Table{Caption: "Standard GBDT, L2: trees in which the leaf tuple differs from the proved optimum's (h), and the neighbourhood that reaches it (h~)",
		Columns: []report.Column{{Name: "data", Text: true}, {Name: "trees"}, {Name: "rows"}, {Name: "", Text: true}}}
	of := []func(*ltattack.Anatomy) int{
		func(a *ltattack.Anatomy) int { return a.Initial.Hamming }, func(a *ltattack.Anatomy) int { return a.Converged.Hamming },
		func(a *ltattack.Anatomy) int { return a.Initial.Neighbor }, func(a *ltattack.Anatomy) int { return a.Converged.Neighbor },
	}
	for _, name := range []string{"h initial", "h converged", "h~ initial", "h~ converged"} {
		t.Columns = append(t.Columns, report.Column{Name: name + ", max"}, report.Column{Name: "median"})
	}
	for _, m := range r.models {
		if len(m.proved) == 0 {
			continue
		}
		var ours [8]int
		for k, distance := range of {
			ours[2*k], ours[2*k+1] = largestAndMedian(m.proved, distance)
		}
		head := []report.Cell{report.Word(m.set.Name), report.Count(m.proved[0].Trees), report.Count(len(m.proved))}
		t.Rows = append(t.Rows, counts(append(head, report.Word("ours")), ours))
		if paper, ok := convergence[m.set.Name]; ok {
			head := []report.Cell{report.Word(m.set.Name), report.Count(m.proved[0].Trees), report.Word("")}
			t.Rows = append(t.Rows, counts(append(head, report.Word("paper")), paper))
		}
	}
	return t
}

func largestAndMedian(all []ltattack.Anatomy, of func(*ltattack.Anatomy) int) (largest, median int) {
	var values []int
	for i := range all {
		values = append(values, of(&all[i]))
	}
	slices.Sort(values)
	return values[len(values)-1], values[len(values)/2]
}

func counts(row []report.Cell, values [8]int) []report.Cell {
	for _, v := range values {
		row = append(row, report.Count(v))
	}
	return row
}

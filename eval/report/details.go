package report

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/eval"
)

// fragileRows lists the rows with the nearest examples of each model.
func fragileRows(in *Input) []Table {
	var all []Table
	for _, e := range in.Report.Models {
		t := &Table{Caption: e.Name, Columns: []Column{{Name: "row"}, {Name: "is", Text: true}, {Name: "becomes", Text: true},
			{Name: eval.Measured(in.Report.Norm)}, {Name: "what changes", Text: true}}}
		for i := range e.Fragile {
			c := &e.Fragile[i]
			t.Rows = append(t.Rows, []Cell{Count(c.Row), Word(in.Table.Classes[c.Label]), Word(in.Table.Classes[c.Class]),
				Number(c.Distance), Word(changes(in, e, c))})
		}
		all = append(all, tables(t)...)
	}
	return all
}

// byClass returns a table per model with a row per class.
func byClass(in *Input) []Table {
	r := in.Report
	var all []Table
	for _, e := range r.Models {
		t := &Table{Caption: e.Name, Columns: []Column{{Name: "class", Text: true}, {Name: "rows"}, {Name: "right"}}}
		for k := range r.Eps {
			t.Columns = append(t.Columns, epsColumn("robust at ", r, k))
		}
		t.Columns = append(t.Columns, Column{Name: "mean " + eval.Measured(in.Report.Norm)}, Column{Name: "median " + eval.Measured(in.Report.Norm)})
		for _, c := range e.Classes {
			row := []Cell{Word(c.Name), Count(c.Rows)}
			shares := []float64{c.CleanAccuracy}
			for k := range r.Eps {
				shares = append(shares, c.At[k].Robust)
			}
			for _, share := range shares {
				if c.Rows == 0 {
					row = append(row, Word(noNumber))
				} else {
					row = append(row, Percent(share))
				}
			}
			t.Rows = append(t.Rows, append(row, Number(c.MeanDistance), Number(c.MedianDistance)))
		}
		all = append(all, tables(t)...)
	}
	return all
}

// byFeature lists the features that examples of each model move most often.
func byFeature(in *Input) []Table {
	const most = 15
	var all []Table
	for _, e := range in.Report.Models {
		examples := e.Metrics.Attacked() - e.Metrics.WithoutExample
		moves := slices.DeleteFunc(in.moves(e), func(m eval.Move) bool { return m.Rows == 0 })
		blanks := slices.ContainsFunc(moves, func(m eval.Move) bool { return m.Missing > 0 })
		t := &Table{Caption: fmt.Sprintf("%s, %d examples", e.Name, examples), Columns: []Column{{Name: "feature", Text: true}, {Name: "moved in"}}}
		up := "of them upwards"
		if blanks {
			t.Columns = append(t.Columns, Column{Name: "of them to missing"})
			up = "of the others upwards"
		}
		t.Columns = append(t.Columns, Column{Name: up},
			Column{Name: "mean move"}, Column{Name: "largest move"}, Column{Name: "mean move, raw"}, Column{Name: "largest move, raw"})
		slices.SortStableFunc(moves, func(a, b eval.Move) int { return b.Rows - a.Rows })
		for _, m := range moves[:min(most, len(moves))] {
			row := []Cell{Word(m.Name), Percent(float64(m.Rows) / float64(max(examples, 1)))}
			if blanks {
				row = append(row, Percent(float64(m.Missing)/float64(m.Rows)))
			}
			if m.Level || m.Rows == m.Missing { // has no direction, and no distance
				none := Word(noNumber)
				t.Rows = append(t.Rows, append(row, none, none, none, none, none))
				continue
			}
			mean, most := float64(m.MeanMove), float64(m.MaxMove)
			t.Rows = append(t.Rows, append(row, Percent(float64(m.Up)/float64(m.Rows-m.Missing)),
				Number(mean), Number(most), Number(mean*m.Raw), Number(most*m.Raw)))
		}
		all = append(all, tables(t)...)
	}
	return all
}

// moves returns what examples do to each feature, in the unit of eps where it has one per column.
func (in *Input) moves(e *eval.Evaluation) []eval.Move {
	moves, unit := slices.Clone(e.Moves), in.Provenance.Unit.Raw
	for f := range moves {
		raw := moves[f].Raw
		switch {
		case unit != nil:
			raw = unit[f]
		case in.Provenance.Units == "raw":
			raw = 1
		}
		if m := &moves[f]; raw != m.Raw {
			by := eval.Number(m.Raw / raw)
			m.MeanMove, m.MaxMove, m.Raw = m.MeanMove*by, m.MaxMove*by, raw
		}
	}
	return moves
}

// distances lists quantiles of the distances, the mean lower bound and the time of the attack.
func distances(in *Input) []Table {
	of := "correctly classified rows"
	measured := slices.DeleteFunc(slices.Clone(in.Report.Models), func(e *eval.Evaluation) bool { return len(e.Metrics.Quantiles) == 0 }) // without models that are never right
	anyOutside := slices.ContainsFunc(measured, func(e *eval.Evaluation) bool { return e.Metrics.OutOfBounds > 0 })
	switch {
	case in.Report.Attackers != nil && anyOutside:
		of += " within the bounds that somebody attacks"
	case in.Report.Attackers != nil:
		of += " that somebody attacks"
	case anyOutside:
		of += " within the bounds"
	}
	t := &Table{Caption: "Quantiles of the " + eval.Measured(in.Report.Norm) + " over " + of + "; rows without an example count as infinitely far",
		Columns: []Column{{Name: "model", Text: true}}}
	for i, e := range measured {
		row := []Cell{Word(e.Name)}
		for _, q := range e.Metrics.Quantiles {
			if i == 0 {
				t.Columns = append(t.Columns, Column{Name: fmt.Sprintf("%g %%", 100*q.P)})
			}
			row = append(row, Number(q.Distance))
		}
		if i == 0 {
			t.Columns = append(t.Columns, Column{Name: "mean lower bound"}, Column{Name: "no example"})
			if anyOutside {
				t.Columns = append(t.Columns, Column{Name: "out of bounds"})
			}
			t.Columns = append(t.Columns, Column{Name: "attack time"})
		}
		row = append(row, Number(e.Metrics.MeanLowerBound), Count(e.Metrics.WithoutExample))
		if anyOutside {
			row = append(row, Count(e.Metrics.OutOfBounds))
		}
		t.Rows = append(t.Rows, append(row, Seconds(e.Metrics.Seconds)))
	}
	return tables(t)
}

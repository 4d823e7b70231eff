package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Comparison returns the main table: a row per model, one for the constant predictor (majority-class
// baseline), and one for the ceiling, the upper bound on the robust accuracy of any classifier.
func Comparison(in *Input) *Table {
	r := in.Report
	t := &Table{Caption: "What each model gets right, clean and under attack; small print is the 95 % bootstrap interval",
		Columns: []Column{{Name: "model", Text: true}, {Name: "clean accuracy"}}}
	for k := range r.Eps {
		robust := epsColumn("robust at ", r, k)
		robust.Help = "share of rows classified correctly with no example found within this eps"
		t.Columns = append(t.Columns, robust)
	}
	t.Columns = append(t.Columns,
		Column{Name: "mean " + eval.Measured(in.Report.Norm), Help: "mean " + eval.Measured(in.Report.Norm) + " of the nearest example found, over correctly classified rows"},
		Column{Name: "median " + eval.Measured(in.Report.Norm)})
	trained := slices.ContainsFunc(r.Models, func(e *eval.Evaluation) bool { return e.TrainSeconds > 0 })
	if trained {
		t.Columns = append(t.Columns, Column{Name: "time to train"})
	}
	for _, e := range r.Models {
		m, in := &e.Metrics, &e.Intervals
		row := []Cell{Word(e.Name), noted(Percent(m.CleanAccuracy), interval(in.CleanAccuracy, true))}
		for k := range r.Eps {
			row = append(row, noted(Percent(m.At[k].Robust), interval(in.Robust[k], true)))
		}
		row = append(row, noted(Number(m.MeanDistance), interval(in.MeanDistance, false)),
			noted(Number(m.MedianDistance), interval(in.MedianDistance, false)))
		switch {
		case trained && e.TrainSeconds > 0:
			row = append(row, Seconds(e.TrainSeconds))
		case trained: // a given model
			row = append(row, Word(noNumber))
		}
		t.Rows = append(t.Rows, row)
	}
	row := []Cell{Word("always " + phrase.Clip(r.Constant.Class)), Percent(r.Constant.Accuracy)}
	for range r.Eps {
		row = append(row, Percent(r.Constant.Accuracy))
	}
	row = append(row, Number(math.Inf(1)), Number(math.Inf(1)))
	if trained {
		row = append(row, Word(noNumber))
	}
	t.Rows = append(t.Rows, row)
	if r.Ceilings == nil {
		return t
	}
	row = []Cell{Word("ceiling")}
	for _, l := range r.Ceilings {
		row = append(row, Percent(l.Robust))
	}
	for len(row) < len(t.Columns) {
		row = append(row, Word(noNumber))
	}
	t.Rows = append(t.Rows, row)
	return t
}

func noted(c Cell, note string) Cell {
	c.Note = note
	return c
}

// differences compares the models on the same rows.
func differences(in *Input) *Table {
	r := in.Report
	if len(r.Models) < 2 {
		return nil
	}
	first := r.Models[0]
	t := &Table{Caption: fmt.Sprintf("Difference to %s, on the same rows, with the paired 95 %% interval", first.Name),
		Columns: []Column{{Name: "model", Text: true}, {Name: "clean accuracy"}}}
	for k := range r.Eps {
		t.Columns = append(t.Columns, epsColumn("robust at ", r, k))
	}
	t.Columns = append(t.Columns, Column{Name: "mean " + eval.Measured(in.Report.Norm)}, Column{Name: "median " + eval.Measured(in.Report.Norm)})
	for i, d := range r.Differences {
		a, b := &first.Metrics, &r.Models[i+1].Metrics
		row := []Cell{Word(r.Models[i+1].Name), noted(Points(b.CleanAccuracy-a.CleanAccuracy), interval(d.CleanAccuracy, true))}
		for k := range r.Eps {
			row = append(row, noted(Points(b.At[k].Robust-a.At[k].Robust), interval(d.Robust[k], true)))
		}
		t.Rows = append(t.Rows, append(row, noted(change(b.MeanDistance-a.MeanDistance), interval(d.MeanDistance, false)),
			noted(change(b.MedianDistance-a.MedianDistance), interval(d.MedianDistance, false))))
		if of := aimed[r.Aim]; i == 0 && of != "" && r.Evidence != nil {
			t.Rows = append(t.Rows, aimedDifference(r, row[0].Text+", "+of+", proved"))
		}
	}
	return t
}

// aimed are words for the accuracies that are not a share of all rows.
var aimed = map[eval.Aim]string{eval.AimBalanced: "mean over the classes", eval.AimWorstClass: "worst class"}

// aimedDifference returns the row for the difference of the second model in the accuracy of the aim, where
// undecided rows count as wrong, as they do for the verdict.
func aimedDifference(r *eval.Report, name string) []Cell {
	clean := func(m *eval.Metrics) eval.Accuracies {
		return eval.Accuracies{Balanced: m.BalancedAccuracy, WorstClass: m.WorstAccuracy}
	}
	row := []Cell{Word(name), Points(clean(&r.Models[1].Metrics).Of(r.Aim) - clean(&r.Models[0].Metrics).Of(r.Aim))}
	for _, e := range r.Evidence {
		row = append(row, noted(Points(e.Second.Of(r.Aim)-e.First.Of(r.Aim)), interval(e.Gain.Of(r.Aim), true)))
	}
	return append(row, Word(noNumber), Word(noNumber))
}

// change shows a number with its sign.
func change(v float64) Cell {
	c := Number(v)
	if v > 0 {
		c.Text = "+" + c.Text
	}
	return c
}

// balancedCeiling shows the ceiling of balanced accuracy; k counts eps 0 and then the eps.
func balancedCeiling(r *eval.Report, k int) Cell {
	if r.Ceilings == nil {
		return Word(noNumber)
	}
	return Percent(r.Ceilings[k].Balanced)
}

// Verdicts returns the table that splits the clean accuracy at each eps into certified, undecided and
// broken; eps 0 is without an attacker.
func Verdicts(in *Input) *Table {
	r := in.Report
	t := &Table{Caption: "Certified, undecided and broken rows, as shares of all rows; balanced: mean over the classes",
		Columns: []Column{{Name: "model", Text: true}, {Name: "eps"},
			{Name: "certified", Help: "proved that no example is within eps"},
			{Name: "undecided", Help: "no example found, none excluded"},
			{Name: "broken", Help: "classified correctly, with an example within eps"},
			{Name: "balanced robust", Help: "mean over the classes of the share of the class's rows that is certified or undecided"},
			{Name: "worst class", Help: "the smallest of these shares"},
			{Name: "constant, balanced"},
			{Name: "ceiling, balanced", Help: "what no model exceeds: of two rows of different classes whose balls meet at most one can be right"}}}
	for _, e := range r.Models {
		clean := eval.AtEps{Certified: e.Metrics.CleanAccuracy, BalancedRobust: e.Metrics.BalancedAccuracy, WorstRobust: e.Metrics.WorstAccuracy}
		for k, a := range append([]eval.AtEps{clean}, e.Metrics.At...) {
			if k > 0 && a.Eps == 0 {
				continue // the first row has it
			}
			t.Rows = append(t.Rows, []Cell{Word(e.Name), {Text: eval.EpsText(a.Eps, r.Eps), Value: a.Eps}, Percent(a.Certified), Percent(a.Undecided),
				Percent(a.Broken), Percent(a.BalancedRobust), Percent(a.WorstRobust), Percent(r.Constant.Balanced), balancedCeiling(r, k)})
		}
	}
	return t
}

// unit returns the section on what eps means: the unit, and how far each eps reaches in each feature
// unless that is the same in all.
func unit(in *Input) Section {
	r := in.Report
	s := Section{Heading: "What eps means in each feature", Text: together(sentence(in.Provenance.Unit.Text),
		eval.StillSentence(r.Eps, r.Still, in.Table.Features), r.Strangers, r.KeepsMissing)}
	if alike(r) {
		return s
	}
	const most = 100
	caption := "The largest change of each feature alone that can change, in the data's units"
	if c := r.Constraints; c != nil && c.Links != nil {
		caption += "; what links then make other columns change is not counted"
	}
	if r.Constraints.Blanks() {
		caption += "; what may-blank names can also go missing, if eps allows"
	}
	t := &Table{Caption: caption, Columns: []Column{{Name: "feature", Text: true}}}
	for k := range r.Eps {
		t.Columns = append(t.Columns, epsColumn("eps ", r, k))
	}
	stands := make([]int, in.Table.Cols) // the number of eps at which no attacker can change a feature
	for _, still := range r.Still {
		for _, f := range still {
			stands[f]++
		}
	}
	can := 0
	for f := range in.Table.Cols {
		if len(r.Still) > 0 && stands[f] == len(r.Still) {
			continue
		}
		if can++; can > most {
			continue
		}
		row := []Cell{Word(in.Table.Features[f])}
		if in.Table.Columns != nil && in.Table.Columns[f].Dates != column.NoDates {
			row[0].Beside = in.Table.Columns[f].Dates.Unit()
		}
		for k := range r.Eps {
			switch change := r.Widest[k][f]; {
			case change == 0 || slices.Contains(r.Still[k], f):
				row = append(row, Word("none"))
			case change != change:
				row = append(row, Word("another level"))
			case change == eval.OnlyBlank:
				row = append(row, Word("only missing"))
			case in.Table.Kinds()[f].Kind == column.Boolean:
				row = append(row, Word("the other value"))
			default:
				row = append(row, Number(change))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	if can > most {
		t.Caption += fmt.Sprintf("; the first %d of %d columns", most, can)
	}
	s.Tables = tables(t)
	return s
}

// alike reports whether the largest changes of all numbers that can change are the same at each eps.
func alike(r *eval.Report) bool {
	for k, changes := range r.Widest {
		one := math.NaN()
		for f, change := range changes {
			if change != change || change == 0 || slices.Contains(r.Still[k], f) {
				continue
			}
			if one == one && change != one {
				return false
			}
			one = change
		}
	}
	return true
}

// sentence returns a text with a capital letter and a full stop.
func sentence(text string) string {
	if text == "" {
		return ""
	}
	return strings.ToUpper(text[:1]) + text[1:] + "."
}

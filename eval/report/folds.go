package report

import (
	"fmt"
	"slices"
)

// Folds returns the tables on the rows of all folds, those of [Comparison] and [Verdicts]; nil
// without cross-validation.
func Folds(in *Input) []Table {
	all := ofFolds(in)
	if all == nil {
		return nil
	}
	comparison := Comparison(all)
	rows := fmt.Sprintf("All %d rows", all.Report.Models[0].Metrics.Rows)
	if i := all.Report.Interrupted; i != nil {
		rows = fmt.Sprintf("%d of %d rows (interrupted)", i.Finished, i.Of)
	}
	comparison.Caption = fmt.Sprintf("%s, each judged by models that were trained in the same way without it, in %d folds", rows, all.Report.Folds)
	return tables(comparison, Verdicts(all))
}

// ofFolds returns the input for a report on the rows of all folds, nil without cross-validation.
func ofFolds(in *Input) *Input {
	if in.Report.CrossValidated == nil {
		return nil
	}
	all := *in
	all.Report = in.Report.CrossValidated
	return &all
}

// foldsSection is the part of a page on the rows of all folds.
func foldsSection(in *Input) Section {
	s := Section{Heading: "All rows, by cross-validation", Tables: Folds(in)}
	if in.Report.Interrupted != nil {
		s.Heading = "More rows, by cross-validation"
	}
	if all := ofFolds(in); all != nil {
		s.Text = fmt.Sprintf("The verdict rests on these %d rows. The other sections are about the two models that were written, and the rows that were held out from both.", all.Report.Models[0].Metrics.Rows)
		if of := in.Report.OfVerdict(); of != all.Report {
			s.Text = fmt.Sprintf("The %s model that was written predicts one class for every row, and the verdict is about that model, on the %d rows that were held out. How the models of the folds do on all %d rows:",
				of.Models[len(of.Models)-1].Name, of.Models[0].Metrics.Rows, all.Report.Models[0].Metrics.Rows)
		}
		s.Tables = slices.Concat(s.Tables[:1], tables(differences(all)), s.Tables[1:], byClass(all))
	}
	return s
}

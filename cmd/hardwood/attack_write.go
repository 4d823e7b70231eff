package main

import (
	"io"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// files returns what the attack writes.
func (a *attackCommand) files() []rowsFile {
	files := []rowsFile{{part.Rows, a.out, a.rowsTo}}
	if a.examples != "" {
		files = append(files, rowsFile{part.Examples, a.examples, a.examplesTo})
	}
	if a.answers != "" {
		files = append(files, rowsFile{part.Answers, a.answers, a.answersTo})
	}
	return files
}

func (a *attackCommand) rowsTo(to io.Writer, w *rowsWork) (rowsLines, error) {
	return csvLines(to, report.Columns(!a.noTimes), func(record []string, r *attack.Result) {
		report.ResultRecord(record, r, w.problem.Norm, w.table.Classes)
	})
}

func (a *attackCommand) examplesTo(to io.Writer, w *rowsWork) (rowsLines, error) {
	m, table := &eval.Model{Name: "model", Ensemble: w.problem.Ensemble}, w.table
	x, err := report.NewExamples(to, table, w.problem.Norm, w.problem.Constraints, !a.noTimes)
	if err != nil {
		return rowsLines{}, err
	}
	row := make([]float64, table.Cols)
	return rowsLines{x.Flush, func(place int, r *attack.Result) error {
		m.Ensemble.Round(row, table.Row(place))
		return x.Add(m, row, r)
	}}, nil
}

func (a *attackCommand) answersTo(to io.Writer, w *rowsWork) (rowsLines, error) {
	return rowsLines{func() error { return nil }, report.NewAnswers(to, w.problem, w.table).Add}, nil
}

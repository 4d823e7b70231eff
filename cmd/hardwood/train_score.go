package main

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// score is how good a model is on the rows added so far.
type score struct {
	model   *ensemble.Ensemble
	rows    int
	right   int     // of a classifier
	squares float64 // of the errors of a regressor
}

// add counts the rows of a table.
func (s *score) add(t *data.Table) {
	s.rows += t.Rows
	x, margins := make([]float64, t.Cols), make([]float64, s.model.Outputs)
	for i := range t.Rows {
		if t.Target != nil {
			s.model.Round(x, t.Row(i))
			s.model.Margins(x, margins)
			s.squares += (margins[0] - t.Target[i]) * (margins[0] - t.Target[i])
		} else if s.model.Class(t.Row(i)) == t.Y[i] {
			s.right++
		}
	}
}

// on says the score on the rows of a name.
func (s *score) on(name string) string {
	if s.model.Classes == 0 {
		return fmt.Sprintf("%.5g on the %s rows", math.Sqrt(s.squares/float64(s.rows)), name)
	}
	return fmt.Sprintf("%.2f %% of the %s rows", 100*float64(s.right)/float64(s.rows), name)
}

// sentence says the scores on the training rows and on test rows, nil if there
// are none.
func (s *score) sentence(test *data.Table) string {
	text := "right on "
	if s.model.Classes == 0 {
		text = "root mean squared error "
	}
	text += s.on("training")
	if test != nil {
		held := score{model: s.model}
		held.add(test)
		text += " and " + held.on("test")
	}
	return text
}

// scoreOf says how good a model is on the training rows and, if there are
// any, on the test rows.
func scoreOf(e *ensemble.Ensemble, rows *experiment.Data) string {
	s := score{model: e}
	s.add(rows.Train)
	return s.sentence(rows.Test)
}

// score is scoreOf for a table or a stream.
func (r *trainRows) score(e *ensemble.Ensemble) (string, error) {
	if r.table != nil {
		return scoreOf(e, r.table), nil
	}
	s := score{model: e}
	for block, err := range r.stream.Blocks(1 << 14) {
		if err != nil {
			return "", err
		}
		s.add(block)
	}
	return s.sentence(r.test), nil
}

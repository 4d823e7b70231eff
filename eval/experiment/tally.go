package experiment

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Tally counts how often a model is right on the rows added so far, or how far
// off a regressor is.
type Tally struct {
	Model *ensemble.Ensemble

	rows    int
	right   int     // of a classifier
	squares float64 // of the errors of a regressor
}

// Add counts the rows of a table.
func (t *Tally) Add(table *data.Table) {
	t.rows += table.Rows
	x, margins := make([]float64, table.Cols), make([]float64, t.Model.Outputs)
	for i := range table.Rows {
		if table.Target != nil {
			t.Model.Round(x, table.Row(i))
			t.Model.Margins(x, margins)
			t.squares += (margins[0] - table.Target[i]) * (margins[0] - table.Target[i])
		} else if t.Model.Class(table.Row(i)) == table.Y[i] {
			t.right++
		}
	}
}

// on says the score on the rows of a name.
func (t *Tally) on(name string) string {
	if t.Model.Classes == 0 {
		return fmt.Sprintf("%.5g on the %s rows", math.Sqrt(t.squares/float64(t.rows)), name)
	}
	return fmt.Sprintf("%.2f %% of the %s rows", 100*float64(t.right)/float64(t.rows), name)
}

// Sentence says the scores on the training rows, which were added, and on test
// rows, nil if there are none.
func (t *Tally) Sentence(test *data.Table) string {
	text := "right on "
	if t.Model.Classes == 0 {
		text = "root mean squared error "
	}
	text += t.on("training")
	if test != nil {
		held := Tally{Model: t.Model}
		held.Add(test)
		text += " and " + held.on("test")
	}
	return text
}

// Describe says how good a model is on the training rows and, if there are any,
// on the test rows.
func (d *Data) Describe(e *ensemble.Ensemble) string {
	t := Tally{Model: e}
	t.Add(d.Train)
	return t.Sentence(d.Test)
}

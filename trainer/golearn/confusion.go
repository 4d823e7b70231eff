package golearn

import (
	"fmt"

	"github.com/sjwhitworth/golearn/base"
	"github.com/sjwhitworth/golearn/evaluation"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Confusion returns golearn's confusion matrix of a model on a labelled table
// with the features that the model reads, in its order: a second opinion on
// the accuracies of package eval. Rows that the model would misread, see [trainer.Fits], are an error.
func Confusion(e *ensemble.Ensemble, t *data.Table) (evaluation.ConfusionMatrix, error) {
	if err := t.Validate(); err != nil {
		return nil, err
	}
	if err := trainer.Fits(e, t); err != nil {
		return nil, err
	}
	if t.Y == nil || len(t.Classes) != e.Classes {
		return nil, fmt.Errorf("%s: has no labels of the %d classes that the model tells apart", t.Name(), e.Classes)
	}
	labels, err := Grid(t)
	if err != nil {
		return nil, err
	}
	predicted := base.GeneratePredictionVector(labels)
	for i := range t.Rows {
		base.SetClass(predicted, i, t.Classes[e.Class(t.Row(i))])
	}
	return evaluation.GetConfusionMatrix(labels, predicted)
}

// MeanRecall returns the balanced accuracy of a confusion matrix, over the
// classes that have rows.
func MeanRecall(m evaluation.ConfusionMatrix) float64 {
	sum, classes := 0.0, 0
	for name, predicted := range m {
		rows := 0
		for _, n := range predicted {
			rows += n
		}
		if rows > 0 {
			sum += evaluation.GetRecall(name, m)
			classes++
		}
	}
	return sum / float64(classes)
}

package leavesbridge

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"

	"github.com/dmitryikh/leaves"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
)

// Predictor is a classifier that leaves has loaded. It is safe for use by
// several goroutines.
type Predictor struct {
	features, classes, outputs int

	model  *leaves.Ensemble
	below  bool      // rows go left if a float32 value is below a threshold
	cutoff float64   // largest margin of class 0, with one output
	trees  float64   // trees per output, to divide sums by
	base   []float64 // to be added at the end
}

// New hands a classifier to leaves as LightGBM text. Margins are the same to the last bit if the model
// adds in float64, and otherwise the same up to the rounding of float32 sums.
func New(e *ensemble.Ensemble) (*Predictor, error) {
	if e.Classes < 2 {
		return nil, errors.New("the model is a regressor, which has no classes")
	}
	p := &Predictor{
		features: e.Features, classes: e.Classes, outputs: e.Outputs,
		cutoff: e.Cutoff, trees: 1, base: make([]float64, e.Outputs),
	}
	sums := *e
	if e.Average {
		// leaves multiplies by 1/n before it adds: let it only add.
		sums.Average, sums.Base, p.base = false, p.base, e.Base
		p.trees = float64(e.TreesOf(0))
	}
	var text bytes.Buffer
	if err := lightgbm.Write(&text, &sums); err != nil {
		return nil, err
	}
	var err error
	p.model, err = leaves.LGEnsembleFromReader(bufio.NewReader(&text), false)
	if err != nil {
		return nil, fmt.Errorf("leaves: %w", err)
	}
	return p, nil
}

// Features returns the number of features of a row.
func (p *Predictor) Features() int { return p.features }

// Classes returns the number of classes.
func (p *Predictor) Classes() int { return p.classes }

// Outputs returns the number of margins: 1 for two classes, or one per class.
func (p *Predictor) Outputs() int { return p.outputs }

// Margins writes the margins of a row to out, which has a place per output.
// It panics if the row is too short.
func (p *Predictor) Margins(x, out []float64) {
	if p.below {
		x = justAbove(x)
	}
	if err := p.model.Predict(x, 0, out); err != nil {
		panic(fmt.Sprintf("leaves: %v: row of %d values, model of %d", err, len(x), p.features))
	}
	for k := range p.base {
		out[k] = p.base[k] + out[k]/p.trees
	}
}

// Scores writes a score per class to out, which has a place per class: the class with the largest is
// predicted, the first of equals. Black-box attacks read these.
func (p *Predictor) Scores(x, out []float64) {
	p.Margins(x, out)
	if p.outputs == 1 {
		out[0], out[1] = p.cutoff, out[0]
	}
}

// Class returns the class of a row.
func (p *Predictor) Class(x []float64) int {
	scores := make([]float64, p.classes)
	p.Scores(x, scores)
	best := 0
	for c, s := range scores {
		if s > scores[best] {
			best = c
		}
	}
	return best
}

package leavesbridge

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/dmitryikh/leaves"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
)

// Predictor is a classifier that leaves has loaded. It is safe for use by
// several goroutines.
type Predictor struct {
	features, classes, outputs int

	model  *leaves.Ensemble
	cutoff float64   // largest margin of class 0, with one output
	trees  float64   // per output, to divide sums by
	base   []float64 // to add at the end
}

// New hands a classifier to leaves as LightGBM text. Margins are the same to the
// last bit where the model adds in float64, and the same up to the rounding
// of float32 sums otherwise.
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
		// leaves multiplies by 1/n before it adds: let it add alone
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

// Open loads a classifier from a file that leaves can read: LightGBM text of
// version 2 or 3, the binary format of XGBoost before 1.1, or a pickle of
// scikit-learn's GradientBoostingClassifier. Class 1 of two is where the
// margin is above 0.
func Open(path string) (p *Predictor, err error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	var reasons []error
	for _, load := range []func(string, bool) (*leaves.Ensemble, error){
		leaves.LGEnsembleFromFile, leaves.XGEnsembleFromFile, leaves.SKEnsembleFromFile,
	} {
		model, err := try(load, path)
		if err != nil {
			reasons = append(reasons, err)
			continue
		}
		// leaves says 0 features of a model that has one
		p := &Predictor{features: max(model.NFeatures(), 1), outputs: model.NRawOutputGroups(), model: model, trees: 1}
		p.classes, p.base = max(p.outputs, 2), make([]float64, p.outputs)
		return p, nil
	}
	return nil, fmt.Errorf("%s: leaves cannot read it: %w", path, errors.Join(reasons...))
}

// try loads a model. leaves panics on files that it does not expect.
func try(load func(string, bool) (*leaves.Ensemble, error), path string) (model *leaves.Ensemble, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return load(path, false)
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
	if err := p.model.Predict(x, 0, out); err != nil {
		panic(fmt.Sprintf("leaves: %v: row of %d values, model of %d", err, len(x), p.features))
	}
	for k := range p.base {
		out[k] = p.base[k] + out[k]/p.trees
	}
}

// Scores writes a score per class to out, which has a place per class: the
// class is that of the largest, the first of equals. Black-box attacks ask
// for these.
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

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
	// Features and Classes are the numbers of features and classes; Outputs
	// is the number of margins: 1 for two classes, or one per class.
	Features, Classes, Outputs int

	model  *leaves.Ensemble
	cutoff float64   // largest margin of class 0, with one output
	trees  float64   // per output, to divide sums by
	base   []float64 // to add at the end
}

// New hands a model to leaves as LightGBM text. Margins are the same to the
// last bit where the model adds in float64, and the same up to the rounding
// of float32 sums otherwise.
func New(e *ensemble.Ensemble) (*Predictor, error) {
	p := &Predictor{
		Features: e.Features, Classes: e.Classes, Outputs: e.Outputs,
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
		p := &Predictor{Features: model.NFeatures(), Outputs: model.NRawOutputGroups(), model: model, trees: 1}
		p.Classes = max(p.Outputs, 2)
		p.base = make([]float64, p.Outputs)
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

// Margins writes the margins of a row to out, which has Outputs places.
func (p *Predictor) Margins(x, out []float64) error {
	if len(x) < p.Features {
		return fmt.Errorf("row has %d values, the model reads %d", len(x), p.Features)
	}
	if err := p.model.Predict(x, 0, out); err != nil {
		return err
	}
	for k := range p.base {
		out[k] = p.base[k] + out[k]/p.trees
	}
	return nil
}

// Class returns the class of a row: that of the largest margin, the first of
// equals.
func (p *Predictor) Class(x []float64) (int, error) {
	margins := make([]float64, p.Outputs)
	if err := p.Margins(x, margins); err != nil {
		return 0, err
	}
	if p.Outputs == 1 {
		if margins[0] > p.cutoff {
			return 1, nil
		}
		return 0, nil
	}
	best := 0
	for k, m := range margins {
		if m > margins[best] {
			best = k
		}
	}
	return best, nil
}

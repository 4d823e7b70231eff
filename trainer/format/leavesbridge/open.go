package leavesbridge

import (
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/dmitryikh/leaves"

	"github.com/hardwood-ml/hardwood/internal/regular"
)

// loader loads a kind of file by leaves.
type loader struct {
	name  string
	check func(file io.ReadSeeker, size int64) error
	load  func(path string, transform bool) (*leaves.Ensemble, error)
}

var loaders = []loader{
	{"LightGBM text", checkLightGBM, leaves.LGEnsembleFromFile},
	{"XGBoost binary", checkXGBoost, leaves.XGEnsembleFromFile},
}

// Open loads a classifier from a file that leaves can read: LightGBM text of version 2 or 3, or the
// binary format of XGBoost before 1.0. With two classes, class 1 is predicted if the margin is above 0.
// Files are checked before leaves sees them.
func Open(path string) (*Predictor, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	if err := regular.Check(path); err != nil {
		return nil, err
	}
	var reasons []error
	for _, l := range loaders {
		model, err := l.open(path)
		if err != nil {
			reasons = append(reasons, fmt.Errorf("%s: %w", l.name, err))
			continue
		}
		// leaves reports 0 features for a model that has one
		p := &Predictor{features: max(model.NFeatures(), 1), outputs: model.NRawOutputGroups(), model: model, trees: 1}
		p.below = strings.HasPrefix(model.Name(), "xgboost")
		p.classes, p.base = max(p.outputs, 2), make([]float64, p.outputs)
		return p, nil
	}
	return nil, fmt.Errorf("%s: leaves cannot read it: %w", path, errors.Join(reasons...))
}

// open loads a model. leaves panics on files that it does not expect.
func (l *loader) open(path string) (model *leaves.Ensemble, err error) {
	if err := checked(path, l.check); err != nil {
		return nil, err
	}
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	return l.load(path, false)
}

// justAbove returns a row that leaves sends to the leaves to which XGBoost sends x. leaves goes left if
// x <= t in float64, XGBoost if x < t in float32, which holds if and only if the next float64 above x
// is at most t.
func justAbove(x []float64) []float64 {
	above := make([]float64, len(x))
	for f, v := range x {
		above[f] = math.Nextafter(float64(float32(v)), math.Inf(1))
	}
	return above
}

// Name returns the kind of model that leaves has loaded, such as xgboost.gbtree.
func (p *Predictor) Name() string { return p.model.Name() }

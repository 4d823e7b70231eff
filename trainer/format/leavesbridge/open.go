package leavesbridge

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/dmitryikh/leaves"

	"github.com/hardwood-ml/hardwood/internal/regular"
)

// Open loads a classifier from a file that leaves can read: LightGBM text of
// version 2 or 3, which may have categorical splits, the binary format of
// XGBoost before 1.0, or a pickle of scikit-learn's
// GradientBoostingClassifier. Class 1 of two is where the margin is above 0.
//
// leaves trusts its files: a damaged one may predict anything.
func Open(path string) (*Predictor, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	if err := regular.Check(path); err != nil {
		return nil, err
	}
	var reasons []error
	for _, load := range []func(string, bool) (*leaves.Ensemble, error){
		leaves.LGEnsembleFromFile, openXGBoost, leaves.SKEnsembleFromFile,
	} {
		model, err := try(load, path)
		if err != nil {
			reasons = append(reasons, err)
			continue
		}
		// leaves says 0 features of a model that has one
		p := &Predictor{features: max(model.NFeatures(), 1), outputs: model.NRawOutputGroups(), model: model, trees: 1}
		p.below = strings.HasPrefix(model.Name(), "xgboost")
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

// openXGBoost looks at the sizes in a file before leaves does.
func openXGBoost(path string, transform bool) (*leaves.Ensemble, error) {
	if err := checkSizes(path); err != nil {
		return nil, fmt.Errorf("XGBoost binary: %w", err)
	}
	return leaves.XGEnsembleFromFile(path, transform)
}

// justAbove returns a row that leaves sends to the leaves where XGBoost sends
// x. leaves goes left where x <= t in float64, XGBoost where x < t in float32,
// which is so if and only if the next float64 above x is at most t.
func justAbove(x []float64) []float64 {
	above := make([]float64, len(x))
	for f, v := range x {
		above[f] = math.Nextafter(float64(float32(v)), math.Inf(1))
	}
	return above
}

// Name says what leaves has loaded, such as xgboost.gbtree.
func (p *Predictor) Name() string { return p.model.Name() }

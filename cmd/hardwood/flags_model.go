package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// modelFlags name a model file.
type modelFlags struct{ path string }

func (m *modelFlags) add(c *cobra.Command) {
	c.Flags().StringVarP(&m.path, "model", "m", "", "model file: hardwood, XGBoost, LightGBM, CatBoost, scikit-learn or ONNX")
	say(c, reads, "model")
}

// read reads the model, which must be a classifier, with warnings on stderr.
func (m *modelFlags) read(c *cobra.Command) (*ensemble.Ensemble, error) {
	if err := m.need(); err != nil {
		return nil, err
	}
	return readModel(c, m.path)
}

// readAny reads the model, with warnings on stderr.
func (m *modelFlags) readAny(c *cobra.Command) (*ensemble.Ensemble, error) {
	if err := m.need(); err != nil {
		return nil, err
	}
	return readAnyModel(c, m.path)
}

// need refuses a command without --model.
func (m *modelFlags) need() error {
	if m.path == "" {
		return usage(fmt.Errorf("no model given: use --model FILE"))
	}
	return nil
}

// readAnyModel reads a model, with warnings on stderr.
func readAnyModel(c *cobra.Command, path string) (*ensemble.Ensemble, error) {
	return format.Reader{Warn: warner(c)}.ReadFile(path)
}

// readModel reads a classifier, with warnings on stderr.
func readModel(c *cobra.Command, path string) (*ensemble.Ensemble, error) {
	e, err := readAnyModel(c, path)
	if err != nil {
		return nil, err
	}
	if e.Classes < 2 {
		return nil, fmt.Errorf("%s: the model is a regressor, which has no classes to predict or attack", path)
	}
	return e, nil
}

package main

import (
	"fmt"
	"slices"
	"strings"

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

// read reads the model, a classifier, with warnings on stderr.
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

// inOrderOf returns model b with its columns in the order of a, where both have the same
// by their names, each once; otherwise as it is.
func inOrderOf(a, b *ensemble.Ensemble) *ensemble.Ensemble {
	place := map[string]int{}
	for f, name := range b.Schema.Features {
		place[name] = f
	}
	names := a.Schema.Features
	order := make([]int, len(names))
	for k, name := range names {
		f, known := place[name]
		if !known {
			return b
		}
		delete(place, name)
		order[k] = f
	}
	if len(order) != b.Features || slices.IsSorted(order) {
		return b
	}
	return b.Select(order)
}

// otherNames returns the columns that both models name, and not alike.
func otherNames(a, b *ensemble.Ensemble) (columns []string) {
	for f, name := range a.Schema.Features {
		if f < len(b.Schema.Features) && b.Schema.Features[f] != name {
			columns = append(columns, fmt.Sprintf("%q for %q", b.Schema.Features[f], name))
		}
	}
	return columns
}

// sameRows refuses two models that do not read the same rows in the same way.
func sameRows(a, b *ensemble.Ensemble) error {
	switch x, y := a.Schema.Classes, b.Schema.Classes; {
	case a.Classes != b.Classes:
		return fmt.Errorf("the models know %d and %d classes: they cannot be compared on the same rows", a.Classes, b.Classes)
	case x != nil && y != nil && !slices.Equal(x, y):
		return fmt.Errorf("the models call their classes %s and %s: they cannot be compared on the same rows", strings.Join(x, ", "), strings.Join(y, ", "))
	case a.Features != b.Features:
		return fmt.Errorf("the models read %d and %d features: they cannot be compared on the same rows", a.Features, b.Features)
	}
	for f, name := range a.Schema.Features {
		if other := slices.Index(b.Schema.Features, name); other >= 0 && other != f {
			return fmt.Errorf("column %q is feature %d of one model and %d of the other: they cannot be compared on the same rows", name, f, other)
		}
	}
	return nil
}

// sameScaling refuses two models for which a distance does not mean the same.
func sameScaling(a, b *ensemble.Ensemble) error {
	switch {
	case a.Features != b.Features:
		return fmt.Errorf("the models read %d and %d features: they cannot be compared on the same rows", a.Features, b.Features)
	case !scaledAlike(a, b):
		return fmt.Errorf("the models scale their features differently: a distance does not mean the same to both; train them on the same rows, or with --scale no")
	}
	return nil
}

// widenAlike lets a model whose number of features is open read as many as another,
// and leaves it open where that one's is too.
func widenAlike(a, b *ensemble.Ensemble) {
	open, most := a.Schema.Open && b.Schema.Open, max(a.Features, b.Features)
	for _, e := range [2]*ensemble.Ensemble{a, b} {
		if e.Schema.Open {
			e.Widen(most)
			e.Schema.Open = open
		}
	}
}

func scaledAlike(a, b *ensemble.Ensemble) bool {
	return slices.Equal(a.Schema.Min, b.Schema.Min) && slices.Equal(a.Schema.Max, b.Schema.Max)
}

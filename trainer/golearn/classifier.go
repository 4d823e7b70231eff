package golearn

import (
	"bytes"
	"context"
	"errors"
	"fmt"

	"github.com/sjwhitworth/golearn/base"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// Classifier makes a trainer a golearn classifier.
type Classifier struct {
	// Model is the result of the last Fit or Load, nil before.
	Model *ensemble.Ensemble

	trainer trainer.Trainer
	hooks   []trainer.Hook
}

var _ base.Classifier = (*Classifier)(nil)

// New returns a classifier that trains with t, which may be nil if models are only loaded. Hooks act
// between the rounds; those of package advboost harden the model.
func New(t trainer.Trainer, hooks ...trainer.Hook) *Classifier {
	return &Classifier{trainer: t, hooks: hooks}
}

// Fit trains on a grid with one class attribute, see [Table].
func (c *Classifier) Fit(grid base.FixedDataGrid) error {
	if c.trainer == nil {
		return errors.New("this classifier has no trainer, it can only load models")
	}
	t, err := Table(grid)
	if err != nil {
		return err
	}
	if err := t.Trainable(); err != nil {
		return err
	}
	model, err := c.trainer.Train(context.Background(), t, c.hooks...)
	if err != nil {
		return err
	}
	c.Model = model
	return nil
}

// Predict returns a grid with the class attribute of the given one, filled with predictions. Features
// are found by the names that Fit saw, in any order.
func (c *Classifier) Predict(grid base.FixedDataGrid) (base.FixedDataGrid, error) {
	if c.Model == nil {
		return nil, errors.New("this classifier has no model yet: Fit or Load one")
	}
	if grid == nil {
		return nil, errNoGrid
	}
	attributes, err := c.attributes(grid)
	if err != nil {
		return nil, err
	}
	x, err := floats(grid, attributes)
	if err != nil {
		return nil, err
	}
	if n := len(grid.AllClassAttributes()); n != 1 {
		return nil, fmt.Errorf("golearn grid: %d class attributes to predict, there must be one", n)
	}
	predicted := base.GeneratePredictionVector(grid)
	class := predicted.AllClassAttributes()[0]
	spec, err := predicted.GetAttribute(class)
	if err != nil {
		return nil, err
	}
	values := make([][]byte, c.Model.Classes)
	for k, name := range c.Model.Schema.Classes {
		if class, ok := class.(*base.FloatAttribute); ok {
			if _, err := class.CheckSysValFromString(name); err != nil {
				return nil, fmt.Errorf("golearn grid: class attribute %q is a float, the model's class %q is not", class.GetName(), name)
			}
		}
		values[k] = class.GetSysValFromString(name)
	}
	_, rows := grid.Size()
	for i := range rows {
		row := x[i*len(attributes) : (i+1)*len(attributes)]
		predicted.Set(spec, i, values[c.Model.Class(row)])
	}
	return predicted, nil
}

// attributes returns the attributes that the model reads, in its order.
func (c *Classifier) attributes(grid base.FixedDataGrid) ([]base.Attribute, error) {
	byName := map[string]base.Attribute{}
	for _, a := range featuresOf(grid) {
		if _, ok := a.(*base.FloatAttribute); ok {
			byName[a.GetName()] = a
		}
	}
	attributes := make([]base.Attribute, c.Model.Features)
	for f, name := range c.Model.Schema.Features {
		if attributes[f] = byName[name]; attributes[f] == nil {
			return nil, fmt.Errorf("golearn grid: no float attribute %q, which the model reads", name)
		}
	}
	return attributes, nil
}

// String says what the classifier is.
func (c *Classifier) String() string {
	if c.Model == nil {
		return "hardwood classifier, not trained"
	}
	return fmt.Sprintf("hardwood classifier: %d trees, %d features, classes %v", len(c.Model.Trees), c.Model.Features, c.Model.Schema.Classes)
}

// GetMetadata returns the description of the classifier for golearn's archives.
func (c *Classifier) GetMetadata() base.ClassifierMetadataV1 {
	return base.ClassifierMetadataV1{FormatVersion: 1, ClassifierName: "hardwood", ClassifierVersion: "1"}
}

// modelKey is the entry of an archive that holds the model, in hardwood's own
// format.
const modelKey = "MODEL"

// Save writes the model into a golearn archive. Package format writes model
// files that other programs read.
func (c *Classifier) Save(path string) error {
	if c.Model == nil {
		return errors.New("this classifier has no model to save")
	}
	w, err := base.CreateSerializedClassifierStub(path, c.GetMetadata())
	if err != nil {
		return err
	}
	if err := c.SaveWithPrefix(w, ""); err != nil {
		w.Close()
		return err
	}
	return w.Close()
}

// SaveWithPrefix writes the model as a part of an archive.
func (c *Classifier) SaveWithPrefix(w *base.ClassifierSerializer, prefix string) error {
	var b bytes.Buffer
	if err := format.Write(&b, c.Model, format.Hardwood); err != nil {
		return err
	}
	return w.WriteBytesForKey(w.Prefix(prefix, modelKey), b.Bytes())
}

// Load reads a model that Save has written.
func (c *Classifier) Load(path string) error {
	r, err := base.ReadSerializedClassifierStub(path)
	if err != nil {
		return err
	}
	defer r.Close()
	return c.LoadWithPrefix(r, "")
}

// LoadWithPrefix reads a model from a part of an archive.
func (c *Classifier) LoadWithPrefix(r *base.ClassifierDeserializer, prefix string) error {
	b, err := r.GetBytesForKey(r.Prefix(prefix, modelKey))
	if err != nil {
		return err
	}
	model, err := format.Read(bytes.NewReader(b))
	if err != nil {
		return err
	}
	if model.Schema.Features == nil || model.Schema.Classes == nil {
		return errors.New("the model does not name its features and classes")
	}
	c.Model = model
	return nil
}

package reference

import (
	"context"
	"errors"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// ReadOwn reads a model that hardwood train has written, and the rows of the classes
// it knows, as it reads them. They are the files of the flags --model and --data.
func ReadOwn(model, rows string) (*ensemble.Ensemble, *data.Table, error) {
	if model == "" {
		return nil, nil, errors.New("--model is missing: the file of a model")
	}
	e, err := format.ReadFile(model)
	if err != nil {
		return nil, nil, err
	}
	if rows == "" {
		return nil, nil, errors.New("--data is missing: rows for the model")
	}
	t, err := data.Read(context.Background(), rows, data.Options{
		Cols: e.Features, Features: e.Schema.Features, Keep: e.Schema.Classes, Expected: e.Schema.Label,
		Image: data.Shape{Width: e.Schema.Width, Height: e.Schema.Height},
	})
	if err != nil {
		return nil, nil, err
	}
	if s := &e.Schema; s.Min != nil {
		err = (data.Scaling{Min: s.Min, Max: s.Max}).Apply(t)
	}
	return e, t, err
}

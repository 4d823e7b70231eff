package reference

import (
	"context"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// ReadOwn reads a model that hardwood train has written, and the rows of the classes
// it knows, as it reads them.
func ReadOwn(model, rows string) (*ensemble.Ensemble, *data.Table, error) {
	e, err := format.ReadFile(model)
	if err != nil {
		return nil, nil, err
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

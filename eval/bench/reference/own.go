package reference

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// Own names the files of a custom model and its rows.
type Own struct {
	Model, Rows, Label string
}

// Flags adds the flags that set o. place is added to the help of --model and says what the model
// replaces.
func (o *Own) Flags(f *pflag.FlagSet, place string) {
	f.StringVar(&o.Model, "model", "", "model that hardwood train has written"+place)
	f.StringVar(&o.Rows, "data", "", "rows for it")
	f.StringVar(&o.Label, "label", "", "column of --data with the classes, by its name or place, where that is not clear")
}

// Read reads the model, and the rows of the classes that it knows, scaled as it reads them.
func (o *Own) Read() (*ensemble.Ensemble, *data.Table, error) {
	if o.Model == "" {
		return nil, nil, errors.New("--model is missing: the file of a model")
	}
	e, err := format.ReadFile(o.Model)
	if err != nil {
		return nil, nil, err
	}
	if o.Rows == "" {
		return nil, nil, errors.New("--data is missing: rows for the model")
	}
	t, err := data.Read(context.Background(), o.Rows, data.Options{
		Label: o.Label,
		Cols:  e.Features, Features: e.Schema.Features, Keep: e.Schema.Classes, Expected: e.Schema.Label,
		Image: data.Shape{Width: e.Schema.Width, Height: e.Schema.Height},
	})
	if err != nil {
		return nil, nil, errors.New(strings.ReplaceAll(err.Error(), "Options.Label", "--label"))
	}
	if s := &e.Schema; s.Min != nil {
		err = (data.Scaling{Min: s.Min, Max: s.Max}).Apply(t)
	}
	return e, t, err
}

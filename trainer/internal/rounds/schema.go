package rounds

import (
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Schema returns what a model that is trained on a table reads and predicts.
func Schema(table *data.Table) ensemble.Schema {
	s := ensemble.Schema{
		Features: table.Features, Classes: table.Classes,
		Width: table.Image.Width, Height: table.Image.Height,
	}
	if table.Scaling != nil {
		s.Min, s.Max = table.Scaling.Min, table.Scaling.Max
	}
	return s
}

package sklearn

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// readBooster reads a model of XGBoost, whose file is a text in that of the pipeline.
func (f *file) readBooster() {
	if f.family != foreign {
		f.r.Fail("a booster of %s", f.name())
		return
	}
	var doubt error // that nobody would hear of
	warn := func(message string) { doubt = refusal.Unsupported(message) }
	var err error
	if f.booster, err = xgboost.Read(strings.NewReader(f.r.String()), warn); cmp.Or(err, doubt) != nil {
		f.r.Fail("booster: %w", cmp.Or(err, doubt))
	}
}

// named gives a booster what the file says of its classes and where it comes from.
func (f *file) named(e *ensemble.Ensemble) error {
	if f.made == nil {
		return fmt.Errorf("%s without a pipeline", f.name())
	}
	if e.Classes != f.e.Classes {
		return fmt.Errorf("the booster has %d classes, and the pipeline %d", e.Classes, f.e.Classes)
	}
	e.Schema = f.e.Schema
	e.Origin.Source = f.e.Origin.Source + ", " + e.Origin.Source
	return nil
}

package sklearn

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/lightgbm"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// readBooster reads a model of another library, whose file is embedded as a text in that of the
// pipeline.
func (f *file) readBooster() {
	if f.family != ofXGBoost && f.family != ofLightGBM {
		f.r.Fail("a booster of %s", f.name())
		return
	}
	text := strings.NewReader(f.r.String())
	var err, doubt error // nobody would see a warning, so it is an error
	if f.family == ofLightGBM {
		f.booster, err = lightgbm.Read(text)
	} else {
		f.booster, err = xgboost.Read(text, func(message string) { doubt = refusal.Unsupported(message) })
	}
	if err = cmp.Or(err, doubt); err != nil {
		f.r.Fail("booster: %w", err)
	}
}

// named gives a booster the schema of the pipeline and adds where it comes from.
func (f *file) named(e *ensemble.Ensemble) error {
	if f.made == nil {
		return fmt.Errorf("%s without a pipeline", f.name())
	}
	if e.Classes != f.e.Classes {
		return fmt.Errorf("the booster has %d classes, and the pipeline %d", e.Classes, f.e.Classes)
	}
	e.Schema = f.e.Schema
	if f.family == ofXGBoost && numbered(e.Schema.Classes) { // since 1.6 it accepts no other labels, so those of the rows may be words
		e.Schema.Classes = nil
	}
	e.Origin.Source = f.e.Origin.Source + ", " + e.Origin.Source
	return nil
}

// numbered reports whether the names of classes are just their numbers.
func numbered(classes []string) bool {
	for k, name := range classes {
		if name != strconv.Itoa(k) {
			return false
		}
	}
	return true
}

package xgboost

import (
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
)

// attributes writes the words of levels, which XGBoost knows by number, where it keeps
// what others have to say of a model.
func (w *writer) attributes(e *ensemble.Ensemble) {
	w.Text("{")
	if text := words.Text(e); text != "" {
		w.Text(document.Quote(words.Key), ":", document.Quote(text))
	}
	w.Text("}")
}

package xgboost

import (
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
)

// votesKey is the attribute of a model whose trees vote, which XGBoost's objectives cannot express.
const votesKey = "hardwood.votes"

// scikitKey is the attribute of a model saved by XGBClassifier or XGBRegressor, without which they do
// not know their classes. Origin.Trainer keeps it under the same name.
const scikitKey = "scikit_learn"

// attributes writes what XGBoost itself does not keep of a model: the words of levels, which it knows
// by number, that trees vote, and what its scikit-learn classes saved with a model of the same
// objective.
func (w *writer) attributes(e *ensemble.Ensemble, o objective) {
	said := 0
	say := func(key, text string) {
		if text == "" {
			return
		}
		if said++; said > 1 {
			w.Text(",")
		}
		w.Text(document.Quote(key), ":", document.Quote(text))
	}
	w.Text("{")
	say(words.Key, words.Text(e))
	if e.Classes > 0 && e.Link == ensemble.Vote {
		say(votesKey, "1")
	}
	if o.name == e.Origin.Trainer["objective"] {
		say(scikitKey, e.Origin.Trainer[scikitKey])
	}
	w.Text("}")
}

// readVotes makes trees vote if the model is marked so.
func (m *model) readVotes(e *ensemble.Ensemble) {
	switch {
	case m.attributes[votesKey] == "":
	case m.objective == "binary:logitraw":
		e.Link, e.Cutoff = ensemble.Vote, half
	case m.objective == "multi:softmax":
		e.Link = ensemble.Vote
	}
}

package xgboost

import (
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/document"
	"github.com/hardwood-ml/hardwood/trainer/format/internal/words"
)

// votesKey is the attribute of a model whose trees vote: XGBoost's objectives know scores.
const votesKey = "hardwood.votes"

// attributes writes what XGBoost does not know of a model, where it keeps what others have
// to say: the words of levels, which it knows by number, and that trees vote.
func (w *writer) attributes(e *ensemble.Ensemble) {
	w.Text("{")
	text := words.Text(e)
	if text != "" {
		w.Text(document.Quote(words.Key), ":", document.Quote(text))
	}
	if e.Classes > 0 && e.Link == ensemble.Vote {
		if text != "" {
			w.Text(",")
		}
		w.Text(document.Quote(votesKey), `:"1"`)
	}
	w.Text("}")
}

// readVotes makes trees vote that are marked so.
func (m *model) readVotes(e *ensemble.Ensemble) {
	switch {
	case m.attributes[votesKey] == "":
	case m.objective == "binary:logitraw":
		e.Link, e.Cutoff = ensemble.Vote, half
	case m.objective == "multi:softmax":
		e.Link = ensemble.Vote
	}
}

package eval

import (
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// attackers notes which classes attack, if not all do.
func (r *Report) attackers(c *attack.Constraints, t *data.Table) {
	counts, most, rows := t.Counts(), 0, 0
	attacks := make([]bool, len(t.Classes))
	var names []string
	for k, name := range t.Classes {
		if attacks[k] = c.Attacks(k); !attacks[k] {
			continue
		}
		names = append(names, name)
		rows += counts[k]
		if name == r.Constant.Class {
			most = counts[k]
		}
	}
	if r.blind = share(most, rows); len(names) < len(t.Classes) {
		r.Attackers, r.attacks = names, attacks
	}
}

// Attacked returns the outcomes of a model on rows of the classes that attack.
func (r *Report) Attacked(e *Evaluation) []Outcome {
	if r.Attackers == nil {
		return e.Outcomes
	}
	var some []Outcome
	for _, o := range e.Outcomes {
		if r.attacks[o.Label] {
			some = append(some, o)
		}
	}
	return some
}

// ConstantUnderAttack is the share of the rows of classes that attack of which the
// constant is right.
func (r *Report) ConstantUnderAttack() float64 { return r.blind }

// AttackersSentence says who attacks, "" if all do.
func (r *Report) AttackersSentence() string {
	if r.Attackers == nil {
		return ""
	}
	return "Only rows of " + list(r.Attackers) + " are attacked: the others are robust where the model is right."
}

package eval

import (
	"github.com/hardwood-ml/hardwood/attack"
)

// attackers notes which classes are attacked, if not all are; counts are the rows of each class.
func (r *Report) attackers(c *attack.Constraints, counts []int) {
	most, rows := 0, 0
	attacks := make([]bool, len(r.classes))
	var names []string
	for k, name := range r.classes {
		if attacks[k] = c.Attacks(k); !attacks[k] {
			continue
		}
		names = append(names, name)
		rows += counts[k]
		if name == r.Constant.Class {
			most = counts[k]
		}
	}
	if r.blind = share(most, rows); len(names) < len(r.classes) {
		r.Attackers, r.attacks = names, attacks
	}
}

// Attacked returns the outcomes of a model on rows of the attacked classes.
func (r *Report) Attacked(e *Evaluation) *Outcomes {
	if r.Attackers == nil {
		return e.Outcomes
	}
	return e.Outcomes.Where(func(_ int, o Outcome) bool { return r.attacks[o.Label] })
}

// ConstantUnderAttack is the share of the rows of attacked classes that the constant gets right.
func (r *Report) ConstantUnderAttack() float64 { return r.blind }

// AttackersSentence says which classes are attacked, "" if all are.
func (r *Report) AttackersSentence() string {
	if r.Attackers == nil {
		return ""
	}
	return "Only rows of " + list(r.Attackers) + " are attacked: the others are robust where the model is right."
}

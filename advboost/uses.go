package advboost

import (
	"cmp"
	"fmt"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/renamed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Uses reports whether an option has any effect beside the others.
func (s *Strategy) Uses(o *Option) bool { return s.Idle(o) == "" }

// Idle says beside which value of another option an option has no effect, as "loop none"; "" if
// it has one.
func (s *Strategy) Idle(o *Option) string {
	c := s.complete()
	margins := c.worst() || c.Booster == trainer.Forest
	searches := c.Gradient == MessageBound || c.Gradient == AttackPoint
	switch {
	case o.For == forWorstCase && !margins, o.For == forMargins && !margins && c.Relabel == 0:
		return "gradient " + NaturalGradient
	case o.For == forAttack && !c.Attacks(), o.For == forSearch && !c.Attacks() && !searches:
		return "loop " + NoAttack
	}
	return ""
}

// worst reports whether gradients are taken in the worst case.
func (s *Strategy) worst() bool { return s.Gradient != "" && s.Gradient != NaturalGradient }

// Attacks reports whether training rows are attacked: there is an attack in the loop.
func (s *Strategy) Attacks() bool { return s.Attack != nil || s.Loop != "" && s.Loop != NoAttack }

// record adds to the settings of a training run how it was hardened. Options
// that were renamed keep their old names there, so that models and metrics of
// this version and the one before are the same.
func (s *Strategy) record(settings map[string]string, a attack.Attack) {
	c := s.complete()
	settings["norm"], settings["harden-eps"] = c.Norm.String(), fmt.Sprint(c.Eps)
	for i := range StrategyOptions {
		o := &StrategyOptions[i]
		if c.Attacks() || o.For != forAttack && o.For != forSearch {
			o.Record(&c, cmp.Or(renamed.From(o.Name), o.Name), settings)
		}
	}
	if a != nil {
		settings["loop"] = a.Name()
	}
}

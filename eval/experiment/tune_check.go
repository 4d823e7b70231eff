package experiment

import (
	"fmt"
	"math"
	"strconv"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer"
)

// check reports options that leave nothing to try around a setting, or something that could never be
// tried: a negative number or time, no spaces, a space with an invalid start, or a choice with an
// unknown option or invalid values.
func (t *Tuning) check(p *trainer.Params, h *advboost.Strategy) error {
	if t.Candidates < 0 || t.Budget < 0 {
		return fmt.Errorf("Tuning.Candidates is %d and Budget %v, must be at least 0", t.Candidates, t.Budget)
	}
	if len(t.Spaces) == 0 {
		return fmt.Errorf("Tuning.Spaces are empty: SpaceAround makes one")
	}
	for i := range t.Spaces {
		s := t.Spaces[i]
		s.like(p, h)
		if err := s.check(); err != nil {
			return fmt.Errorf("Tuning.Spaces[%d]: %w", i, err)
		}
	}
	return nil
}

func (s *Space) check() error {
	if s.Rounds < 0 {
		return fmt.Errorf("the space is for %d Rounds, must be at least 0", s.Rounds)
	}
	if _, err := s.candidate(nil); err != nil {
		return err
	}
	for _, c := range s.Choices {
		if len(c.Values) == 0 {
			return fmt.Errorf("the choice of %q has no values", c.Name)
		}
		for _, v := range c.Values {
			if err := s.checkValue(c.Name, v); err != nil {
				return fmt.Errorf("the choice of %q: %w", c.Name, err)
			}
		}
	}
	return nil
}

// checkValue reports an unknown option, or a value that is invalid whatever the other options are.
func (s *Space) checkValue(name, text string) error {
	if name == HardenEps {
		if times, err := strconv.ParseFloat(text, 64); err != nil || !(times > 0 && times < math.Inf(1)) {
			return fmt.Errorf("%q is not a positive number", text)
		}
		return nil
	}
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; o.Name == name {
			strategy := s.Strategy
			if err := o.Set(&strategy, text); err != nil {
				return err
			}
			return o.Check(&strategy)
		}
	}
	if !IsOption(name) {
		return nearest.Unknown("option", name, append(optionNames(), HardenEps))
	}
	o, err := trainer.FindOption(s.Strategy.Booster, name)
	if err != nil {
		return err
	}
	params := s.Params
	if err := o.Set(&params, text); err != nil {
		return err
	}
	return o.Check(&params)
}

package experiment

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Choice is an option of training or hardening with values to try, both as in flags. The values of
// [HardenEps] are multiples of the radius.
type Choice struct {
	Name   string
	Values []string
}

// HardenEps is the name of the radius that a model is hardened against, which
// may be larger than the one that it is judged at.
const HardenEps = "harden-eps"

// Space is what to try with one booster.
type Space struct {
	Params   trainer.Params    // start of the search
	Strategy advboost.Strategy // start of the search
	Choices  []Choice
	First    []map[string]string // settings to try before others are drawn
	Rounds   int                 // most rounds to try, with early stopping; 0 for the rounds of Params alone
}

// SpaceAround returns what is worth trying around a setting. rows are the training rows, nil if not
// known yet.
func SpaceAround(p trainer.Params, s advboost.Strategy, rows *data.Table) Space {
	space := Space{Params: p, Strategy: s}
	if s.Booster == trainer.Forest {
		space.Choices, space.First, space.Rounds = forestChoices, forestFirst, max(100, p.Rounds)
	} else {
		space.Choices, space.First, space.Rounds = boostingChoices, boostingFirst, max(300, p.Rounds)
	}
	loop := s.Loop
	if loop == "" || loop == advboost.NoAttack {
		loop = advboost.InBallAttack
	}
	space.Choices = append(slices.Clone(space.Choices), Choice{"loop", []string{advboost.NoAttack, loop}})
	switch s.Norm {
	case attack.LInf:
		space.Choices = append(space.Choices, Choice{HardenEps, []string{"0.9", "1", "1.1", "1.25"}})
	case attack.L0: // splits cannot expect a number of columns
	default:
		space.Choices = append(space.Choices, Choice{"split", []string{"0.2", "0.3", "0.5", "0.7", "0.9"}})
	}
	if rows != nil && len(rows.Classes) == 2 {
		space.Choices = append(space.Choices, Choice{"scale-pos-weight", []string{"0.6", "0.8", "1", "1.25", "1.6"}})
	}
	return space
}

var (
	boostingChoices = []Choice{
		{"max-depth", []string{"1", "2", "3", "4", "5", "6", "8", "10"}},
		{"learning-rate", []string{"0.05", "0.1", "0.2", "0.3"}},
		{"min-samples-leaf", []string{"1", "5", "10", "20"}},
		{"colsample-bynode", []string{"1", "0.7", "0.5"}},
		{"lambda", []string{"0.3", "1", "3", "10"}},
		{"robust-both", []string{"false", "true"}},
		{"refit", []string{"0", "5"}},
		{"clean", []string{"0", "0.15", "0.3", "0.5"}},
	}
	boostingFirst = []map[string]string{
		{"robust-both": "false", "max-depth": "4", "refit": "0", "lambda": "1", "min-samples-leaf": "1"},
		{"robust-both": "true", "max-depth": "6", "refit": "5", "loop": "none"},
		{"max-depth": "1"},
		{"robust-both": "true", "max-depth": "8", "min-samples-leaf": "5", "colsample-bynode": "0.7"},
		{"robust-both": "true", "refit": "5", "loop": "none", "learning-rate": "0.2"},
		{"max-depth": "2"},
	}
	forestChoices = []Choice{
		{"max-depth", []string{"4", "6", "8", "10"}},
		{"min-samples-leaf", []string{"1", "5", "10"}},
		{"colsample-bynode", []string{"0", "0.5", "1"}},
		{"robust-both", []string{"false", "true"}},
		{"refit", []string{"0", "1"}},
		{"clean", []string{"0.3", "0.5", "0.7", "0.9"}},
		{"relabel", []string{"0", "3"}},
	}
	forestFirst = []map[string]string{
		{"max-depth": "6", "min-samples-leaf": "5", "robust-both": "true"},
		{"max-depth": "10", "min-samples-leaf": "5", "robust-both": "true"},
		{"relabel": "3"},
	}
)

// Without removes options from what is tried: they stay as they are in Params and Strategy.
func (s *Space) Without(names ...string) {
	s.Choices = slices.DeleteFunc(slices.Clone(s.Choices), func(c Choice) bool { return slices.Contains(names, c.Name) })
	if slices.Contains(names, "rounds") {
		s.Rounds = 0
	}
}

// like copies from a setting what a search must not choose.
func (s *Space) like(p *trainer.Params, h *advboost.Strategy) {
	s.Params.Seed, s.Params.Threads = p.Seed, 1 // folds are trained in parallel instead
	s.Params.Balanced, s.Params.ClassWeight, s.Params.ScalePosWeight = p.Balanced, p.ClassWeight, p.ScalePosWeight
	s.Strategy.Booster = cmp.Or(s.Strategy.Booster, trainer.GBDT)
	s.Strategy.Norm, s.Strategy.Eps, s.Strategy.Constraints, s.Strategy.Progress = h.Norm, h.Eps, h.Constraints, nil
	s.Strategy.Elsewhere = nil // many small models are quicker on this machine
}

// text returns the value of an option at the start of the search.
func (s *Space) text(name string) string {
	if name == HardenEps {
		return "1"
	}
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; o.Name == name {
			return o.Text(&s.Strategy)
		}
	}
	for i := range trainer.Options {
		if o := &trainer.Options[i]; o.Name == name {
			return o.Text(&s.Params)
		}
	}
	return ""
}

// drawAddress keeps the random numbers of a search apart from others.
const drawAddress = 0x707e

// draw returns the n-th settings of a space: first those of First, then ones with random values for
// about half of the options.
func (s *Space) draw(n int) map[string]string {
	settings := map[string]string{}
	if n < len(s.First) {
		for _, c := range s.Choices {
			if v, ok := s.First[n][c.Name]; ok && slices.Contains(c.Values, v) {
				settings[c.Name] = v
			}
		}
	} else {
		random := seed.At(s.Params.Seed, drawAddress, n)
		for _, c := range s.Choices {
			if v := c.Values[random.IntN(len(c.Values))]; random.IntN(2) == 0 {
				settings[c.Name] = v
			}
		}
	}
	maps.DeleteFunc(settings, func(name, v string) bool { return v == s.text(name) })
	return settings
}

// candidate returns the candidate with settings, or an error if they are invalid.
func (s *Space) candidate(settings map[string]string) (*candidate, error) {
	c := &candidate{settings: settings, params: s.Params, strategy: s.Strategy, most: s.Rounds}
	for name, v := range settings {
		if err := c.set(name, v); err != nil {
			return nil, err
		}
	}
	if err := c.params.Check(s.Strategy.Booster); err != nil {
		return nil, err
	}
	return c, c.strategy.Check()
}

func (c *candidate) set(name, text string) error {
	if name == HardenEps {
		times, err := strconv.ParseFloat(text, 64)
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		// with few digits, so that it can be given as a flag too
		c.strategy.Eps, err = strconv.ParseFloat(strconv.FormatFloat(times*c.strategy.Eps, 'g', 6, 64), 64)
		return err
	}
	for i := range advboost.StrategyOptions {
		if o := &advboost.StrategyOptions[i]; o.Name == name {
			return o.Set(&c.strategy, text)
		}
	}
	return c.params.Set(c.strategy.Booster, name, text)
}

// key identifies a candidate.
func (c *candidate) key() string {
	parts := []string{c.strategy.Booster}
	for _, name := range slices.Sorted(maps.Keys(c.settings)) {
		parts = append(parts, name+"="+c.settings[name])
	}
	return strings.Join(parts, " ")
}

package attack

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Group is a set of 0/1 features, in the data's units, exactly one of which is 1: the columns of a
// one-hot encoding. Changing which one is 1 is a single change, by 1, whichever the two are.
type Group struct {
	Name      string
	Features  []int
	AtMostOne bool    // all may be 0
	Weight    float64 // weight of the change in the norm, 0 for 1
	Frozen    bool

	// Prices are those of changes that do not cost Weight. Levels are indices of the feature that
	// is 1, and the number of features stands for none.
	Prices LevelPrices
}

// Price returns the price, in the norm, of going from one level to another: indices of the feature
// that is 1, or the number of features for none. It is +Inf if that is not allowed.
func (g *Group) Price(from, to int) float64 {
	switch {
	case g.Prices.Other > 0:
		return g.Prices.Of(int32(from), int32(to))
	case g.Weight == 0:
		return 1
	}
	return g.Weight
}

// LeastPrice returns the price of the cheapest change.
func (g *Group) LeastPrice() float64 {
	if g.Prices.Other > 0 {
		return g.Prices.Least()
	}
	return g.Price(0, 1)
}

// noLevel is the level of a group whose features are all missing, badLevel that of one whose values
// are not a level.
const (
	noLevel  = -1
	badLevel = -2
)

// Level returns the index of the feature of a group that is 1, the number of features if none is,
// and less than 0 if the row misses the group or has no valid level of it.
func (c *Constraints) Level(g *Group, x []float64) int {
	level, missing := len(g.Features), 0
	for i, f := range g.Features {
		v := x[f]
		if v != v {
			missing++
			continue
		}
		if v == 0 && c.low(f) == 0 { // as nearly all are
			continue
		}
		p := c.zeroOne(f)
		switch one := p.nearest(p.raw(v)); {
		case !p.has(v):
			return badLevel
		case one == 0:
		case level == len(g.Features):
			level = i
		default:
			return badLevel
		}
	}
	switch {
	case missing == len(g.Features):
		return noLevel
	case missing > 0, level == len(g.Features) && !g.AtMostOne:
		return badLevel
	}
	return level
}

// zeroOne returns the places 0 and 1 of a feature of a group.
func (c *Constraints) zeroOne(f int) places {
	return places{list: []float64{0, 1}, min: c.low(f), width: c.width(f)}
}

// ZeroOne returns the data's 0 and 1 as feature f of a group holds them after scaling, before the
// model rounds.
func (c *Constraints) ZeroOne(f int) (zero, one float64) {
	p := c.zeroOne(f)
	return p.read(0), p.read(1)
}

// read returns k, the data's 0 or 1, as the model reads it in feature f.
func (c *Constraints) read(e *ensemble.Ensemble, f int, k float64) float64 {
	p := c.zeroOne(f)
	return round(e, p.read(k))
}

// checkGroups reports the first invalid group.
func (c *Constraints) checkGroups(features int) error {
	of := map[int]string{}
	for i := range c.Groups {
		g := &c.Groups[i]
		if len(g.Features) < 2 {
			return fmt.Errorf("group %q has %s, must have at least 2", g.Name, phrase.Count(len(g.Features), "feature"))
		}
		if g.Weight != 0 && !(g.Weight >= leastWeight && g.Weight <= mostWeight) {
			return fmt.Errorf("group %q: weight %v is not between %v and %v", g.Name, g.Weight, leastWeight, mostWeight)
		}
		if g.Prices.said() {
			if err := cmp.Or(g.Prices.check(), g.checkPriced()); err != nil {
				return fmt.Errorf("group %q: %w", g.Name, err)
			}
		}
		for _, f := range g.Features {
			if f < 0 || f >= features {
				return fmt.Errorf("group %q: there is no feature %d", g.Name, f)
			}
			if other, taken := of[f]; taken {
				return fmt.Errorf("groups %q and %q overlap in feature %d", other, g.Name, f)
			}
			of[f] = g.Name
			if err := c.checkMember(g, f); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkMember reports constraints of a feature that its group cannot obey.
func (c *Constraints) checkMember(g *Group, f int) error {
	lo, hi := c.Bounds(f)
	zero, one := c.ZeroOne(f)
	slack := float64(linkRounding * max(math.Abs(zero), math.Abs(one), one-zero)) // bounds are as the model reads them
	if !g.Frozen && (c.Freezes(f) || is(c.Increase, f) || is(c.Decrease, f) || lo > zero+slack || hi < one-slack) {
		return fmt.Errorf("group %q: feature %d is constrained by itself, and may be 1 or 0: freeze the group, or price its levels", g.Name, f)
	}
	return nil
}

// checkPriced reports a price of a level that the group does not have.
func (g *Group) checkPriced() error {
	none := int32(len(g.Features))
	for _, p := range g.Prices.Pairs {
		if min(p.From, p.To) < 0 || max(p.From, p.To) > none {
			return fmt.Errorf("price of a change from level %d to %d, must be 0 to %d", p.From, p.To, none)
		}
	}
	return nil
}

// groupOf returns the group of each feature, nil for none, up to a number of features.
func (c *Constraints) groupOf(features int) []*Group {
	of := make([]*Group, features)
	if c == nil {
		return of
	}
	for i := range c.Groups {
		for _, f := range c.Groups[i].Features {
			if f < features {
				of[f] = &c.Groups[i]
			}
		}
	}
	return of
}

// grouped runs a method on a model that reads each group as one categorical feature, in place of
// its first column, so that methods that move levels of categories obey groups.
type grouped struct{ Attack }

// Prepare prepares the method for that model.
func (g grouped) Prepare(p *Problem) (Prepared, error) {
	inner, err := p.Regroup()
	if err != nil {
		return nil, err
	}
	prepared, err := g.Attack.Prepare(&inner.Problem)
	if lack := (*Lack)(nil); errors.As(err, &lack) && lack.Of == Levels { // which groups have become
		return nil, &Lack{Method: lack.Method, Of: Groups, Norm: p.Norm}
	}
	if err != nil {
		return nil, err
	}
	return &groupPrepared{inner, prepared}, nil
}

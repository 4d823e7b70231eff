package attack

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/internal/refusal"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Group is a group of features of 0 and 1, in the data's units, of which exactly
// one is 1: the columns of a one-hot encoding. To change which one is 1 is one
// change, by 1, whatever the two are.
type Group struct {
	Name      string
	Features  []int
	AtMostOne bool    // all may be 0
	Weight    float64 // of the change in the norm, 0 for 1
	Frozen    bool

	// Prices are what changes count where that is not Weight. Which feature is 1 is
	// counted from 0 there, and their number is none.
	Prices LevelPrices
}

// Price returns what it counts in the norm that another feature is 1, which are given
// by their numbers in the group, and that of features for none; +Inf if it must not.
func (g *Group) Price(from, to int) float64 {
	switch {
	case g.Prices.Other > 0:
		return g.Prices.Of(int32(from), int32(to))
	case g.Weight == 0:
		return 1
	}
	return g.Weight
}

// LeastPrice returns what the cheapest change counts.
func (g *Group) LeastPrice() float64 {
	if g.Prices.Other > 0 {
		return g.Prices.Least()
	}
	return g.Price(0, 1)
}

// noLevel is the level of a group whose features the row misses, badLevel that of one
// that is no level.
const (
	noLevel  = -1
	badLevel = -2
)

// Level returns which feature of a group is 1, the number of features for none, and less
// than 0 where the row misses the group or has no level of it.
func (c *Constraints) Level(g *Group, x []float64) int {
	level, missing := len(g.Features), 0
	for i, f := range g.Features {
		v := x[f]
		if v != v {
			missing++
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

// zeroOne returns the places of a feature of a group.
func (c *Constraints) zeroOne(f int) places {
	p := places{list: []float64{0, 1}, width: 1}
	if c != nil && c.Range != nil {
		p.min, p.width = c.Min[f], c.Range[f]
	}
	return p
}

// ZeroOne returns 0 and 1 of the data as feature f of a group holds them, before the
// model rounds.
func (c *Constraints) ZeroOne(f int) (zero, one float64) {
	p := c.zeroOne(f)
	return p.read(0), p.read(1)
}

// read returns 0 or 1 of the data, as the model reads it in a feature.
func (c *Constraints) read(e *ensemble.Ensemble, f int, k float64) float64 {
	p := c.zeroOne(f)
	return round(e, p.read(k))
}

// checkGroups reports the first group that cannot be.
func (c *Constraints) checkGroups(features int) error {
	of := map[int]string{}
	for i := range c.Groups {
		g := &c.Groups[i]
		if len(g.Features) < 2 {
			return fmt.Errorf("group %q has %d features, must have at least 2", g.Name, len(g.Features))
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
	if !g.Frozen && (is(c.Frozen, f) || is(c.Increase, f) || is(c.Decrease, f) || lo > zero+slack || hi < one-slack) {
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

// groupOf returns the group of each of the first features, nil for none.
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

// checkLevels reports the first group of which a row is not one level.
func (c *Constraints) checkLevels(x []float64) error {
	for i := range c.Groups {
		g := &c.Groups[i]
		if c.Level(g, x) == badLevel {
			ones := "exactly"
			if g.AtMostOne {
				ones = "at most"
			}
			values := make([]float64, len(g.Features))
			for i, f := range g.Features {
				values[i] = c.raw(f, x[f])
			}
			return fmt.Errorf("the columns of group %q are %v, of which %s one must be 1 and the others 0", g.Name, values, ones)
		}
	}
	return nil
}

// checkChanges reports the first group that goes where it must not.
func (c *Constraints) checkChanges(from, to []float64) error {
	for i := range c.Groups {
		g := &c.Groups[i]
		switch a, b := c.Level(g, from), c.Level(g, to); {
		case a == b:
		case g.Frozen:
			return fmt.Errorf("group %q is frozen and goes from its feature %d to %d", g.Name, a, b)
		case math.IsInf(g.Price(a, b), 1):
			return fmt.Errorf("group %q must not go from its feature %d to %d", g.Name, a, b)
		}
	}
	return nil
}

// grouped is a method on a model that reads each group as one categorical feature, the
// first of its columns: what moves levels of categories then obeys groups.
type grouped struct{ Attack }

// Prepare prepares the method for that model.
func (g grouped) Prepare(p *Problem) (Prepared, error) {
	inner, err := p.Regroup()
	if err != nil {
		return nil, err
	}
	prepared, err := g.Attack.Prepare(&inner.Problem)
	if errors.Is(err, errors.ErrUnsupported) {
		return nil, refusal.Unsupportedf("method %s knows no groups of columns: take auto, exact, lt, bound, clique, milp, rba or cube", g.Name())
	} else if err != nil {
		return nil, err
	}
	return &groupPrepared{inner, prepared}, nil
}

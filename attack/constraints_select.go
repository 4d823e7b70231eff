package attack

import (
	"slices"

	"github.com/hardwood-ml/hardwood/internal/pick"
)

// Select returns the constraints of some of the features. Groups and links that other features are part
// of are left out: see [Constraints.Tied].
func (c *Constraints) Select(features []int) *Constraints {
	if c == nil {
		return nil
	}
	some := &Constraints{
		Attackers: c.Attackers,
		Weight:    pick.Of(c.Weight, features), Lo: pick.Of(c.Lo, features), Hi: pick.Of(c.Hi, features), Frozen: pick.Of(c.Frozen, features),
		Increase: pick.Of(c.Increase, features), Decrease: pick.Of(c.Decrease, features), Integer: pick.Of(c.Integer, features),
		Values: pick.Of(c.Values, features), Step: pick.Of(c.Step, features), StepFrom: pick.Of(c.StepFrom, features),
		Fall: pick.Of(c.Fall, features), Levels: pick.Of(c.Levels, features), Blank: pick.Of(c.Blank, features),
		Min: pick.Of(c.Min, features), Range: pick.Of(c.Range, features), Missing: pick.Of(c.Missing, features),
	}
	at := make(map[int]int, len(features))
	for k, f := range features {
		at[f] = k
	}
	for _, g := range c.Groups {
		if places, all := placesIn(g.Features, at); all {
			g.Features = places
			some.Groups = append(some.Groups, g)
		}
	}
	for _, l := range c.Links {
		if _, all := placesIn(l.Features(), at); all {
			some.Links = append(some.Links, l.moved(at))
		}
	}
	return some
}

// Tied returns the features that groups and links are about, ascending.
func (c *Constraints) Tied() []int {
	if c == nil {
		return nil
	}
	var tied []int
	for _, g := range c.Groups {
		tied = append(tied, g.Features...)
	}
	for _, l := range c.Links {
		tied = append(tied, l.Features()...)
	}
	slices.Sort(tied)
	return slices.Compact(tied)
}

// placesIn returns the places of features, and whether all have one.
func placesIn(features []int, at map[int]int) (places []int, all bool) {
	for _, f := range features {
		k, known := at[f]
		if !known {
			return nil, false
		}
		places = append(places, k)
	}
	return places, true
}

// moved returns the link of features that have other places.
func (l Link) moved(at map[int]int) Link {
	l.Feature = at[l.Feature]
	l.Terms = slices.Clone(l.Terms)
	for i := range l.Terms {
		t := &l.Terms[i]
		t.Times, _ = placesIn(t.Times, at)
		t.Over, _ = placesIn(t.Over, at)
	}
	return l
}

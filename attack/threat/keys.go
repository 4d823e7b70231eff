package threat

import (
	"cmp"
	"fmt"
	"math"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// The words of the key ones of a group.
const (
	exactlyOne = "exactly one"
	atMostOne  = "at most one"
)

func (g *Group) place() *int { return &g.line }

// at returns the line of its table, or else of that of its prices; 0 if it has none.
func (g *Group) at() int { return cmp.Or(g.line, g.pricesLine) }

func (g *Group) set(key string, v *unstable.Node) (err error) {
	switch key {
	case "features":
		err = words(&g.Features, v)
	case "ones":
		var of *string
		if err = word(&of, v, []string{exactlyOne, atMostOne}); err == nil {
			g.AtMostOne = *of == atMostOne
		}
	case "frozen":
		err = flag(&g.Frozen, v)
	case "price":
		var price float64
		if price, err = levelPrice(v); err == nil {
			err = once(&g.Price, price)
		}
	case "prices":
		err = g.Prices.read(v)
	default:
		return nearest.Unknown("key", key, []string{"features", "ones", "frozen", "price", "prices"})
	}
	if err != nil {
		return fmt.Errorf("%s: %w", key, err)
	}
	return nil
}

// links is the table of links.
type links Threat

func (l *links) place() *int { return &l.linksLine }

func (l *links) set(key string, v *unstable.Node) error {
	if key != "rules" {
		return nearest.Unknown("key", key, []string{"rules"})
	}
	if err := words(&l.Links, v); err != nil {
		return fmt.Errorf("rules: %w", err)
	}
	return nil
}

func (r *Rule) place() *int { return &r.line }

// at returns the line of its table, or else of that of its prices; 0 if it has none.
func (r *Rule) at() int { return cmp.Or(r.line, r.pricesLine) }

// keys are the keys of a feature's table, or of all.
var keys = []struct {
	name string
	read func(*Rule, *unstable.Node) error
}{
	{"min", func(r *Rule, v *unstable.Node) error { return r.value(&r.Min, v) }},
	{"max", func(r *Rule, v *unstable.Node) error { return r.value(&r.Max, v) }},
	{"frozen", func(r *Rule, v *unstable.Node) error { return flag(&r.Frozen, v) }},
	{"direction", func(r *Rule, v *unstable.Node) error { return word(&r.Direction, v, directions) }},
	{"integer", func(r *Rule, v *unstable.Node) error { return flag(&r.Integer, v) }},
	{"values", func(r *Rule, v *unstable.Node) error { return r.choices(v) }},
	{"step", func(r *Rule, v *unstable.Node) error { return number(&r.Step, v) }},
	{"step-from", func(r *Rule, v *unstable.Node) error { return r.value(&r.StepFrom, v) }},
	{"weight", func(r *Rule, v *unstable.Node) error { return ways(&r.Weight, v) }},
	{"price", func(r *Rule, v *unstable.Node) error {
		if v.Kind == unstable.String && string(v.Data) == never {
			return once(&r.Price, Ways{math.Inf(1), math.Inf(1)})
		}
		return ways(&r.Price, v)
	}},
	{"prices", func(r *Rule, v *unstable.Node) error { return r.Prices.read(v) }},
	{"ordinal", func(r *Rule, v *unstable.Node) error { return words(&r.Ordinal, v) }},
	{"may-blank", func(r *Rule, v *unstable.Node) error { return flag(&r.MayBlank, v) }},
	{"blank-price", func(r *Rule, v *unstable.Node) error {
		if err := number(&r.BlankPrice, v); err != nil {
			return err
		}
		return Ways{*r.BlankPrice, *r.BlankPrice}.check()
	}},
}

// The words of Rule.Direction.
const (
	increase = "increase"
	decrease = "decrease"
	anyWay   = "any"
)

var directions = []string{increase, decrease, anyWay}

// set reads the value of a key.
func (r *Rule) set(key string, v *unstable.Node) error {
	var names []string
	for _, k := range keys {
		if k.name == key {
			if err := k.read(r, v); err != nil {
				return fmt.Errorf("%s: %w", key, err)
			}
			return nil
		}
		names = append(names, k.name)
	}
	return nearest.Unknown("key", key, names)
}

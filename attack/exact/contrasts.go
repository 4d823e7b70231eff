package exact

import (
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/internal/pairs"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// contrasts makes contrasts, and what they make up, when they are first needed.
type contrasts struct {
	classes int
	made    *pairs.Of[*ensemble.Contrast] // of a class and a rival

	// duels of each label: what a victim's example can win. That is one
	// contrast for each rival, or, in a targeted attack, all contrasts of the
	// target together, that against the label first.
	duels []func() [][]*ensemble.Contrast
}

func newContrasts(p *attack.Problem) *contrasts {
	n := p.Ensemble.Classes
	of := func(class, rival int) *ensemble.Contrast { return ensemble.NewContrast(p.Grid, class, rival) }
	c := &contrasts{n, pairs.New(n, of), make([]func() [][]*ensemble.Contrast, n)}
	for label := range c.duels {
		c.duels[label] = sync.OnceValue(func() [][]*ensemble.Contrast { return c.makeDuels(label, p.Target) })
	}
	return c
}

func (c *contrasts) of(class, rival int) *ensemble.Contrast { return c.made.At(class, rival) }

func (c *contrasts) makeDuels(label, target int) [][]*ensemble.Contrast {
	if target != attack.Untargeted {
		all := []*ensemble.Contrast{c.of(label, target)}
		for class := range c.classes {
			if class != target && class != label {
				all = append(all, c.of(class, target))
			}
		}
		return [][]*ensemble.Contrast{all}
	}
	var each [][]*ensemble.Contrast
	for rival := range c.classes {
		if rival != label {
			each = append(each, []*ensemble.Contrast{c.of(label, rival)})
		}
	}
	return each
}

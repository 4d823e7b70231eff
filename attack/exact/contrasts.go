package exact

import (
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// contrasts makes contrasts when they are first needed.
type contrasts struct {
	classes int
	once    []func() *ensemble.Contrast // [class*classes+rival]
}

func newContrasts(p *attack.Problem) *contrasts {
	n := p.Ensemble.Classes
	c := &contrasts{n, make([]func() *ensemble.Contrast, n*n)}
	for i := range c.once {
		c.once[i] = sync.OnceValue(func() *ensemble.Contrast {
			return ensemble.NewContrast(p.Grid, i/n, i%n)
		})
	}
	return c
}

func (c *contrasts) of(class, rival int) *ensemble.Contrast { return c.once[class*c.classes+rival]() }

// duels appends what a victim's example can win: one contrast for each rival,
// or, in a targeted attack, all contrasts of the target together, that
// against the label first.
func (c *contrasts) duels(label, target int) [][]*ensemble.Contrast {
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

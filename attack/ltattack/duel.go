package ltattack

import (
	"sync"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/pairs"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// duel is what a search has to win: one class against another, or, in a targeted attack, the target
// against every other class. Points at which every contrast reaches its Enough are adversarial, up
// to the predictor's rounding.
type duel struct {
	grid      *ensemble.Grid
	contrasts []*ensemble.Contrast
	trees     []int32 // trees that count in a contrast, ascending

	// splitTree[splitAt[c]:splitAt[c+1]] are the trees with a node on the cut c, numbered like the
	// cell on its left side (Grid.First[f]+cut); those with a node on a variable are under the
	// number of its first cell. Only leaf tuples need them: index fills them once.
	splitAt, splitTree []int32
	index              func()
}

func newDuel(g *ensemble.Grid, contrasts []*ensemble.Contrast) *duel {
	d := &duel{grid: g, contrasts: contrasts}
	d.index = sync.OnceFunc(d.listSplits)
	if len(contrasts) == 1 {
		d.trees = contrasts[0].Trees
		return d
	}
	counts := make([]bool, len(g.Root))
	for _, c := range contrasts {
		for _, t := range c.Trees {
			counts[t] = true
		}
	}
	for t, yes := range counts {
		if yes {
			d.trees = append(d.trees, int32(t))
		}
	}
	return d
}

// listSplits fills splitAt and splitTree: it counts, then places.
func (d *duel) listSplits() {
	d.splitAt = make([]int32, d.grid.NumCells()+1)
	last := make([]int32, d.grid.NumCells()) // the tree last seen on a cut, plus 1
	each := func(visit func(cut ensemble.CellID, tree int32)) {
		clear(last)
		for _, t := range d.trees {
			for _, n := range d.nodes(t) {
				if cut := d.grid.ID(int(n.Feature), max(n.Cut, 0)); last[cut] != t+1 {
					last[cut] = t + 1
					visit(cut, t)
				}
			}
		}
	}
	each(func(cut ensemble.CellID, _ int32) { d.splitAt[cut+1]++ })
	for c := range d.splitAt[1:] {
		d.splitAt[c+1] += d.splitAt[c]
	}
	d.splitTree = make([]int32, d.splitAt[len(d.splitAt)-1])
	next := append([]int32(nil), d.splitAt...)
	each(func(cut ensemble.CellID, t int32) {
		d.splitTree[next[cut]] = t
		next[cut]++
	})
}

// nodes returns the inner nodes of a tree.
func (d *duel) nodes(t int32) []ensemble.Node {
	inner := func(t int32) int32 { return int32(d.grid.LeafOf[t]) - t } // nodes before tree t
	return d.grid.Nodes[inner(t):inner(t+1)]
}

// duels makes each duel when it is first needed: an untargeted attack on many classes has one for
// every pair of a class and a rival.
type duels = pairs.Of[*duel]

func newDuels(p *attack.Problem) *duels {
	all := sync.OnceValue(func() *duel {
		var contrasts []*ensemble.Contrast
		for class := range p.Ensemble.Classes {
			if class != p.Target {
				contrasts = append(contrasts, p.Grid.Contrast(class, p.Target))
			}
		}
		return newDuel(p.Grid, contrasts)
	})
	return pairs.New(p.Ensemble.Classes, func(class, rival int) *duel {
		if rival == p.Target {
			return all()
		}
		return newDuel(p.Grid, []*ensemble.Contrast{p.Grid.Contrast(class, rival)})
	})
}

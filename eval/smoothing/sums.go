package smoothing

import (
	"math"

	"github.com/hardwood-ml/hardwood/internal/pairs"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// splitsOneEach reports whether each tree splits on at most one column.
func splitsOneEach(g *ensemble.Grid) bool {
	for _, t := range g.Ensemble.Trees {
		for _, s := range t.Splits {
			if s.Feature != t.Splits[0].Feature {
				return false
			}
		}
	}
	return true
}

// sums is a model with margins that are sums over columns. The distribution of such a sum is computed
// column by column (Horváth et al. 2022), in bins to which values are rounded in favour of the rival.
type sums struct {
	grid *ensemble.Grid
	duel *pairs.Of[*duel]
}

// duel is the sum by which a rival leads: the bin of each cell of each column, and the sum of bins from
// which on the rival may win.
type duel struct {
	bin  [][]int
	wins int64
}

func newSums(g *ensemble.Grid, bins int) *sums {
	return &sums{g, pairs.New(g.Ensemble.Classes, func(class, rival int) *duel { return newDuel(g, class, rival, bins) })}
}

func newDuel(g *ensemble.Grid, class, rival, bins int) *duel {
	c := g.Contrast(class, rival)
	values := make([][]int64, len(g.Cuts))
	for f := range values {
		values[f] = make([]int64, g.Last(f)+1)
	}
	base := c.Base
	cells := make([]ensemble.Cell, len(g.Cuts))
	for _, t := range c.Trees {
		tree, leaves := &g.Ensemble.Trees[t], c.Values(t)
		if len(tree.Splits) == 0 {
			base += leaves.At(g.LeafOf[t])
			continue
		}
		f := tree.Splits[0].Feature
		for i := range values[f] {
			cells[f] = ensemble.Cell(i)
			values[f][i] += leaves.At(g.LeafInOrder(int(t), cells))
		}
	}
	spread := int64(0)
	for _, v := range values {
		least, most := v[0], v[0]
		for _, u := range v {
			least, most = min(least, u), max(most, u)
		}
		base += least
		spread += most - least
		for i := range v {
			v[i] -= least
		}
	}
	step := spread/int64(bins) + 1
	d := &duel{bin: make([][]int, len(values)), wins: math.MaxInt64}
	for f, v := range values {
		d.bin[f] = make([]int, len(v))
		for i, u := range v {
			d.bin[f][i] = int((u + step - 1) / step)
		}
	}
	if need := c.Need - base; need <= 0 {
		d.wins = 0
	} else {
		d.wins = (need + step - 1) / step
	}
	return d
}

// probability returns a lower bound on how often no rival wins: 1 less how often each one may.
func (s *sums) probability(near []chances, label int) float64 {
	p := 1.0
	for rival := range s.grid.Ensemble.Classes {
		if rival != label {
			p -= s.duel.At(label, rival).lost(near)
		}
	}
	return p
}

// lost returns how often the rival may win.
func (d *duel) lost(near []chances) float64 {
	last := 0
	for _, bins := range d.bin {
		last += most(bins)
	}
	at, next := make([]float64, last+1), make([]float64, last+1)
	at[0], last = 1, 0
	for f, bins := range d.bin {
		if near[f] == nil {
			continue
		}
		share := make([]float64, most(bins)+1) // probability of each bin
		for i, b := range bins {
			share[b] += near[f][i]
		}
		clear(next[:last+len(share)])
		for b, p := range share {
			if p == 0 {
				continue
			}
			for i, q := range at[:last+1] {
				next[i+b] += float64(p * q)
			}
		}
		last += len(share) - 1
		at, next = next, at
	}
	lost := 0.0
	for i := min(d.wins, int64(last+1)); i <= int64(last); i++ {
		lost += at[i]
	}
	return lost
}

func most(bins []int) int {
	m := 0
	for _, b := range bins {
		m = max(m, b)
	}
	return m
}

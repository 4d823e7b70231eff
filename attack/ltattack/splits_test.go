package ltattack

import (
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/attacktest"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Each cut has the trees of a duel that split on it, also after another duel.
func TestSplitsOfDuels(t *testing.T) {
	for name, shape := range map[string]ensembletest.Shape{
		"numbers": {Features: 4, Trees: 9, Depth: 3, Classes: 3},
		"levels":  {Features: 4, Trees: 9, Depth: 3, Classes: 3, Levels: 4},
	} {
		p := attacktest.NewProblem(t, ensembletest.Random(seed.At(8, 1), shape), attack.LInf)
		g, listed := p.Grid, splits{grid: p.Grid}
		for _, rivals := range [][2]int{{0, 1}, {1, 0}, {1, 2}, {0, 2}, {0, 2}} {
			trees := g.Contrast(rivals[0], rivals[1]).Trees
			listed.list(trees)
			for cut := range ensemble.CellID(g.NumCells()) {
				var want []int32
				for _, tree := range trees {
					on := func(n ensemble.Node) bool { return g.ID(int(n.Feature), max(n.Cut, 0)) == cut }
					first := int(g.LeafOf[tree]) - int(tree) // a tree has one node fewer than leaves
					if slices.ContainsFunc(g.Nodes[first:int(g.LeafOf[tree+1])-int(tree+1)], on) {
						want = append(want, tree)
					}
				}
				if got := listed.on(cut); !slices.Equal(got, want) {
					t.Fatalf("%s, %v: cut %d has trees %d, want %d", name, rivals, cut, got, want)
				}
			}
		}
	}
}

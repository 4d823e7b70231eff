package booster_test

import (
	"math"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/booster"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/internal/traintest"
)

// used returns the features that a tree splits on, by depth.
func used(tree *ensemble.Tree) (levels []map[ensemble.Feature]bool) {
	var walk func(at int32, depth int)
	walk = func(at int32, depth int) {
		if at < 0 {
			return
		}
		if depth == len(levels) {
			levels = append(levels, map[ensemble.Feature]bool{})
		}
		levels[depth][tree.Splits[at].Feature] = true
		walk(tree.Splits[at].Left, depth+1)
		walk(tree.Splits[at].Right, depth+1)
	}
	if len(tree.Splits) > 0 {
		walk(0, 0)
	}
	return levels
}

// Trees, levels and nodes split on no more features than they are given, and each draws its own.
// Forests, whose nodes draw more features if none of theirs helps, are left out for levels and nodes.
func TestColumnSampling(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 1000, Cols: 8, Classes: 2}, 1)
	most := func(levels []map[ensemble.Feature]bool) (all map[ensemble.Feature]bool, level int) {
		all = map[ensemble.Feature]bool{}
		for _, l := range levels {
			level = max(level, len(l))
			for f := range l {
				all[f] = true
			}
		}
		return all, level
	}
	for _, name := range booster.Names {
		p := trainer.Defaults(name)
		p.Rounds, p.MaxDepth, p.ColsampleByNode = 10, 5, 1
		p.ColsampleByTree = 0.25
		different := map[ensemble.Feature]bool{}
		for _, tree := range traintest.Train(t, name, p, table).Trees {
			all, _ := most(used(&tree))
			if len(all) > 2 {
				t.Errorf("%s: a tree splits on %d of 2 features", name, len(all))
			}
			for f := range all {
				different[f] = true
			}
		}
		if len(different) < 6 {
			t.Errorf("%s: ten trees split on %d features", name, len(different))
		}
	}
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.ColsampleByLevel = 10, 5, 0.25
	some := false
	for _, tree := range traintest.Train(t, trainer.GBDT, p, table).Trees {
		all, level := most(used(&tree))
		if level > 2 {
			t.Errorf("a level splits on %d of 2 features", level)
		}
		some = some || len(all) > 2
	}
	if !some {
		t.Error("all levels of a tree have the same features")
	}
	p.ColsampleByLevel, p.ColsampleByNode = 1, 0.125
	roots, wide := map[ensemble.Feature]bool{}, false
	for _, tree := range traintest.Train(t, trainer.GBDT, p, table).Trees {
		roots[tree.Splits[0].Feature] = true
		_, level := most(used(&tree))
		wide = wide || level > 1
	}
	if len(roots) < 4 || !wide {
		t.Errorf("with a feature for each node ten roots split on %d, and nodes of a level on different ones: %v", len(roots), wide)
	}
}

// The cover of the root of a forest's tree is the number of its rows.
func TestRowSampling(t *testing.T) {
	table := traintest.Table(traintest.Shape{Rows: 1000, Cols: 4, Classes: 2}, 1)
	p := trainer.Defaults(trainer.Forest)
	p.Rounds, p.Subsample = 20, 0.3
	for _, tree := range traintest.Train(t, trainer.Forest, p, table).Trees {
		if rows := tree.Splits[0].Cover; rows != 300 {
			t.Errorf("a bootstrap sample of %v rows, want 300", rows)
		}
	}
	p.Bootstrap = false
	covers := map[float64]bool{}
	for _, tree := range traintest.Train(t, trainer.Forest, p, table).Trees {
		rows := tree.Splits[0].Cover
		covers[rows] = true
		if math.Abs(rows-300) > 75 { // five standard deviations
			t.Errorf("a sample of %v rows, want about 300", rows)
		}
	}
	if len(covers) < 5 {
		t.Errorf("samples of only %d sizes", len(covers))
	}
}

package experiment

import (
	"math/bits"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Default returns the options to start with for a booster, a norm and training
// rows, nil where they are not read yet. Dir is for the caller to set.
func Default(booster string, norm attack.Norm, rows *data.Table) Options {
	return Options{
		Natural: trainer.Defaults(booster), Params: DefaultParams(booster, norm, rows),
		Strategy: advboost.Default(booster, norm, rows),
		Evaluate: eval.Options{Attack: exact.Auto{}}, Provenance: eval.Provenance{Units: "scaled"},
	}
}

// DefaultParams returns the parameters to start with for a model that is
// hardened, on training rows or, where they are nil, on few of them. As those of
// [advboost.Default] they were chosen on one half of the data sets of
// eval/bench/harden/halves.go.
func DefaultParams(booster string, norm attack.Norm, rows *data.Table) trainer.Params {
	p := trainer.Defaults(booster)
	p.Rounds, p.MaxDepth, p.MinSamplesLeaf = 60, depth(norm, rows), 5
	p.RobustBoth = norm == attack.LInf // in the others too much to expect of an adversary
	if advboost.MovesColumns(norm, rows) {
		p.ColsampleByTree = someColumns(rows)
	}
	switch {
	case booster == trainer.Forest: // whose trees do not build upon each other
		p.MaxDepth, p.ColsampleByNode = max(p.MaxDepth, min(fewDeep+deeper(rows), mostDeep))+2, 0.8
	case p.MaxDepth > fewDeep:
		p.Lambda = 5
	}
	return p
}

// someColumns returns the share of the columns of each tree, so that what moves one column
// does not move all trees. A tree of one or two hardly learns what columns say together.
func someColumns(rows *data.Table) float64 {
	const share, fewest = 0.3, 3
	return min(1, max(share, fewest/float64(rows.Cols)))
}

// How deep boosted trees are: on few rows, at most in the norms 2 and 1, and at
// most in the norm inf.
const (
	fewDeep  = 4
	someDeep = 6
	mostDeep = 10
)

// deeper returns by how much the trees of a forest are deeper, on few rows, for more than
// four classes, all of which one tree has to part: two levels for each doubling.
func deeper(rows *data.Table) int {
	if rows == nil {
		return 0
	}
	return max(0, 2*bits.Len(uint(max(len(rows.Classes), 1)-1))-4)
}

// depth returns how deep boosted trees may be: from 256 rows of the rarest class
// on two levels more for each doubling. By the number of all rows trees would be
// so deep that they give up rare classes.
func depth(norm attack.Norm, rows *data.Table) int {
	if rows == nil || len(rows.Classes) == 0 {
		return fewDeep
	}
	rarest, most := rows.Rows, mostDeep
	for _, n := range rows.Counts() {
		if n > 0 {
			rarest = min(rarest, n)
		}
	}
	if norm != attack.LInf {
		most = someDeep
	}
	return max(fewDeep, min(2*bits.Len(uint(rarest))-14, most))
}

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

// Default returns the options to start with for a booster, a norm and training rows, which are nil
// if not read yet. The caller has to set Dir.
func Default(booster string, norm attack.Norm, rows *data.Table) Options {
	return Options{
		Natural: trainer.Defaults(booster), Params: DefaultParams(booster, norm, rows),
		Strategy: advboost.Default(booster, norm, rows),
		Evaluate: eval.Options{Attack: exact.Auto{}}, Provenance: eval.Provenance{Units: "scaled"},
	}
}

// DefaultParams returns the parameters to start with for a hardened model on training rows, or on
// few rows if nil. Like those of [advboost.Default] they were chosen on one half of the data sets of
// eval/bench/harden/halves.go.
func DefaultParams(booster string, norm attack.Norm, rows *data.Table) trainer.Params {
	p := trainer.Defaults(booster)
	p.Rounds, p.MaxDepth, p.MinSamplesLeaf = 60, depth(norm, rows), 5
	p.RobustBoth = norm == attack.LInf // in other norms this expects too strong an attacker
	if advboost.MovesColumns(norm, rows) {
		p.ColsampleByTree = someColumns(rows)
	}
	switch {
	case booster == trainer.Forest: // its trees do not build upon each other
		p.MaxDepth, p.ColsampleByNode = max(p.MaxDepth, min(fewDeep+deeper(rows), mostDeep))+2, 0.8
		return p
	case p.MaxDepth > fewDeep:
		p.Lambda = 5
	}
	if norm == attack.LInf { // in other norms a change of few columns decides all of few trees
		p.Rounds, p.LearningRate = 30, 0.2
	}
	return p
}

// someColumns returns the share of columns per tree, so that changing one column cannot sway every
// tree. At least three, as a tree of one or two hardly learns interactions.
func someColumns(rows *data.Table) float64 {
	const share, fewest = 0.3, 3
	return min(1, max(share, fewest/float64(rows.Cols)))
}

// Depths of boosted trees.
const (
	fewDeep  = 4  // on few rows
	someDeep = 6  // at most in norms other than inf
	mostDeep = 10 // at most in norm inf
)

// deeper returns how much deeper the trees of a forest are on few rows with more than four classes,
// all of which one tree has to separate: by 2 for each doubling.
func deeper(rows *data.Table) int {
	if rows == nil {
		return 0
	}
	return max(0, 2*bits.Len(uint(max(len(rows.Classes), 1)-1))-4)
}

// depth returns how deep boosted trees may be: from 256 rows of the rarest class on, 2 more for each
// doubling. With the number of all rows instead, trees would be so deep that they give up rare
// classes.
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

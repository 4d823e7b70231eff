package main

import (
	"maps"
	"strconv"

	"github.com/hardwood-ml/hardwood/eval/experiment"
)

// dial is what trades natural for robust accuracy, with its positions.
type dial struct {
	name     string
	strategy string
	settings []float64
	turn     func(s *strategy, to float64)
	small    bool // too slow for sets that are not
	pair     bool // for sets of two classes
}

var dials = append([]dial{
	{"margins between clean and worst", usual, []float64{0, 0.25, 0.5, 0.75, 0.9}, func(s *strategy, to float64) { s.loop.Clean = to }, false, false},
	{"share of eps", usual, shares, harden, false, false},
	{"weight of class 1", usual, classWeights, weighClass, false, true},
	{"weight of class 1, without refit", "robust+bound", classWeights, weighClass, false, true},
	{"weight of class 1, stumps", usual, classWeights, func(s *strategy, to float64) {
		weighClass(s, to)
		s.params = changed(s.params, stumps)
	}, true, true},
	{"half robust, weight of examples", "half robust+append", []float64{0.25, 0.5, 1, 2, 4}, func(s *strategy, to float64) {
		s.loop.Weight, s.share = to, 1
	}, true, false},
}, forms(
	form{"stumps", usual, stumps},
	form{"depth 2", usual, map[string]string{"max-depth": "2"}},
	form{"depth 8", usual, map[string]string{"max-depth": "8"}},
	form{"depth 10, of fewer columns", usual, map[string]string{"max-depth": "10", "rounds": "150", "min-samples-leaf": "1", "colsample-bynode": "0.4"}},
	form{"both children", usual, fine},
	form{"both children, splits alone", "robust", fine},
	form{"both children, splits alone, pruned", "robust", changed(fine, map[string]string{"min-split-loss": "1", "lambda": "1"})},
	form{"four placements", "four placements", map[string]string{"max-depth": "8", "rounds": "100", "learning-rate": "0.2", "min-split-loss": "1"}},
	form{"forest", "forest robust", map[string]string{"max-depth": "12"}},
	form{"one tree", "forest robust", map[string]string{"max-depth": "4", "rounds": "1", "colsample-bynode": "1"}},
)...)

var (
	classWeights = []float64{0.15, 0.25, 0.35, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.5, 2}
	stumps       = map[string]string{"max-depth": "1"}
	fine         = map[string]string{"max-depth": "8", "rounds": "100", "min-samples-leaf": "2", "colsample-bynode": "0.5", "robust-both": "true"}
	shares       = []float64{0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1, 1.1, 1.25}
)

// harden hardens against a share of eps, or for 0 not at all.
func harden(s *strategy, share float64) {
	if s.against = share; share == 0 {
		s.loop = experiment.Loop{}
	}
}

func weighClass(s *strategy, to float64) {
	s.params = changed(s.params, map[string]string{"scale-pos-weight": strconv.FormatFloat(to, 'g', -1, 64)})
}

// form is an ensemble of other trees than those of the table.
type form struct {
	name, strategy string
	params         map[string]string
}

// forms returns a dial of what is hardened against for each form.
func forms(all ...form) []dial {
	var dials []dial
	for _, f := range all {
		turn := func(s *strategy, to float64) {
			harden(s, to)
			s.params = changed(s.params, f.params)
		}
		dials = append(dials, dial{"share of eps, " + f.name, f.strategy, shares, turn, true, false})
	}
	return dials
}

// changed returns parameters with others in their place.
func changed(params, others map[string]string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, params)
	maps.Copy(all, others)
	return all
}

package harden

import (
	"maps"
	"strconv"

	"github.com/hardwood-ml/hardwood/advboost"
)

// dial is a parameter that trades natural for robust accuracy, with its positions.
type dial struct {
	name     string
	strategy string
	params   map[string]string // of all positions
	settings []float64
	turn     func(s *strategy, to float64)
	small    bool // for small sets only, as it is too slow for others
	pair     bool // for sets of two classes only
}

// dials with trees of other forms than in the table are for small sets.
var dials = []dial{
	{name: "margins between clean and worst", strategy: usual, settings: []float64{0, 0.25, 0.5, 0.75, 0.9}, turn: mixMargins},
	{name: "weight of class 1", strategy: usual, settings: classWeights, turn: weighClass, pair: true},
	{name: "weight of class 1, without refit", strategy: "robust+bound", settings: classWeights, turn: weighClass, pair: true},
	{name: "weight of class 1, stumps", strategy: usual, params: stumps, settings: classWeights, turn: weighClass, small: true, pair: true},
	{name: "half robust, weight of examples", strategy: "half robust+append", settings: []float64{0.25, 0.5, 1, 2, 4}, turn: weighExamples, small: true},
	{name: "share of eps", strategy: usual, settings: shares, turn: harden},
	{name: "share of eps, stumps", strategy: usual, params: stumps, settings: shares, turn: harden, small: true},
	{name: "share of eps, depth 2", strategy: usual, params: map[string]string{"max-depth": "2"}, settings: shares, turn: harden, small: true},
	{name: "share of eps, depth 8", strategy: usual, params: map[string]string{"max-depth": "8"}, settings: shares, turn: harden, small: true},
	{name: "share of eps, depth 10, of fewer columns", strategy: usual, params: deep, settings: shares, turn: harden, small: true},
	{name: "share of eps, both children", strategy: usual, params: fine, settings: shares, turn: harden, small: true},
	{name: "share of eps, both children, splits alone", strategy: "robust", params: fine, settings: shares, turn: harden, small: true},
	{name: "share of eps, both children, splits alone, pruned", strategy: "robust", params: pruned, settings: shares, turn: harden, small: true},
	{name: "share of eps, four placements", strategy: "four placements", params: chens, settings: shares, turn: harden, small: true},
	{name: "share of eps, forest", strategy: "forest robust", params: map[string]string{"max-depth": "12"}, settings: shares, turn: harden, small: true},
	{name: "share of eps, one tree", strategy: "forest robust", params: single, settings: shares, turn: harden, small: true},
}

var (
	classWeights = []float64{0.15, 0.25, 0.35, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.5, 2}
	shares       = []float64{0, 0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1, 1.1, 1.25}
)

var (
	stumps = map[string]string{"max-depth": "1"}
	deep   = map[string]string{"max-depth": "10", "rounds": "150", "min-samples-leaf": "1", "colsample-bynode": "0.4"}
	fine   = map[string]string{"max-depth": "8", "rounds": "100", "min-samples-leaf": "2", "colsample-bynode": "0.5", "robust-both": "true"}
	pruned = changed(fine, map[string]string{"min-split-loss": "1", "lambda": "1"})
	chens  = map[string]string{"max-depth": "8", "rounds": "100", "learning-rate": "0.2", "min-split-loss": "1"} // those of rivals-folds.csv
	single = map[string]string{"max-depth": "4", "rounds": "1", "colsample-bynode": "1"}
)

func mixMargins(s *strategy, clean float64) { s.how.Clean = clean }

func weighExamples(s *strategy, weight float64) { s.how.Weight, s.share = weight, 1 }

func weighClass(s *strategy, weight float64) {
	s.params = changed(s.params, map[string]string{"scale-pos-weight": strconv.FormatFloat(weight, 'g', -1, 64)})
}

// harden makes a strategy harden against a share of eps, or not at all for 0.
func harden(s *strategy, share float64) {
	if s.against = share; share == 0 {
		s.how = advboost.Strategy{}
	}
}

// at returns the strategy at a position of the dial.
func (d *dial) at(position float64) strategy {
	s := *named(d.strategy)
	s.params = changed(s.params, d.params)
	d.turn(&s, position)
	return s
}

// changed returns parameters, overridden by others.
func changed(params, others map[string]string) map[string]string {
	all := map[string]string{}
	maps.Copy(all, params)
	maps.Copy(all, others)
	return all
}

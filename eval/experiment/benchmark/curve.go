package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/report"
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
	{"half robust, weight of examples", "half robust+append", []float64{0.25, 0.5, 1, 2, 4}, func(s *strategy, to float64) {
		s.loop.Weight, s.share = to, 1
	}, true, false},
}, forms(
	form{"stumps", usual, map[string]string{"max-depth": "1"}},
	form{"depth 2", usual, map[string]string{"max-depth": "2"}},
	form{"depth 8", usual, map[string]string{"max-depth": "8"}},
	form{"depth 10, of fewer columns", usual, map[string]string{"max-depth": "10", "rounds": "150", "min-samples-leaf": "1", "colsample-bynode": "0.4"}},
	form{"both children", usual, map[string]string{"max-depth": "8", "rounds": "100", "min-samples-leaf": "2", "colsample-bynode": "0.5", "robust-both": "true"}},
	form{"both children, splits alone", "robust", map[string]string{"max-depth": "8", "rounds": "100", "min-samples-leaf": "2", "colsample-bynode": "0.5", "robust-both": "true"}},
	form{"both children, splits alone, pruned", "robust", map[string]string{"max-depth": "8", "rounds": "100", "min-samples-leaf": "2", "colsample-bynode": "0.5", "robust-both": "true", "min-split-loss": "1", "lambda": "1"}},
	form{"four placements", "four placements", map[string]string{"max-depth": "8", "rounds": "100", "learning-rate": "0.2", "min-split-loss": "1"}},
	form{"forest", "forest robust", map[string]string{"max-depth": "12"}},
	form{"forest, both children", "forest both children", map[string]string{"max-depth": "16", "rounds": "200", "min-samples-leaf": "3", "colsample-bynode": "0.3"}},
	form{"one tree", "forest robust", map[string]string{"max-depth": "4", "rounds": "1", "colsample-bynode": "1"}},
)...)

var (
	classWeights = []float64{0.15, 0.25, 0.35, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.5, 2}
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
	all := maps.Clone(others)
	for name, value := range params {
		if _, other := others[name]; !other {
			all[name] = value
		}
	}
	return all
}

// plotCurves writes a plot of robust over natural accuracy for each set: the best
// of what the dials give, beside the points of others. It prints the positions of
// the dials, and which of the others lie above them all.
func (b *benchmark) plotCurves(ctx context.Context, sets []set, changes map[string]string) error {
	fmt.Printf("%-22s %-44s %7s %9s %9s\n", "data (eps)", "dial", "at", "natural", "robust")
	for _, on := range sets {
		splits, err := b.splits(&on)
		if err != nil {
			return err
		}
		label := fmt.Sprintf("%s (%v)", on.name, on.eps)
		p := report.Plot{Name: on.name + "-trade-off", Title: label, X: "natural accuracy", Y: "robust accuracy", Share: true, Both: true, Rises: true}
		var positions []score
		for _, d := range dials {
			if d.small && !on.small || d.pair && len(splits[0].train.Classes) != 2 {
				continue
			}
			for _, to := range d.settings {
				s := b.picked(*named(d.strategy), &on)
				d.turn(&s, to)
				scores, err := b.scores(ctx, &on, &s, splits, changes)
				if err != nil {
					return fmt.Errorf("%s, %s %v: %w", on.name, d.name, to, err)
				}
				at := score{natural: mean(scores, natural), robust: mean(scores, robust)}
				fmt.Printf("%-22s %-44s %7v %9.4f %9.4f\n", label, d.name, to, at.natural, at.robust)
				positions = append(positions, at)
			}
		}
		p.Series = append(p.Series, curve(positions, robust))
		for i, r := range rivalsOn(on.name, b.folds) {
			if !reached(&score{natural: r.natural, robust: r.robust}, positions, robust) {
				fmt.Printf("%-22s %-44s %7s %9.4f %9.4f is above the curve\n", label, r.method, "", r.natural, r.robust)
			}
			p.Series = append(p.Series, report.Series{Name: r.method, X: []float64{r.natural}, Y: []float64{r.robust}, Marks: true, Color: 1 + i})
		}
		if err := write(b.curve, &p); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// frontier returns the scores that no other has more than in natural accuracy or
// in what else is measured without having less of the other, by falling natural
// accuracy.
func frontier(scores []score, of func(score) float64) []score {
	scores = slices.Clone(scores)
	slices.SortFunc(scores, func(a, b score) int {
		return cmp.Or(cmp.Compare(b.natural, a.natural), cmp.Compare(of(b), of(a)))
	})
	var best []score
	for _, s := range scores {
		if len(best) == 0 || of(s) > of(best[len(best)-1]) {
			best = append(best, s)
		}
	}
	return best
}

// curve returns the line through the best of the scores.
func curve(scores []score, of func(score) float64) report.Series {
	line := report.Series{Name: "hardwood"}
	for _, s := range frontier(scores, of) {
		line.X, line.Y = append(line.X, s.natural), append(line.Y, of(s))
	}
	return line
}

// reached reports whether one of the scores has the natural accuracy of another
// and what else is measured; both are known to three digits.
func reached(other *score, scores []score, of func(score) float64) bool {
	const digits = 0.0005
	return slices.ContainsFunc(scores, func(s score) bool {
		return s.natural >= other.natural-digits && of(s) >= of(*other)-digits
	})
}

// write writes a plot as SVG to a directory.
func write(dir string, p *report.Plot) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	f, err := os.Create(filepath.Join(dir, p.Name+".svg"))
	if err != nil {
		return err
	}
	if err := p.SVG(f); err != nil {
		return err
	}
	return f.Close()
}

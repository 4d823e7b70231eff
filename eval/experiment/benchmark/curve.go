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

var dials = []dial{
	{"margins between clean and worst", usual, []float64{0, 0.25, 0.5, 0.75, 0.9}, func(s *strategy, to float64) { s.loop.Clean = to }, false, false},
	{"hardened against a share of eps", usual, []float64{0.1, 0.25, 0.5, 0.75, 1, 1.25}, func(s *strategy, to float64) { s.against = to }, false, false},
	{"weight of class 1", usual, classWeights, weighClass, false, true},
	{"weight of class 1, without refit", "robust+bound", classWeights, weighClass, false, true},
	{"half robust, weight of examples", "half robust+append", []float64{0.25, 0.5, 1, 2, 4}, func(s *strategy, to float64) {
		s.loop.Weight, s.share = to, 1
	}, true, false},
}

var classWeights = []float64{0.15, 0.25, 0.35, 0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.5, 2}

func weighClass(s *strategy, to float64) {
	params := map[string]string{}
	maps.Copy(params, s.params)
	params["scale-pos-weight"] = strconv.FormatFloat(to, 'g', -1, 64)
	s.params = params
}

// plotCurves writes a plot of robust over natural accuracy for each set: the best
// of what the dials give, beside the points of others. It prints the positions of
// the dials, and which of the others lie above them all.
func (b *benchmark) plotCurves(ctx context.Context, sets []set, changes map[string]string) error {
	fmt.Printf("%-22s %-34s %7s %9s %9s\n", "data (eps)", "dial", "at", "natural", "robust")
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
				fmt.Printf("%-22s %-34s %7v %9.4f %9.4f\n", label, d.name, to, at.natural, at.robust)
				positions = append(positions, at)
			}
		}
		line := report.Series{Name: "hardwood"}
		for _, s := range frontier(positions, robust) {
			line.X, line.Y = append(line.X, s.natural), append(line.Y, s.robust)
		}
		p.Series = append(p.Series, line)
		for i, r := range rivalsOn(on.name, b.folds) {
			if !reached(&r, positions) {
				fmt.Printf("%-22s %-34s %7s %9.4f %9.4f is above the curve\n", label, r.method, "", r.natural, r.robust)
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

// reached reports whether one of the scores has the natural and the robust
// accuracy of others, which are known to three digits.
func reached(r *rival, scores []score) bool {
	const digits = 0.0005
	return slices.ContainsFunc(scores, func(s score) bool {
		return s.natural >= r.natural-digits && s.robust >= r.robust-digits
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

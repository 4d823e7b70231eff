package harden

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/eval/report"
)

// plotCurves writes a plot of robust over natural accuracy for each set: the frontier of what the
// dials give, starting from parameters chosen without test rows, beside the points of rivals. It
// prints the positions of the dials, and which rivals are above all of them.
func (b *benchmark) plotCurves(ctx context.Context, sets []set) error {
	fmt.Printf("%-22s %-44s %7s %9s %9s\n", "data (eps)", "dial", "at", "natural", "robust")
	for _, on := range sets {
		splits, err := b.splits(&on)
		if err != nil {
			return err
		}
		label := fmt.Sprintf("%s (%v)", on.name, on.eps)
		p := report.Plot{Name: on.name + "-trade-off", Title: label, X: "natural accuracy", Y: "robust accuracy", Share: true, Both: true}
		var positions []score
		for _, d := range dials {
			if d.small && !on.small || d.pair && len(splits[0].train.Classes) != 2 {
				continue
			}
			for _, to := range d.settings {
				s := d.at(to)
				scores, err := b.scores(ctx, &on, &s, splits)
				if err != nil {
					return fmt.Errorf("%s, %s %v: %w", on.name, d.name, to, err)
				}
				at := score{natural: mean(scores, natural), robust: mean(scores, robust)}
				fmt.Printf("%-22s %-44s %7v %9.4f %9.4f\n", label, d.name, to, at.natural, at.robust)
				positions = append(positions, at)
			}
		}
		for i, r := range rivalsOn(on.name, b.folds) {
			if !reached(&score{natural: r.natural - slack, robust: r.robust - slack}, positions, robust) {
				fmt.Printf("%-22s %-44s %7s %9.4f %9.4f is above the curve\n", label, r.method, "", r.natural, r.robust)
			}
			p.Series = append(p.Series, report.Series{Name: r.method, X: []float64{r.natural}, Y: []float64{r.robust}, Marks: true, Color: 1 + i})
		}
		p.Series = slices.Insert(p.Series, 0, curve(positions, robust, p.Series))
		if err := report.WritePlots(b.curve, []*report.Plot{&p}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// frontier returns the Pareto front of scores in natural accuracy and of, by falling natural accuracy.
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

// curve returns the line through the frontier of the scores, extended horizontally to the left as far
// as the points of others: a point on it dominates everything to the left at the same height.
func curve(scores []score, of func(score) float64, others []report.Series) report.Series {
	line := report.Series{Name: "hardwood"}
	for _, s := range frontier(scores, of) {
		line.X, line.Y = append(line.X, s.natural), append(line.Y, of(s))
	}
	end := len(line.X) - 1
	for _, o := range others {
		if o.X[0] < line.X[len(line.X)-1] {
			line.X, line.Y = append(line.X, o.X[0]), append(line.Y, line.Y[end])
		}
	}
	return line
}

// slack is how much rivals' figures may be too high: publications give three digits, and folds differ
// in size.
const slack = 0.0005

// reached reports whether one of the scores is at least as good as another in natural accuracy and of.
func reached(other *score, scores []score, of func(score) float64) bool {
	return slices.ContainsFunc(scores, func(s score) bool {
		return s.natural >= other.natural && of(s) >= of(*other)
	})
}

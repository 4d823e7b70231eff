package harden

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// others are published strategies to plot beside ours, against the eps of the set: the robust splits of
// Chen et al. and GROOT's forest.
var others = []string{"four placements", "forest robust"}

// plotDistances writes a plot of the mean distance over natural accuracy for each set and norm: the
// frontier of natural training and of the hardened model with several weights of class 1, beside the
// points of others. It prints the points, and which of the others are above all of ours.
func (b *benchmark) plotDistances(ctx context.Context, sets []set) error {
	fmt.Printf("%-16s %-4s %-24s %7s %9s %9s %8s\n", "data", "norm", "model", "weight", "natural", "distance", "open")
	for _, on := range sets {
		splits, err := b.splits(&on)
		if err != nil {
			return err
		}
		norms, known := lengthening[on.name]
		if !known {
			return fmt.Errorf("%s has no setting for norms 2 and 1", on.name)
		}
		for _, norm := range []attack.Norm{attack.L2, attack.L1} {
			d := distancePlot{b, &on, splits, norm}
			if err := d.draw(ctx, norms[norm]); err != nil {
				return err
			}
		}
	}
	return ctx.Err()
}

// distancePlot is the plot of a set in a norm.
type distancePlot struct {
	b      *benchmark
	on     *set
	splits []split
	norm   attack.Norm
}

// draw measures all points and writes the plot.
func (d *distancePlot) draw(ctx context.Context, h against) error {
	var line []score
	for _, weight := range classWeights {
		s := h.strategy(d.norm)
		weighClass(&s, weight)
		at, err := d.point(ctx, &s, h.box, fmt.Sprint(weight))
		if err != nil {
			return err
		}
		if !math.IsInf(at.distance, 1) { // a constant has no examples
			line = append(line, at)
		}
	}
	p := report.Plot{
		Name: fmt.Sprintf("%s-distance-%v", d.on.name, d.norm), Title: fmt.Sprintf("%s, norm %v", d.on.name, d.norm),
		X: "natural accuracy", Y: "mean distance", Both: true,
	}
	besides := h.naturals()
	own := len(besides)
	for _, name := range others {
		besides = append(besides, *named(name))
	}
	for i := range besides {
		s := &besides[i]
		at, err := d.point(ctx, s, d.on.eps, "")
		if err != nil {
			return err
		}
		if i < own { // the natural end of the line
			line = append(line, at)
		} else if !reached(&at, line, distance) {
			fmt.Printf("%-16s %-4v %-24s is above the curve\n", d.on.name, d.norm, s.name)
		}
		p.Series = append(p.Series, report.Series{Name: s.name, X: []float64{at.natural}, Y: []float64{at.distance}, Marks: true, Color: 1 + i})
	}
	p.Series = slices.Insert(p.Series, 0, curve(line, distance, p.Series))
	return report.WritePlots(d.b.curve, []*report.Plot{&p})
}

// point measures and prints a point: the model of a strategy, with a box for its splits.
func (d *distancePlot) point(ctx context.Context, s *strategy, box float64, weight string) (score, error) {
	scores, err := d.b.lengths(ctx, d.on, s, d.splits, d.norm, box)
	if err != nil {
		return score{}, err
	}
	at := score{natural: mean(scores, natural), distance: mean(scores, distance)}
	fmt.Printf("%-16s %-4v %-24s %7s %9.4f %9.4f %8.4f\n", d.on.name, d.norm, s.name, weight, at.natural, at.distance, mean(scores, open))
	return at, nil
}

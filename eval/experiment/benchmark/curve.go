package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/eval/report"
)

// dial is what trades natural for robust accuracy, with its positions.
type dial struct {
	name     string
	settings []float64
	turn     func(s *strategy, to float64)
}

var dials = []dial{
	{"margins between clean and worst", []float64{0, 0.25, 0.5, 0.75, 0.9}, func(s *strategy, to float64) { s.loop.Clean = to }},
	{"hardened against a share of eps", []float64{0.1, 0.25, 0.5, 0.75, 1, 1.25}, func(s *strategy, to float64) { s.against = to }},
}

// plotCurves writes a plot of robust over natural accuracy for each set: the
// usual strategy along each dial, beside the points of others.
func (b *benchmark) plotCurves(ctx context.Context, sets []set, changes map[string]string) error {
	chosen, err := choose(usual)
	if err != nil {
		return err
	}
	fmt.Printf("%-22s %-34s %7s %9s %9s\n", "data (eps)", "dial", "at", "natural", "robust")
	for _, on := range sets {
		splits, err := b.splits(&on)
		if err != nil {
			return err
		}
		label := fmt.Sprintf("%s (%v)", on.name, on.eps)
		p := report.Plot{Name: on.name + "-trade-off", Title: label, X: "natural accuracy", Y: "robust accuracy"}
		for i, d := range dials {
			line := report.Series{Name: d.name, Color: i}
			for _, to := range d.settings {
				s := chosen[0]
				d.turn(&s, to)
				scores, err := b.scores(ctx, &on, &s, splits, changes)
				if err != nil {
					return fmt.Errorf("%s, %s %v: %w", on.name, d.name, to, err)
				}
				line.X, line.Y = append(line.X, mean(scores, natural)), append(line.Y, mean(scores, robust))
				fmt.Printf("%-22s %-34s %7v %9.4f %9.4f\n", label, d.name, to, mean(scores, natural), mean(scores, robust))
			}
			p.Series = append(p.Series, line)
		}
		for i, r := range rivalsOn(on.name, b.folds > 0) {
			p.Series = append(p.Series, report.Series{Name: r.method, X: []float64{r.natural}, Y: []float64{r.robust}, Marks: true, Color: len(dials) + i})
		}
		if err := write(b.curve, &p); err != nil {
			return err
		}
	}
	return ctx.Err()
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

package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
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
}

var dials = []dial{
	{"margins between clean and worst", usual, []float64{0, 0.25, 0.5, 0.75, 0.9}, func(s *strategy, to float64) { s.loop.Clean = to }, false},
	{"hardened against a share of eps", usual, []float64{0.1, 0.25, 0.5, 0.75, 1, 1.25}, func(s *strategy, to float64) { s.against = to }, false},
	{"weight of class 1", usual, classWeights, weighClass, false},
	{"weight of class 1, without refit", "robust+bound", classWeights, weighClass, false},
	{"half robust, weight of examples", "half robust+append", []float64{0.25, 0.5, 1, 2, 4}, func(s *strategy, to float64) {
		s.loop.Weight, s.share = to, 1
	}, true},
}

var classWeights = []float64{0.5, 0.6, 0.7, 0.85, 1, 1.2, 1.5, 2}

func weighClass(s *strategy, to float64) {
	s.params = map[string]string{"scale-pos-weight": strconv.FormatFloat(to, 'g', -1, 64)}
}

// plotCurves writes a plot of robust over natural accuracy for each set: the
// strategies along the dials, beside the points of others. It prints which of
// these lie above every position of a dial.
func (b *benchmark) plotCurves(ctx context.Context, sets []set, changes map[string]string) error {
	fmt.Printf("%-22s %-34s %7s %9s %9s\n", "data (eps)", "dial", "at", "natural", "robust")
	for _, on := range sets {
		splits, err := b.splits(&on)
		if err != nil {
			return err
		}
		label := fmt.Sprintf("%s (%v)", on.name, on.eps)
		p := report.Plot{Name: on.name + "-trade-off", Title: label, X: "natural accuracy", Y: "robust accuracy"}
		for i, d := range dials {
			if d.small && !on.small {
				continue
			}
			line := report.Series{Name: d.name, Color: i}
			for _, to := range d.settings {
				s := *named(d.strategy)
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
		lines := len(p.Series)
		for i, r := range rivalsOn(on.name, b.folds > 0) {
			if !reached(&r, p.Series[:lines]) {
				fmt.Printf("%-22s %-34s %7s %9.4f %9.4f is above the curves\n", label, r.method, "", r.natural, r.robust)
			}
			p.Series = append(p.Series, report.Series{Name: r.method, X: []float64{r.natural}, Y: []float64{r.robust}, Marks: true, Color: len(dials) + i})
		}
		if err := write(b.curve, &p); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// reached reports whether a position of a dial has the natural and the robust
// accuracy of others, which are known to three digits.
func reached(r *rival, lines []report.Series) bool {
	const digits = 0.0005
	for _, line := range lines {
		for i, x := range line.X {
			if x >= r.natural-digits && line.Y[i] >= r.robust-digits {
				return true
			}
		}
	}
	return false
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

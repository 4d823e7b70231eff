package harden

import (
	"context"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/eval/bench/synthetic"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/cputime"
)

// Rows and features to start from; one of them doubles in each step.
const (
	growthRows  = 10_000
	growthCols  = 28
	growthSteps = 4
	growthEps   = 0.02
)

// plotGrowth trains on growing numbers of rows, and of features, and prints and plots the CPU time of
// each strategy; it prints the ratio to the first strategy too.
func (b *benchmark) plotGrowth(ctx context.Context, strategies []strategy) error {
	for _, axis := range []struct {
		name string
		of   func(step int) (rows, cols int)
	}{
		{"rows", func(step int) (int, int) { return growthRows << step, growthCols }},
		{"features", func(step int) (int, int) { return growthRows, growthCols << step }},
	} {
		p := report.Plot{Name: "growth-" + axis.name, Title: "Training time", X: axis.name, Y: "CPU seconds", LogX: true}
		p.Series = make([]report.Series, len(strategies))
		for step := range growthSteps + 1 {
			rows, cols := axis.of(step)
			d := split{train: synthetic.Uniform(rows, cols)}
			for i := range strategies {
				used, err := b.leastSeconds(ctx, &strategies[i], &d)
				if err != nil {
					return err
				}
				line := &p.Series[i]
				line.Name, line.Color = strategies[i].name, i
				size, _ := axis.of(step)
				if axis.name == "features" {
					size = cols
				}
				line.X, line.Y = append(line.X, float64(size)), append(line.Y, used)
				fmt.Printf("%8d rows %5d features  %-22s %8.2f s  %5.2f times %s\n", rows, cols, line.Name, used, used/p.Series[0].Y[step], p.Series[0].Name)
			}
		}
		if err := report.WritePlots(b.growth, []*report.Plot{&p}); err != nil {
			return err
		}
	}
	return nil
}

// leastSeconds returns the least CPU time of training, over as many runs as there are seeds.
func (b *benchmark) leastSeconds(ctx context.Context, s *strategy, d *split) (float64, error) {
	p, err := s.parameters(&set{}, b.params)
	if err != nil {
		return 0, err
	}
	p.Threads = b.threads
	least := math.Inf(1)
	for range b.seeds {
		start := cputime.Seconds()
		if _, err := s.train(ctx, d, p, growthEps); err != nil {
			return 0, err
		}
		least = min(least, cputime.Seconds()-start)
	}
	return least, nil
}

// Benchmark trains models by every strategy on the data sets of the published
// tables and prints their natural and certified robust accuracy, mean and
// spread over seeds, with the processor time of training.
//
//	go run ./advboost/benchmark -sets breast-cancer,diabetes -strategies all
//
// It reads ../shared/datasets, and the built-in data where that is absent.
// Robust accuracy is decided row by row by package exact in the L-inf ball of
// eps less 1e-6: robust trainers put thresholds at x+eps, where rounding alone
// would decide. Rows left open count as broken. A constant predictor has the
// accuracy printed as constant, whatever eps.
package main

import (
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strings"
	"syscall"
)

func main() {
	sets := flag.String("sets", "", "names of data sets, by default the quick ones")
	names := flag.String("strategies", "default", "names of strategies, default, or all for the ablation")
	seeds := flag.Int("seeds", 5, "seeds of training")
	threads := flag.Int("threads", 1, "threads of training and deciding")
	nodes := flag.Int("nodes", 20000, "boxes to look at before a row is left open")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, *sets, *names, *seeds, *threads, *nodes); err != nil {
		fmt.Fprintln(os.Stderr, "benchmark:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, sets, names string, seeds, threads, nodes int) error {
	strategies, err := choose(names)
	if err != nil {
		return err
	}
	fmt.Printf("%-15s %-22s %15s %15s %9s %9s %9s %8s\n", "data (eps)", "strategy", "natural", "robust", "balanced", "open", "constant", "CPU s")
	for _, s := range catalogue() {
		if sets == "" && !s.quick || sets != "" && !contains(sets, s.name) {
			continue
		}
		train, test, err := s.load()
		if err != nil {
			return err
		}
		for _, strategy := range strategies {
			var scores []score
			for seed := range seeds {
				start := cpu()
				e, err := strategy.train(ctx, s, train, uint64(seed), threads)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", s.name, strategy.name, err)
				}
				used := cpu() - start
				got, err := certify(ctx, e, test, s.eps, nodes, threads)
				if err != nil {
					return fmt.Errorf("%s, %s: %w", s.name, strategy.name, err)
				}
				got.cpu = used
				scores = append(scores, got)
			}
			fmt.Printf("%-15s %-22s %15s %15s %9.4f %9.4f %9.4f %8.2f\n", fmt.Sprintf("%s (%v)", s.name, s.eps), strategy.name,
				spread(scores, func(s score) float64 { return s.natural }), spread(scores, func(s score) float64 { return s.robust }),
				mean(scores, func(s score) float64 { return s.balanced }), mean(scores, func(s score) float64 { return s.open }),
				constant(test), mean(scores, func(s score) float64 { return s.cpu }))
		}
	}
	return ctx.Err()
}

func contains(list, name string) bool {
	for _, n := range strings.Split(list, ",") {
		if n == name {
			return true
		}
	}
	return false
}

func mean(scores []score, of func(score) float64) float64 {
	sum := 0.0
	for _, s := range scores {
		sum += of(s)
	}
	return sum / float64(len(scores))
}

// spread writes the mean over the seeds and, where it is not 0, the standard
// deviation.
func spread(scores []score, of func(score) float64) string {
	m, sum := mean(scores, of), 0.0
	for _, s := range scores {
		sum += (of(s) - m) * (of(s) - m)
	}
	if sum < 1e-12 || len(scores) < 2 {
		return fmt.Sprintf("%.4f", m)
	}
	return fmt.Sprintf("%.4f ±%.4f", m, math.Sqrt(sum/float64(len(scores)-1)))
}

// cpu returns the processor time of this process in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

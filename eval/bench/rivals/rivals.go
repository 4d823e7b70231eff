// Package rivals measures, on public models, the attacks that LT-Attack is compared with: their mean and
// median distances over several seeds, and the ratios to those of the paper's own LT-Attack program on
// the same rows.
package rivals

import (
	"context"
	"fmt"
	"slices"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
)

// bench holds the flags.
type bench struct {
	reference.Choice
	methods []string
	seeds   uint64
	threads int
}

// Command returns the command rivals of the program.
func Command() *cobra.Command {
	b := bench{Choice: reference.Choice{
		Models: []string{"breast", "diabetes", "ijcnn", "covtype", "higgs", "webspam"}, Norms: []string{"inf", "2"},
	}}
	c := &cobra.Command{
		Use:     "rivals",
		Short:   "Other published attacks beside the LT-Attack program of its authors",
		Example: "  hardwood-bench rivals --rows 20 --seeds 3 --norms inf,2 --models gbdt,robust",
		Args:    cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			fmt.Printf("%-26s%4s  %-8s%5s%11s%11s%8s%11s%8s%10s%10s\n", "model", "norm", "method", "runs", "paper's LT", "mean", "ratio", "median", "ratio", "s/row", "queries")
			return b.Suites(func(m reference.Model, s *reference.Suite) error {
				for _, name := range b.methods {
					if err := b.measure(c.Context(), m.Name, s, name); err != nil {
						return err
					}
				}
				return nil
			})
		},
	}
	f := c.Flags()
	b.Flags(f)
	f.StringSliceVar(&b.methods, "methods", method.BlackBoxes(), "methods to measure")
	f.Uint64Var(&b.seeds, "seeds", 1, "seeds of the methods: 1, 2, and so on")
	f.IntVar(&b.threads, "threads", 0, "threads, 0 for one per processor")
	return c
}

// measure prints what a method reaches.
func (b *bench) measure(ctx context.Context, model string, suite *reference.Suite, name string) error {
	a, err := method.New(name, method.Settings{})
	if err != nil {
		return err
	}
	var victims []attack.Victim
	var paper, distances, seconds, queries []float64
	for _, c := range suite.Cases {
		victims = append(victims, c.Victim)
		paper = append(paper, c.Paper)
	}
	for seed := range b.seeds {
		suite.Problem.Seed = seed + 1
		results, err := attack.Run(ctx, suite.Problem, a, victims, attack.RunOptions{Threads: b.threads})
		if err != nil {
			return err
		}
		for _, r := range results {
			distances = append(distances, r.Distance)
			seconds = append(seconds, r.Seconds)
			queries = append(queries, float64(r.Stats.Queries))
		}
	}
	mean, middle := stat.Mean(paper, nil), median(paper)
	fmt.Printf("%-26s%4v  %-8s%5d%11.5f%11.5f%8.3f%11.5f%8.3f%10.3f%10.0f\n", model, suite.Problem.Norm, name, len(distances), mean,
		stat.Mean(distances, nil), stat.Mean(distances, nil)/mean, median(distances), median(distances)/middle,
		stat.Mean(seconds, nil), stat.Mean(queries, nil))
	return nil
}

func median(v []float64) float64 {
	slices.Sort(v)
	return stat.Quantile(0.5, stat.LinInterp, v, nil)
}

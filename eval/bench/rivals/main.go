// Rivals attacks public models with the rivals of LT-Attack and prints their
// mean and median distances, over several seeds, beside that of the paper's
// own LT-Attack program on the same rows:
//
//	go run ./eval/bench/rivals -rows 20 -seeds 3 -norms inf,2 -models gbdt,robust
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
)

func main() {
	var o options
	dir := flag.String("dir", "../shared", "where the public models and rows are")
	rows := flag.Int("rows", 50, "rows of each model")
	norms := flag.String("norms", "inf,2", "norms: inf, 2, 1")
	models := flag.String("models", "breast,diabetes,ijcnn,covtype,higgs,webspam", "parts of the models' names")
	methods := flag.String("methods", "cube,signopt,hsja", "methods to measure")
	flag.Uint64Var(&o.seeds, "seeds", 1, "seeds of the methods: 1, 2, and so on")
	flag.IntVar(&o.threads, "threads", 0, "threads, 0 for one per processor")
	flag.Parse()
	o.methods = strings.Split(*methods, ",")
	if err := o.run(*dir, *models, *norms, *rows); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type options struct {
	methods []string
	seeds   uint64
	threads int
}

func (o *options) run(dir, models, norms string, rows int) error {
	fmt.Printf("%-26s%4s  %-8s%5s%11s%11s%8s%11s%8s%10s%10s\n", "model", "norm", "method", "runs", "paper's LT", "mean", "ratio", "median", "ratio", "s/row", "queries")
	var failed error
	err := reference.Suites(dir, models, norms, rows, func(m reference.Model, s *reference.Suite) {
		for _, name := range o.methods {
			if failed == nil {
				failed = o.measure(m.Name, s, name)
			}
		}
	})
	if err != nil {
		return err
	}
	return failed
}

// measure prints what a method reaches.
func (o *options) measure(model string, suite *reference.Suite, name string) error {
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
	for seed := range o.seeds {
		suite.Problem.Seed = seed + 1
		results, err := attack.Run(context.Background(), suite.Problem, a, victims, attack.RunOptions{Threads: o.threads})
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

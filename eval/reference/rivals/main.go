// Rivals attacks public models with the rivals of LT-Attack and prints their
// mean distances beside that of the paper's own LT-Attack program on the same
// rows, to be compared with the ratios in the paper's tables:
//
//	go run ./eval/reference/rivals -rows 50 -norms inf,2 -models gbdt,robust
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval/method"
	"github.com/hardwood-ml/hardwood/eval/reference"
)

func main() {
	dir := flag.String("dir", "../shared", "where the public models and rows are")
	rows := flag.Int("rows", 50, "rows of each model")
	norms := flag.String("norms", "inf,2", "norms: inf, 2, 1")
	models := flag.String("models", "breast,diabetes,ijcnn,covtype,higgs,webspam", "parts of the models' names")
	methods := flag.String("methods", "cube,signopt,hsja", "methods to measure")
	seed := flag.Uint64("seed", 0, "seed of the methods")
	threads := flag.Int("threads", 0, "threads, 0 for one per processor")
	flag.Parse()
	if err := run(*dir, *models, *norms, *methods, *rows, *threads, *seed); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir, models, norms, methods string, rows, threads int, seed uint64) error {
	var attacks []attack.Attack
	fmt.Printf("%-26s%4s%12s", "model", "norm", "paper's LT")
	for _, name := range strings.Split(methods, ",") {
		a, err := method.New(name, method.Settings{})
		if err != nil {
			return err
		}
		attacks = append(attacks, a)
		fmt.Printf("%12s%8s%10s%10s", name, "ratio", "s/row", "queries")
	}
	fmt.Println()
	var failed error
	err := reference.Suites(dir, models, norms, rows, func(m reference.Model, s *reference.Suite) {
		s.Problem.Seed = seed
		if failed == nil {
			failed = compare(m.Name, s, attacks, threads)
		}
	})
	if err != nil {
		return err
	}
	return failed
}

// compare prints a line of the table.
func compare(name string, suite *reference.Suite, attacks []attack.Attack, threads int) error {
	n := float64(len(suite.Cases))
	var victims []attack.Victim
	paper := 0.0
	for _, c := range suite.Cases {
		victims = append(victims, c.Victim)
		paper += c.Paper / n
	}
	fmt.Printf("%-26s%4v%12.5f", name, suite.Problem.Norm, paper)
	for _, a := range attacks {
		results, err := attack.Run(context.Background(), suite.Problem, a, victims, attack.RunOptions{Threads: threads})
		if err != nil {
			return err
		}
		mean, seconds, queries := 0.0, 0.0, 0.0
		for _, r := range results {
			mean += r.Distance / n
			seconds += r.Seconds / n
			queries += float64(r.Stats.Queries) / n
		}
		fmt.Printf("%12.5f%8.3f%10.3f%10.0f", mean, mean/paper, seconds, queries)
	}
	fmt.Println()
	return nil
}

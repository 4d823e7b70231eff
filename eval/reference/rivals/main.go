// Rivals attacks public models with the rivals of LT-Attack and prints their
// mean distances beside that of the paper's own LT-Attack program on the same
// rows, to be compared with the ratios in the paper's tables:
//
//	go run ./eval/reference/rivals -rows 50 -norm inf
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/blackbox"
	"github.com/hardwood-ml/hardwood/attack/cube"
	"github.com/hardwood-ml/hardwood/attack/hsja"
	"github.com/hardwood-ml/hardwood/attack/signopt"
	"github.com/hardwood-ml/hardwood/eval/reference"
)

func main() {
	dir := flag.String("dir", "../shared", "where the public models and rows are")
	rows := flag.Int("rows", 50, "rows of each model")
	norm := flag.String("norm", "inf", "norm: inf, 2 or 1")
	models := flag.String("models", "", "models, by default all small ones")
	flag.Parse()
	if err := run(*dir, *models, *norm, *rows); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(dir, models, norm string, rows int) error {
	n, err := attack.ParseNorm(norm)
	if err != nil {
		return err
	}
	methods := []blackbox.Method{cube.Method{}, signopt.Method{}, hsja.Method{}}
	fmt.Printf("%-26s%12s", "model", "paper's LT")
	for _, m := range methods {
		fmt.Printf("%12s%8s%10s", m.Name(), "ratio", "s/row")
	}
	fmt.Println()
	for _, m := range reference.Models {
		if models == "" && strings.HasPrefix(m.Name, "mnist") || models != "" && !strings.Contains(models, m.Name) {
			continue
		}
		suite, err := reference.Load(dir, m, n, rows)
		if err != nil {
			return err
		}
		if err := compare(m.Name, suite, methods); err != nil {
			return err
		}
	}
	return nil
}

func compare(name string, suite *reference.Suite, methods []blackbox.Method) error {
	var victims []attack.Victim
	paper := 0.0
	for _, c := range suite.Cases {
		victims = append(victims, c.Victim)
		paper += c.Paper / float64(len(suite.Cases))
	}
	fmt.Printf("%-26s%12.5f", name, paper)
	for _, m := range methods {
		start := time.Now()
		results, err := attack.Run(context.Background(), suite.Problem, blackbox.New(m), victims, attack.RunOptions{Threads: 2})
		if err != nil {
			return err
		}
		mean := 0.0
		for _, r := range results {
			mean += r.Distance / float64(len(results))
		}
		fmt.Printf("%12.5f%8.2f%10.3f", mean, mean/paper, 2*time.Since(start).Seconds()/float64(len(results)))
	}
	fmt.Println()
	return nil
}

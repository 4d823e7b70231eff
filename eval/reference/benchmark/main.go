//go:build unix

// Command benchmark compares LT-Attack with the results of the paper's own
// program and with the proved optimum, on public models in ../shared:
//
//	go run ./eval/reference/benchmark -models ijcnn,higgs -norms inf,2 -rows 100
package main

import (
	"context"
	"flag"
	"fmt"
	"log"
	"math"
	"os"
	"runtime"
	"runtime/pprof"
	"syscall"
	"text/tabwriter"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/eval/reference"
)

func main() {
	log.SetFlags(0)
	dir := flag.String("dir", "../shared", "where models, datasets and reference results are")
	models := flag.String("models", "", "parts of model names, all if empty")
	norms := flag.String("norms", "inf,2,1", "norms")
	rows := flag.Int("rows", 50, "rows of each model, 0 for all")
	starts := flag.Int("starts", 0, "starts")
	paper := flag.Bool("paper", false, "only what the paper describes")
	noise := flag.Int("noise", 0, "noise trials")
	patience := flag.Int("patience", 0, "patience")
	profile := flag.String("profile", "", "write a CPU profile")
	verbose := flag.Bool("v", false, "print every row")
	flag.Parse()
	if _, err := os.Stat(*dir); err != nil {
		log.Fatalf("%v: the reference models and results are not here; nothing to compare with", err)
	}
	runtime.GOMAXPROCS(1)
	if *profile != "" {
		f, err := os.Create(*profile)
		if err != nil {
			log.Fatal(err)
		}
		pprof.StartCPUProfile(f)
		defer pprof.StopCPUProfile()
	}
	out := tabwriter.NewWriter(os.Stdout, 11, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "                   model\tnorm\trows\tours\tpaper\toptimum\tours/paper\tours/opt\tpaper/opt\tworst\tproved\tms\tpaper ms\tCPU ratio\tvalid\t")
	a := ltattack.Attack{Paper: *paper, Starts: *starts, Noise: *noise, Patience: *patience}
	err := reference.Suites(*dir, *models, *norms, *rows, func(m reference.Model, s *reference.Suite) {
		row(out, m, s, a, *verbose)
		out.Flush()
	})
	if err != nil {
		log.Fatal(err)
	}
}

// row attacks the cases of a suite and prints the comparison.
func row(out *tabwriter.Writer, m reference.Model, s *reference.Suite, a attack.Attack, verbose bool) {
	victims := make([]attack.Victim, len(s.Cases))
	for i, c := range s.Cases {
		victims[i] = c.Victim
	}
	before := cpu()
	results, err := attack.Run(context.Background(), s.Problem, a, victims, attack.RunOptions{Threads: 1})
	if err != nil {
		log.Fatalf("%s: %v", m.Name, err)
	}
	seconds := cpu() - before
	var ours, paper, known, optimum, paperKnown, paperCPU, worst float64
	n, valid := 0, 0
	for i, r := range results {
		c := s.Cases[i]
		ours += r.Distance
		paper += c.Paper
		paperCPU += c.PaperCPU
		if s.Problem.Check(c.Victim, &r) == nil && r.Example != nil {
			valid++
		}
		if !math.IsNaN(c.Optimum) {
			n++
			known += r.Distance
			optimum += c.Optimum
			paperKnown += c.Paper
			if r.Distance-c.Optimum > 2e-7 {
				worst = max(worst, r.Distance/c.Optimum)
			}
		}
		if verbose {
			fmt.Fprintf(out, "%d\t%v\t\t%.7f\t%.7f\t%.7f\t%.3f\t%.3f\t\t\t\t%.3f\t%.3f\t\t\n", r.Row, s.Problem.Norm, r.Distance, c.Paper, c.Optimum, r.Distance/c.Paper, r.Distance/c.Optimum, 1e3*r.Seconds, 1e3*c.PaperCPU)
		}
	}
	count := float64(len(results))
	fmt.Fprintf(out, "%24s\t%v\t%d\t%.6f\t%.6f\t%.6f\t%.4f\t%.4f\t%.4f\t%.3f\t%d\t%.3f\t%.1f\t%.1f\t%d\t\n",
		m.Name, s.Problem.Norm, len(results), ours/count, paper/count, optimum/float64(n), ours/paper, known/optimum, paperKnown/optimum, worst, n,
		1e3*seconds/count, 1e3*paperCPU/count, paperCPU/seconds, valid)
}

// cpu returns the user and system time of the process in seconds.
func cpu() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		log.Fatal(err)
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

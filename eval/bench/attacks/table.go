package attacks

import (
	"context"
	"fmt"
	"io"
	"math"
	"text/tabwriter"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
	"github.com/hardwood-ml/hardwood/internal/cputime"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// point is an operating point of the attack, with how it does on the worst
// model and norm so far.
type point struct {
	ltattack.Attack
	overPaper, overOptimum float64 // largest ratios of mean distances
	faster                 float64 // smallest ratio of CPU times
	examples, valid        int

	asked, agreed int // examples that leaves was asked about
}

// name names a point by its patience.
func (p *point) name() string {
	if p.Patience == 0 {
		return "default"
	}
	return fmt.Sprint(p.Patience)
}

// ask checks examples with the predictor leaves.
func (p *point) ask(leaves *leavesbridge.Predictor, results []attack.Result) {
	for i := range results {
		if r := &results[i]; r.Example != nil {
			p.asked++
			if leaves.Class(r.Example) == r.Class {
				p.agreed++
			}
		}
	}
}

// table prints a line per model, norm and operating point.
type table struct {
	out      *tabwriter.Writer
	points   []point
	examples string // folder for the examples of the first point, "" for none
}

func newTable(w io.Writer) *table {
	t := &table{out: tabwriter.NewWriter(w, 10, 8, 2, ' ', tabwriter.AlignRight)}
	fmt.Fprintln(t.out, "                   model\tnorm\trows\tpatience\tours\tpaper\toptimum\tours/paper\tours/opt\tpaper/opt\tworst\tproved\tms\tpaper ms\tCPU ratio\tvalid\t")
	return t
}

// add attacks the cases of a suite at every point.
func (t *table) add(m reference.Model, s *reference.Suite) error {
	leaves, err := leavesbridge.New(s.Ensemble)
	if err != nil {
		leaves = nil // it does not read every kind of model
	}
	for i := range t.points {
		p := &t.points[i]
		results, err := t.line(m, s, p)
		if err != nil {
			return err
		}
		if leaves != nil {
			p.ask(leaves, results)
		}
		if i == 0 && t.examples != "" {
			if err := writeExamples(t.examples, m, s, results); err != nil {
				return err
			}
		}
	}
	return t.out.Flush()
}

// line attacks the cases of a suite at a point and prints the comparison.
func (t *table) line(m reference.Model, s *reference.Suite, p *point) ([]attack.Result, error) {
	victims := make([]attack.Victim, len(s.Cases))
	for i, c := range s.Cases {
		victims[i] = c.Victim
	}
	before := cputime.Seconds()
	results, err := attack.Run(context.Background(), s.Problem, p.Attack, victims, attack.RunOptions{Threads: 1})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", m.Name, err)
	}
	seconds := cputime.Seconds() - before
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
		if math.IsNaN(c.Optimum) {
			continue
		}
		n++
		known += r.Distance
		optimum += c.Optimum
		paperKnown += c.Paper
		if r.Distance-c.Optimum > rounding {
			worst = max(worst, r.Distance/c.Optimum)
		}
	}
	count := float64(len(results))
	fmt.Fprintf(t.out, "%24s\t%v\t%d\t%s\t%.6f\t%.6f\t%.6f\t%.4f\t%.4f\t%.4f\t%.3f\t%d\t%.3f\t%.1f\t%.1f\t%d\t\n",
		m.Name, s.Problem.Norm, len(results), p.name(), ours/count, paper/count, optimum/float64(n), ours/paper, known/optimum, paperKnown/optimum, worst, n,
		1e3*seconds/count, 1e3*paperCPU/count, paperCPU/seconds, valid)
	if p.examples == 0 {
		p.faster = math.Inf(1)
	}
	p.overPaper, p.overOptimum, p.faster = max(p.overPaper, ours/paper), max(p.overOptimum, known/optimum), min(p.faster, paperCPU/seconds)
	p.examples += len(results)
	p.valid += valid
	return results, nil
}

// rounding is the precision of the reference optima.
const rounding = 2e-7

// summary says how each point does on its worst model and norm.
func (t *table) summary() {
	for _, p := range t.points {
		fmt.Fprintf(t.out, "patience %s: mean distance at most %.4f of the paper's and %.4f of the optimum, at most 1/%.1f of its CPU time; %d of %d examples valid, leaves agrees on %d of %d\n",
			p.name(), p.overPaper, p.overOptimum, p.faster, p.valid, p.examples, p.agreed, p.asked)
	}
	t.out.Flush()
}

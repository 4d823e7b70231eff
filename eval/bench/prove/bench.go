package prove

import (
	"context"
	"fmt"
	"math"
	"os"
	"slices"
	"text/tabwriter"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
	"github.com/hardwood-ml/hardwood/internal/cputime"
)

const header = "                   model\tnorm\trows\tr heur\tr best\tr proved\tin 1s\tshare\tgap\tboxes\tms\tworst ms\theur ms\tratio\troot/opt\troot ms\tdecide ms\ttimes\tdiffer\t"

// bench is a line of the table.
type bench struct {
	suite   *reference.Suite
	verbose bool
	results []attack.Result
	cpu     []float64
	roots   []attack.Result
	rootCPU float64
	decide  float64
}

// run searches, bounds and decides. It fails if results contradict each other.
func (b *bench) run(a attack.Attack, limit time.Duration) error {
	search, err := b.searcher(a)
	if err != nil {
		return err
	}
	root, err := b.searcher(exact.Attack{Root: true})
	if err != nil {
		return err
	}
	for _, c := range b.suite.Cases {
		ctx, stop := within(limit)
		before := cputime.Seconds()
		r := search.Search(ctx, c.Victim)
		b.cpu = append(b.cpu, cputime.Seconds()-before)
		stop()
		if err := b.suite.Problem.Check(c.Victim, &r); err != nil {
			return err
		}
		b.results = append(b.results, r)
	}
	before := cputime.Seconds()
	for i, c := range b.suite.Cases {
		b.roots = append(b.roots, root.Search(context.Background(), c.Victim))
		if r := &b.results[i]; r.Status == attack.Optimal && b.roots[i].LowerBound > r.Distance*(1+1e-9) {
			return fmt.Errorf("row %d: root bound %v above the optimum %v", r.Row, b.roots[i].LowerBound, r.Distance)
		}
	}
	b.rootCPU = cputime.Seconds() - before
	eps := b.median()
	ctx, stop := within(limit * time.Duration(len(b.suite.Cases)))
	before = cputime.Seconds()
	for i, c := range b.suite.Cases {
		verdict, _ := search.(attack.Decider).Decide(ctx, c.Victim, eps)
		r := &b.results[i]
		if verdict == attack.Certified && r.Distance <= eps || verdict == attack.Broken && r.LowerBound > eps {
			return fmt.Errorf("row %d: %v within %v, but the minimum lies between %v and %v", r.Row, verdict, eps, r.LowerBound, r.Distance)
		}
	}
	b.decide = cputime.Seconds() - before
	stop()
	return nil
}

func (b *bench) searcher(a attack.Attack) (attack.Searcher, error) {
	p, err := a.Prepare(b.suite.Problem)
	if err != nil {
		return nil, err
	}
	return p.Searcher(), nil
}

func (b *bench) median() float64 {
	var d []float64
	for _, r := range b.results {
		d = append(d, r.Distance)
	}
	slices.Sort(d)
	return d[len(d)/2]
}

func (b *bench) print(out *tabwriter.Writer, name string) {
	var paper, best, lower, paperCPU, total, share float64
	var gap float64
	quick, proved, boxes, differ := 0, 0, 0, 0
	for i, r := range b.results {
		c := b.suite.Cases[i]
		paper += c.Paper
		best += r.Distance
		lower += r.LowerBound
		paperCPU += c.PaperCPU
		total += b.cpu[i]
		boxes += r.Stats.Nodes
		if r.Status != attack.Optimal {
			gap += 1 - r.LowerBound/r.Distance
		} else {
			if proved++; b.cpu[i] <= 1 {
				quick++
			}
			share += min(b.roots[i].LowerBound/r.Distance, 1)
		}
		if r.Status == attack.Optimal && math.Abs(r.Distance-c.Optimum) > 1e-6 {
			differ++
			if b.verbose {
				fmt.Fprintf(os.Stderr, "%s %v row %d: optimum %.9g, reference %.9g\n", name, b.suite.Problem.Norm, r.Row, r.Distance, c.Optimum)
			}
		}
	}
	n := float64(len(b.results))
	fmt.Fprintf(out, "%24s\t%v\t%d\t%.6f\t%.6f\t%.6f\t%.3f\t%.3f\t%.3f\t%.1f\t%.3f\t%.1f\t%.1f\t%.4f\t%.3f\t%.3f\t%.3f\t%.1f\t%d\t\n",
		name, b.suite.Problem.Norm, len(b.results), paper/n, best/n, lower/n, float64(quick)/n, float64(proved)/n, gap/max(n-float64(proved), 1), float64(boxes)/n,
		1e3*total/n, 1e3*slices.Max(b.cpu), 1e3*paperCPU/n, total/paperCPU, share/max(float64(proved), 1), 1e3*b.rootCPU/n, 1e3*b.decide/n, total/b.decide, differ)
}

// within returns a context that is cancelled once the process has used limit more of CPU time, so that
// budgets are the same on a busy machine as on a quiet one.
func within(limit time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if limit <= 0 {
		return ctx, cancel
	}
	end := cputime.Seconds() + limit.Seconds()
	go func() {
		for ctx.Err() == nil && cputime.Seconds() < end {
			time.Sleep(time.Duration((end - cputime.Seconds()) * float64(time.Second) / 2))
		}
		cancel()
	}()
	return ctx, cancel
}

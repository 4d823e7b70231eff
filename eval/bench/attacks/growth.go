package attacks

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/report"
	"github.com/hardwood-ml/hardwood/internal/cputime"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/gbdt"
)

// grow attacks models of our own trainer on MNIST 2-vs-6 with growing numbers of trees, and of
// features, which are those with the largest variance. It prints the CPU time of a victim and of a
// move and the number of trees that a move touches, fits exponents, and writes plots to a folder.
func grow(shared, folder string) error {
	if err := report.MakeDir(folder); err != nil {
		return err
	}
	all, err := data.Read(context.Background(), filepath.Join(shared, "datasets", "mnist.t10k-images-idx3-ubyte.gz"), data.Options{Keep: []string{"2", "6"}})
	if err != nil {
		return err
	}
	if err := data.FitScaling(all).Apply(all); err != nil {
		return err
	}
	most := slices.Max(treeSteps)
	full, err := train(all, most)
	if err != nil {
		return err
	}
	trees := study{of: "trees", sizes: treeSteps}
	err = trees.run(func(n int) (*data.Table, *ensemble.Ensemble, error) {
		e := *full // boosted trees do not depend on later ones
		e.Trees = e.Trees[:n]
		return all, &e, nil
	})
	if err != nil {
		return err
	}
	features := study{of: "features", sizes: []int{50, 200, all.Cols}}
	err = features.run(func(n int) (*data.Table, *ensemble.Ensemble, error) {
		t := widest(all, n)
		e, err := train(t, featureTrees)
		return t, e, err
	})
	if err != nil {
		return err
	}
	return report.WritePlots(folder, []*report.Plot{trees.plot(), features.plot()})
}

var treeSteps = []int{100, 200, 400, 800}

const (
	featureTrees = 200 // of the models with growing numbers of features
	grownVictims = 60
)

// train trains a model shaped like the paper's for MNIST 2-vs-6.
func train(t *data.Table, rounds int) (*ensemble.Ensemble, error) {
	p := trainer.Defaults(trainer.GBDT)
	p.Rounds, p.MaxDepth, p.LearningRate, p.Seed, p.Threads = rounds, 4, 0.05, 1, 1
	trainer, err := gbdt.New(p)
	if err != nil {
		return nil, err
	}
	return trainer.Train(context.Background(), t)
}

// study measures the attack on models of growing size.
type study struct {
	of    string
	sizes []int
	lines []line
}

// line is what a study finds in a norm.
type line struct {
	norm     attack.Norm
	seconds  []float64 // CPU time per victim, by size
	exponent float64   // of the growth of seconds with size
}

func (s *study) run(model func(size int) (*data.Table, *ensemble.Ensemble, error)) error {
	out := tabwriter.NewWriter(os.Stdout, 10, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(out, "norm\t%s\tdistance\tms\tmoves\ttrees touched by a move\tof all\tmicroseconds of a move\t\n", s.of)
	for _, norm := range attack.Norms {
		s.lines = append(s.lines, line{norm: norm})
	}
	for _, size := range s.sizes {
		t, e, err := model(size)
		if err != nil {
			return err
		}
		for i := range s.lines {
			l := &s.lines[i]
			p, err := attack.NewProblem(e, l.norm)
			if err != nil {
				return err
			}
			if err := l.measure(out, p, t, size); err != nil {
				return err
			}
		}
	}
	out.Flush()
	for i := range s.lines {
		l := &s.lines[i]
		x, y := make([]float64, len(s.sizes)), make([]float64, len(s.sizes))
		for k, size := range s.sizes {
			x[k], y[k] = math.Log(float64(size)), math.Log(l.seconds[k])
		}
		_, l.exponent = stat.LinearRegression(x, y, nil, false)
		fmt.Printf("norm %v: CPU time of a victim grows like %s^%.2f\n", l.norm, s.of, l.exponent)
	}
	return nil
}

// measure attacks some rows and prints what it took.
func (l *line) measure(out *tabwriter.Writer, p *attack.Problem, t *data.Table, size int) error {
	prepared, err := ltattack.Attack{}.Prepare(p)
	if err != nil {
		return err
	}
	searcher := prepared.Searcher()
	var victims []attack.Victim
	for i := 0; i < t.Rows && len(victims) < grownVictims; i++ {
		if x := t.Row(i); p.Ensemble.Class(x) == t.Y[i] {
			victims = append(victims, attack.Victim{Row: i, X: x, Label: t.Y[i]})
		}
	}
	searcher.Search(context.Background(), victims[0]) // warm up: it allocates memory
	distance := 0.0
	var stats attack.Stats
	before := cputime.Seconds()
	for _, v := range victims {
		r := searcher.Search(context.Background(), v)
		distance += r.Distance
		stats.Neighbors += r.Stats.Neighbors
		stats.Trees += r.Stats.Trees
	}
	n := float64(len(victims))
	seconds := (cputime.Seconds() - before) / n
	moves := float64(stats.Neighbors)
	touched := float64(stats.Trees) / moves
	fmt.Fprintf(out, "%v\t%d\t%.4f\t%.3f\t%.0f\t%.1f\t%.1f%%\t%.2f\t\n", l.norm, size, distance/n, 1e3*seconds, moves/n,
		touched, 100*touched/float64(len(p.Ensemble.Trees)), 1e6*seconds*n/moves)
	l.seconds = append(l.seconds, seconds)
	return nil
}

// plot shows the CPU time of a victim over the size.
func (s *study) plot() *report.Plot {
	p := &report.Plot{Name: "growth-" + s.of, Title: "LT-Attack on MNIST 2-vs-6: CPU time of a victim", X: s.of, Y: "milliseconds", LogX: true, LogY: true}
	for i, l := range s.lines {
		one := report.Series{Name: fmt.Sprintf("norm %v, exponent %.2f", l.norm, l.exponent), Color: i}
		for k, size := range s.sizes {
			one.X = append(one.X, float64(size))
			one.Y = append(one.Y, 1e3*l.seconds[k])
		}
		p.Series = append(p.Series, one)
	}
	return p
}

// widest returns a table with the features that have the largest variance.
func widest(t *data.Table, features int) *data.Table {
	variance := make([]float64, t.Cols)
	order := make([]int, t.Cols)
	column := make([]float64, t.Rows)
	for f := range order {
		order[f] = f
		for i := range column {
			column[i] = t.Row(i)[f]
		}
		variance[f] = stat.Variance(column, nil)
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(variance[b], variance[a]) })
	order = order[:features]
	slices.Sort(order)
	out := *t
	out.Cols, out.X, out.Features, out.Image = features, nil, nil, data.Shape{}
	for i := range t.Rows {
		for _, f := range order {
			out.X = append(out.X, t.Row(i)[f])
		}
	}
	for _, f := range order {
		out.Features = append(out.Features, t.Features[f])
	}
	return &out
}

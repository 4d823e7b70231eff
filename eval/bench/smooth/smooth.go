// Package smooth compares randomly smoothed models with the models they are made from: how many rows
// each gets right, and within what radius that is certain. The model itself is proved by exact search,
// the smoothed one certified by eval/smoothing. They are different classifiers with the same trees.
package smooth

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"math"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
	"github.com/hardwood-ml/hardwood/eval/smoothing"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// bench holds the flags.
type bench struct {
	files      reference.Own
	norm       string
	noise, eps []float64
	rows       int
	threads    int
	options    smoothing.Options
}

// Command returns the command smoothing of the program.
func Command() *cobra.Command {
	var b bench
	c := &cobra.Command{
		Use:   "smoothing",
		Short: "Randomly smoothed models beside the models they are made from",
		Long: `Smoothing certifies the smoothed version of a model, which answers with what the model
says most often under noise. That is another classifier: its radii say nothing about the
model itself, whose own are proved by exact search and stand beside them. Single trees
and ensembles of stumps are certified without samples.

In norm 0, columns of 0 and 1 are flipped, and --noise is the probability that a column
stays as it is. In norm 1 noise is uniform, and --noise its width; in norm 2 it is normal,
and --noise its standard deviation.`,
		Example: "  hardwood-bench smoothing --model stumps.json --data test.csv --norm 2 --noise 0.1,0.2 --eps 0.05,0.1",
		Args:    cobra.NoArgs,
		RunE:    func(c *cobra.Command, _ []string) error { return b.run(c.Context(), c.OutOrStdout()) },
	}
	f := c.Flags()
	b.files.Flags(f, "")
	f.StringVar(&b.norm, "norm", "0", "norm of the radii: 0, 1 or 2")
	f.Float64SliceVar(&b.noise, "noise", nil, "amounts of noise, as a `list`: by default 0.8,0.9 in norm 0 and else 0.1,0.2")
	f.Float64SliceVar(&b.eps, "eps", nil, "radii at which rows are counted, as a `list`: by default 1,2,3 in norm 0 and else 0.02,0.05,0.1")
	f.IntVar(&b.rows, "rows", 200, "rows, from the first on; 0 for all")
	f.IntVar(&b.threads, "threads", 0, "threads, 0 for one per processor")
	f.IntVar(&b.options.Samples, "samples", 0, "samples of a row where they are needed, 0 for 10,000")
	f.Uint64Var(&b.options.Seed, "seed", 0, "seed of the samples")
	for _, list := range []string{"noise", "eps"} {
		f.Lookup(list).DefValue = "" // otherwise help shows []
	}
	return c
}

func (b *bench) run(ctx context.Context, w io.Writer) error {
	norm, err := attack.ParseNorm(b.norm)
	if err != nil {
		return err
	}
	noises, err := b.noises(norm)
	if err != nil {
		return err
	}
	e, t, err := b.files.Read()
	if err != nil {
		return err
	}
	rows := t.Rows
	if b.rows > 0 {
		rows = min(rows, b.rows)
	}
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(out, "classifier\tright\tmean radius\t")
	for _, eps := range b.eps {
		fmt.Fprintf(out, "within %v\t", eps)
	}
	fmt.Fprintln(out, "ms/row\tcertificate\t")
	start := time.Now()
	radii, err := b.proved(ctx, e, t, rows, norm)
	if err != nil {
		return err
	}
	b.line(out, "the model", radii, time.Since(start), "proof")
	for i, n := range noises {
		start := time.Now()
		s, err := smoothing.New(e, n, b.options)
		if err != nil {
			return err
		}
		if radii, err = b.certified(s, t, rows); err != nil {
			return err
		}
		how := "no samples"
		if s.Sampled() {
			how = "samples"
		}
		b.line(out, fmt.Sprintf("smoothed, %v", b.noise[i]), radii, time.Since(start), how)
	}
	return out.Flush()
}

// noises returns the noises of a norm, and fills in defaults of the flags.
func (b *bench) noises(norm attack.Norm) ([]smoothing.Noise, error) {
	standard, eps := []float64{0.1, 0.2}, []float64{0.02, 0.05, 0.1}
	if norm == attack.L0 {
		standard, eps = []float64{0.8, 0.9}, []float64{1, 2, 3}
	}
	if b.noise == nil {
		b.noise = standard
	}
	if b.eps == nil {
		b.eps = eps
	}
	var noises []smoothing.Noise
	for _, v := range b.noise {
		n := map[attack.Norm]smoothing.Noise{
			attack.L0: smoothing.Flip{Keep: v}, attack.L1: smoothing.Uniform{Width: v}, attack.L2: smoothing.Gauss{Sigma: v},
		}[norm]
		if n == nil {
			return nil, fmt.Errorf("no noise has a certificate in norm %v: use 0, 1 or 2", norm)
		}
		if err := n.Check(); err != nil {
			return nil, err
		}
		noises = append(noises, n)
	}
	return noises, nil
}

// proved returns the radii of the model itself, -1 for rows that it gets wrong. In norm 0 a radius is how
// many columns can change without changing the class, one fewer than the nearest example changes.
func (b *bench) proved(ctx context.Context, e *ensemble.Ensemble, t *data.Table, rows int, norm attack.Norm) ([]float64, error) {
	p, err := attack.NewProblem(e, norm)
	if err != nil {
		return nil, err
	}
	o := attack.RunOptions{Threads: b.threads}
	results, err := attack.Run(ctx, p, exact.Auto{}, eval.Victims(t, 0, rows), o)
	if err != nil {
		return nil, err
	}
	radii := make([]float64, rows)
	for i := range results {
		switch r := &results[i]; {
		case r.Status == attack.Misclassified:
			radii[i] = -1
		case norm == attack.L0:
			radii[i] = min(math.Ceil(r.LowerBound)-1, float64(e.Features))
		default:
			radii[i] = r.LowerBound
		}
	}
	return radii, nil
}

// certified returns the radii of the smoothed model, -1 for rows that it is not known to get right.
func (b *bench) certified(s *smoothing.Smoother, t *data.Table, rows int) ([]float64, error) {
	radii, faults := make([]float64, rows), make([]error, rows)
	parallel.For(b.threads, rows, func(i int) {
		c, err := s.Certify(i, t.Row(i), t.Y[i])
		radii[i], faults[i] = c.Radius, err
	})
	return radii, cmp.Or(faults...)
}

// line prints how a classifier does on all rows. Rows that it gets wrong count as 0 in the mean radius.
func (b *bench) line(out *tabwriter.Writer, name string, radii []float64, took time.Duration, how string) {
	share := func(eps float64) float64 {
		n := 0.0
		for _, r := range radii {
			if r >= eps {
				n++
			}
		}
		return n / float64(len(radii))
	}
	positive := make([]float64, len(radii))
	for i, r := range radii {
		positive[i] = max(0, r)
	}
	fmt.Fprintf(out, "%s\t%.3f\t%.4f\t", name, share(0), stat.Mean(positive, nil))
	for _, eps := range b.eps {
		fmt.Fprintf(out, "%.3f\t", share(eps))
	}
	fmt.Fprintf(out, "%.1f\t%s\t\n", took.Seconds()*1000/float64(len(radii)), how)
}

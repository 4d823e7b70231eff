// Package prove compares the exact search with the paper's LT-Attack program and the reference optima on
// public models, or with LT-Attack of this module on a model written by hardwood train (own.go). It
// prints a line for each model and norm (bench.go).
package prove

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/eval/bench/reference"
)

// Command returns the command prove of the program.
func Command() *cobra.Command {
	choice := reference.Choice{Norms: []string{"inf", "2", "1"}}
	var files reference.Own
	var search exact.Attack
	var limit time.Duration
	var verbose bool
	c := &cobra.Command{
		Use:   "prove",
		Short: "The exact search beside a heuristic and the reference optima",
		Long: `Prove searches the nearest adversarial examples of rows, and proves that they
are. Columns: mean distances of the heuristic, of the nearest example and of the
proved bound; the share of rows proved within 1 s of CPU time and within --time,
and the mean gap of the others; boxes and CPU time of a row, that of the
heuristic, and the ratio of the two; the bound without branching relative to the
optimum and its CPU time; CPU time of deciding at one radius, the median of the
distances, and how many times that goes into the CPU time of the minimum; and
the rows where the proved optimum differs from the reference by more than 1e-6.`,
		Example: "  hardwood-bench prove --models ijcnn,higgs --norms inf,2 --rows 100\n" +
			"  hardwood-bench prove --model model.json --data test.libsvm --rows 30",
		Args: cobra.NoArgs,
		RunE: func(*cobra.Command, []string) error {
			runtime.GOMAXPROCS(1)
			out := tabwriter.NewWriter(os.Stdout, 11, 8, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(out, header)
			prove := func(name string, s *reference.Suite) error {
				b := bench{suite: s, verbose: verbose}
				if err := b.run(search, limit); err != nil {
					return fmt.Errorf("%s, norm %v: %w", name, s.Problem.Norm, err)
				}
				b.print(out, name)
				return out.Flush()
			}
			if files == (reference.Own{}) {
				return choice.Suites(func(m reference.Model, s *reference.Suite) error { return prove(m.Name, s) })
			}
			o, err := readOwn(&files)
			if err != nil {
				return err
			}
			return o.suites(&choice, func(s *reference.Suite) error { return prove(filepath.Base(files.Model), s) })
		},
	}
	f := c.Flags()
	choice.Flags(f)
	files.Flags(f, ", instead of the public ones")
	f.IntVar(&search.Nodes, "nodes", 0, "boxes for a row, 0 for no limit")
	f.DurationVar(&limit, "time", 10*time.Second, "CPU time for a row, 0 for no limit")
	f.BoolVarP(&verbose, "verbose", "v", false, "print the rows that differ from the reference")
	return c
}

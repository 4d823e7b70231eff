package ltattack

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"github.com/hardwood-ml/hardwood/attack"
)

// Sizes are the averages of the paper's table "dataset-stats".
type Sizes struct {
	Iterations float64 // looks at a neighbourhood per start
	Bound      float64 // bound trees per look, |T_Bound|
	PerTree    float64 // neighbours per bound tree, |Neighbor_1^(t)|
	Neighbors  float64 // neighbours per look, |Neighbor_Bound|
}

// SizesOf averages over the searches of many victims.
func SizesOf(all []Anatomy) Sizes {
	var starts, iterations, bound, neighbors int
	for _, a := range all {
		starts += a.Starts
		iterations += a.Iterations
		bound += a.Bound
		neighbors += a.Neighbors
	}
	per := func(a, b int) float64 { return float64(a) / float64(max(b, 1)) }
	return Sizes{per(iterations, starts), per(bound, iterations), per(neighbors, bound), per(neighbors, iterations)}
}

// WriteSizes writes the paper's table "dataset-stats" for a model.
func WriteSizes(w io.Writer, p *attack.Problem, all []Anatomy) error {
	trees := 0
	for _, a := range all {
		trees = max(trees, a.Trees)
	}
	depth := 0
	for t := range p.Ensemble.Trees {
		depth = max(depth, p.Ensemble.Trees[t].Depth())
	}
	s := SizesOf(all)
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "rows\tfeatures\tclasses\ttrees\tdepth\titerations\t|T_Bound|\t|Neighbor_1^(t)|\t|Neighbor_Bound|\t")
	fmt.Fprintf(out, "%d\t%d\t%d\t%d\t%d\t%.1f\t%.1f\t%.1f\t%.1f\t\n", len(all), p.Ensemble.Features, p.Ensemble.Classes, trees, depth,
		s.Iterations, s.Bound, s.PerTree, s.Neighbors)
	return out.Flush()
}

// WriteConvergence writes the paper's table "convergence" for a model: how far tuples are from the
// optimum, before and after the search. Rows without a known optimum must not be in all.
func WriteConvergence(w io.Writer, all []Anatomy) error {
	out := tabwriter.NewWriter(w, 0, 8, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, "\tinitial max\tmedian\tconverged max\tmedian\t")
	line := func(name string, of func(Remoteness) int) {
		fmt.Fprintf(out, "%s\t", name)
		for _, at := range []func(Anatomy) Remoteness{
			func(a Anatomy) Remoteness { return a.Initial }, func(a Anatomy) Remoteness { return a.Converged },
		} {
			values := make([]int, 0, len(all))
			for _, a := range all {
				values = append(values, of(at(a)))
			}
			slices.Sort(values)
			if len(values) == 0 {
				fmt.Fprint(out, "-\t-\t")
				continue
			}
			fmt.Fprintf(out, "%d\t%d\t", values[len(values)-1], values[len(values)/2])
		}
		fmt.Fprintln(out)
	}
	line("Hamming distance", func(r Remoteness) int { return r.Hamming })
	line("neighbourhood distance h~", func(r Remoteness) int { return r.Neighbor })
	return out.Flush()
}

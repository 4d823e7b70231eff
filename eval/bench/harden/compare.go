package harden

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// comparison are the results of several methods on several sets.
type comparison struct {
	sets    []string
	methods []string
	of      map[[2]string]result // by set and method
}

// result is what a method reached on a set.
type result struct {
	robust float64
	rows   []float64 // for each test row of each fold, the share of seeds with which it is robust
	rival  bool
}

func (c *comparison) put(set, method string, r result) {
	if c.of == nil {
		c.of = map[[2]string]result{}
	}
	if !slices.Contains(c.sets, set) {
		c.sets = append(c.sets, set)
	}
	if !slices.Contains(c.methods, method) {
		c.methods = append(c.methods, method)
	}
	c.of[[2]string{set, method}] = r
}

// add adds the scores of a strategy, in which those of the same fold are adjacent.
func (c *comparison) add(set, method string, scores []score) {
	var rows []float64
	for at := 0; at < len(scores); {
		first := at
		fold := make([]float64, len(scores[at].rows))
		for ; at < len(scores) && scores[at].fold == scores[first].fold; at++ {
			for i, robust := range scores[at].rows {
				if robust {
					fold[i]++
				}
			}
		}
		for i := range fold {
			fold[i] /= float64(at - first)
		}
		rows = append(rows, fold...)
	}
	c.put(set, method, result{robust: stat.Mean(rows, nil), rows: rows})
}

func (c *comparison) addRival(set string, r rival) {
	c.put(set, r.method, result{r.robust, r.rows, true})
}

// print prints the mean rank of each method over the sets on which all methods have results. Only the
// usual strategy and the rivals count as competitors: variants of the strategy do not. Then it prints
// the paired differences to the usual strategy, with bootstrap intervals, for methods with the same
// rows.
func (c *comparison) print() {
	complete := slices.DeleteFunc(slices.Clone(c.sets), func(set string) bool {
		return slices.ContainsFunc(c.methods, func(m string) bool { _, ok := c.of[[2]string{set, m}]; return !ok })
	})
	fmt.Printf("\nmean rank by robust accuracy, among %s and the rivals, on %d sets with results of all\n", usual, len(complete))
	for _, m := range c.methods {
		fmt.Printf("%-30s %6.2f\n", m, c.rank(m, complete))
	}
	fmt.Printf("\n%s less another on the same rows, with 95 %% of the bootstrap\n", usual)
	for _, m := range c.methods {
		var ours, theirs []float64
		for _, set := range c.sets {
			our, their := c.of[[2]string{set, usual}].rows, c.of[[2]string{set, m}].rows
			if m == usual || len(our) == 0 || len(our) != len(their) {
				continue
			}
			printDifference(set, m, our, their)
			ours, theirs = append(ours, our...), append(theirs, their...)
		}
		if len(ours) > 0 {
			printDifference("all rows of these sets", m, ours, theirs)
		}
	}
}

func printDifference(rows, method string, ours, theirs []float64) {
	d, lo, hi := difference(ours, theirs)
	fmt.Printf("%-30s %-26s %+.4f [%+.4f, %+.4f]\n", rows, method, d, lo, hi)
}

// rank returns the mean rank of a method; ties share ranks.
func (c *comparison) rank(method string, sets []string) float64 {
	sum := 0.0
	for _, set := range sets {
		own := c.of[[2]string{set, method}].robust
		rank := 1.0
		for _, m := range c.methods {
			other := c.of[[2]string{set, m}]
			switch d := other.robust - own; {
			case m == method || m != usual && !other.rival:
			case d > tie:
				rank++
			case d > -tie:
				rank += 0.5
			}
		}
		sum += rank
	}
	return sum / float64(len(sets))
}

// tie is the difference up to which two results count as equal.
const tie = 0.0005

// resamples is the number of draws of the bootstrap.
const resamples = 2000

// difference returns the mean of a-b and its 95 % bootstrap interval.
func difference(a, b []float64) (d, lo, hi float64) {
	differences := make([]float64, len(a))
	for i := range a {
		differences[i] = a[i] - b[i]
	}
	random := seed.At(0)
	means := make([]float64, resamples)
	for k := range means {
		for range differences {
			means[k] += differences[random.IntN(len(differences))]
		}
		means[k] /= float64(len(differences))
	}
	slices.Sort(means)
	return stat.Mean(differences, nil), stat.Quantile(0.025, stat.Empirical, means, nil), stat.Quantile(0.975, stat.Empirical, means, nil)
}

package eval

import (
	"strconv"

	"github.com/hardwood-ml/hardwood/attack"
)

// The series of a comparison at one eps: which rows count as right.
const (
	firstProved  = iota // proved robust under the first model
	firstHolds          // not known to be broken
	secondProved        // the same for the second model
	secondHolds
	seriesAt
)

// cohort is the rows of a class that count alike in all series.
type cohort struct {
	class int
	right []float64 // per series, 1 if the rows are right
}

// comparison is how two models do on the rows of a table, cohort by cohort.
type comparison struct {
	classes []string
	eps     []float64
	cohorts []cohort
	of      []int // the cohort of each row

	rows []float64   // per class
	hits [][]float64 // per series and class
}

// compare sorts the rows of two evaluations into cohorts. Series 0 and 1 are
// the clean predictions of the models, further ones those at each eps.
func compare(first, second *Outcomes, eps []float64, classes []string) *comparison {
	c := &comparison{classes: classes, eps: eps, of: make([]int, first.Len())}
	series := 2 + seriesAt*len(eps)
	known := map[string]int{}
	key := make([]byte, 1+series)
	for i, a := range first.All() {
		b := second.At(i)
		key = append(key[:0], flag(a.Correct()), flag(b.Correct()))
		for k, e := range eps {
			for _, o := range [2]Outcome{a, b} {
				v := o.Verdict(k, e)
				key = append(key, flag(v == attack.Certified), flag(v != attack.Broken))
			}
		}
		name := string(key) + strconv.Itoa(a.Label)
		at, ok := known[name]
		if !ok {
			at = len(c.cohorts)
			known[name] = at
			right := make([]float64, series)
			for s, f := range key {
				right[s] = float64(f)
			}
			c.cohorts = append(c.cohorts, cohort{a.Label, right})
		}
		c.of[i] = at
	}
	c.rows = make([]float64, len(classes))
	c.hits = make([][]float64, series)
	for s := range c.hits {
		c.hits[s] = make([]float64, len(classes))
	}
	return c
}

func flag(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// count counts rows and hits of a sample that has each row weight times, or once if weight is nil.
func (c *comparison) count(weight []float64) {
	drawn := make([]float64, len(c.cohorts))
	for i, at := range c.of {
		if weight == nil {
			drawn[at]++
		} else {
			drawn[at] += weight[i]
		}
	}
	clear(c.rows)
	for s := range c.hits {
		clear(c.hits[s])
	}
	for i := range c.cohorts {
		of := &c.cohorts[i]
		c.rows[of.class] += drawn[i]
		for s, right := range of.right {
			c.hits[s][of.class] += float64(drawn[i] * right)
		}
	}
}

// at returns the accuracies of a series at the k-th eps.
func (c *comparison) at(k, series int) Accuracies {
	return AccuraciesOf(c.rows, c.hits[2+seriesAt*k+series])
}

// clean returns the accuracies of both models without an attacker.
func (c *comparison) clean() [2]Accuracies {
	return [2]Accuracies{AccuraciesOf(c.rows, c.hits[0]), AccuraciesOf(c.rows, c.hits[1])}
}

// recall returns the share of the rows of a class that are right in a series.
func (c *comparison) recall(series, class int) float64 {
	return c.hits[series][class] / max(c.rows[class], 1)
}

// constant returns what a model has to beat: the accuracy of always predicting a class, and 1/K in
// the other two accuracies, which in the worst class is what the best blind guess has.
func (c *comparison) constant(class int) Accuracies {
	all, classes := 0.0, 0.0
	for _, n := range c.rows {
		if n > 0 {
			all += n
			classes++
		}
	}
	even := 1 / max(classes, 1)
	return Accuracies{c.rows[class] / max(all, 1), even, even}
}

// few returns the classes with too few rows to tell whether they are given up, but some.
func (c *comparison) few() []string {
	var few []string
	for class, n := range c.rows {
		if n > 0 && n < leastRows {
			few = append(few, c.classes[class])
		}
	}
	return few
}

// never returns the other classes of which the second model gets no row right without an attacker, if
// they have too few rows for that to tell.
func (c *comparison) never() []string {
	var never []string
	for class, n := range c.rows {
		if n >= leastRows && n < enoughRows && c.hits[1][class] == 0 {
			never = append(never, c.classes[class])
		}
	}
	return never
}

// falls returns the recall of each class under the two models, without an attacker and at each eps.
// Undecided rows count as right for the second model only.
func (c *comparison) falls() []Fall {
	var falls []Fall
	add := func(eps float64, from, to int) {
		for class, name := range c.classes {
			falls = append(falls, Fall{name, eps, c.recall(from, class), c.recall(to, class), c.rows[class]})
		}
	}
	add(0, 0, 1)
	for k, e := range c.eps {
		add(e, 2+seriesAt*k+firstProved, 2+seriesAt*k+secondHolds)
	}
	return falls
}

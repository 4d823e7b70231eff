package main

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// tally sums up what is found about rows, one after the other.
type tally struct {
	eps       []float64 // radii at which certified rows are counted
	certified []int     // rows per radius
	open      []int     // rows per radius that are neither certified nor broken

	of                         map[attack.Status]int // rows per status
	rows, found, unlimited     int                   // rows in all, with an example, and that withstand any change
	distances, bounds, seconds float64
}

func newTally(eps []float64) *tally {
	return &tally{eps: eps, certified: make([]int, len(eps)), open: make([]int, len(eps)), of: map[attack.Status]int{}}
}

// result adds a row.
func (t *tally) result(r *attack.Result) {
	o := eval.NewOutcome(r)
	t.add(&o)
}

// add adds a row. A misclassified row has the radius 0.
func (t *tally) add(o *eval.Outcome) {
	t.rows++
	t.of[o.Status]++
	t.seconds += o.Seconds
	if o.Status == attack.Misclassified {
		return
	}
	if !math.IsInf(o.Distance, 1) {
		t.found++
		t.distances += o.Distance
	}
	switch {
	case !o.Status.Attacked():
	case math.IsInf(o.LowerBound, 1):
		t.unlimited++
	default:
		t.bounds += o.LowerBound
	}
	for i, radius := range t.eps {
		switch {
		case o.LowerBound > radius:
			t.certified[i]++
		case o.Status.Attacked() && o.Distance > radius:
			t.open[i]++
		}
	}
}

// attacked is the summary of the attack command, with or without times: a line, and one that says which
// rows the mean leaves out and which examples are proved the nearest, if it is not all or none.
func (t *tally) attacked(norm attack.Norm, times bool) string {
	found := fmt.Sprintf("mean %s %.6g", eval.Measured(norm), t.distances/float64(t.found))
	if t.found == 0 {
		found = "no examples"
	}
	attacked := t.concerned()
	summary := fmt.Sprintf("attacked %s (%s), %s%s", phrase.Count(attacked, "row"), t.others(), found, t.perRow(attacked, times))
	var more []string
	if without := attacked - t.found; without > 0 && t.found > 0 {
		says := fmt.Sprintf("The mean %s leaves out rows without an example: %d of %d", eval.Measured(norm), without, attacked)
		if t.unlimited > 0 && t.unlimited < without {
			says += fmt.Sprintf(", %d of these proved to have none", t.unlimited)
		} else if t.unlimited > 0 {
			says += ", proved to have none"
		}
		more = append(more, says+".")
	}
	if proved := t.of[attack.Optimal]; proved > 0 && proved < t.found {
		more = append(more, fmt.Sprintf("Proved to be the nearest: %d of %s.", proved, phrase.Count(t.found, "example")))
	}
	if more == nil {
		return summary
	}
	return summary + "\n" + strings.Join(more, " ")
}

// printBounds prints the summary of the verify command.
func (t *tally) printBounds(w io.Writer, times bool) {
	share := func(rows int) float64 { return float64(rows) / float64(max(t.rows, 1)) }
	for i, radius := range t.eps {
		open := ""
		if t.open[i] > 0 {
			open = fmt.Sprintf(", undecided %.4f", share(t.open[i]))
		}
		fmt.Fprintf(w, "certified robust accuracy at eps %g: %.4f%s\n", radius, share(t.certified[i]), open)
	}
	proved := t.concerned()
	radius := fmt.Sprintf("mean certified radius %.6g", t.bounds/float64(max(proved-t.unlimited, 1)))
	switch limited := proved - t.unlimited; {
	case t.unlimited > 0 && limited > 0:
		radius += fmt.Sprintf(" of %s, %d more withstand any change", phrase.Count(limited, "row"), t.unlimited)
	case t.unlimited > 0:
		radius = "each withstands any change"
	}
	fmt.Fprintf(w, "verified %s (%s), %s%s\n", phrase.Count(proved, "row"), t.others(), radius, t.perRow(proved, times))
}

// concerned is the number of rows that are attacked or proved.
func (t *tally) concerned() int {
	n := 0
	for status, rows := range t.of {
		if status.Attacked() {
			n += rows
		}
	}
	return n
}

// others says how many rows were skipped, and why.
func (t *tally) others() string {
	text := fmt.Sprintf("%d more misclassified", t.of[attack.Misclassified])
	if n := t.of[attack.OutOfBounds]; n > 0 {
		text += fmt.Sprintf(", %d out of bounds", n)
	}
	if n := t.of[attack.NoAttacker]; n > 0 {
		text += fmt.Sprintf(", %d of classes that nobody attacks", n)
	}
	return text
}

// perRow ends a line with the mean time per row.
func (t *tally) perRow(rows int, times bool) string {
	if !times {
		return ""
	}
	return fmt.Sprintf(", %.6f seconds per row", t.seconds/float64(max(rows, 1)))
}

package main

import (
	"math"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/attack"
)

// A summary says what its mean leaves out, and how much of it is proved.
func TestTallySaysWhatTheMeanLeavesOut(t *testing.T) {
	inf := math.Inf(1)
	none, proved := attack.Result{Status: attack.None, Distance: inf}, attack.Result{Status: attack.None, Distance: inf, LowerBound: inf}
	found, optimal := attack.Result{Status: attack.Found, Distance: 2, LowerBound: 1}, attack.Result{Status: attack.Optimal, Distance: 1, LowerBound: 1}
	for want, rows := range map[string][]attack.Result{
		"":                                 {optimal, optimal},
		" ":                                {none, proved}, // no mean
		"  ":                               {found},
		"rows without an example: 1 of 2.": {none, found},
		"rows without an example: 2 of 3, proved to have none.":                       {proved, proved, optimal},
		"rows without an example: 2 of 3, 1 of these proved to have none.":            {none, proved, optimal},
		"rows without an example: 1 of 4. Proved to be the nearest: 1 of 3 examples.": {none, found, optimal, found},
	} {
		sum := newTally(nil)
		for i := range rows {
			sum.result(&rows[i])
		}
		_, more, _ := strings.Cut(sum.attacked(attack.LInf, false), "\n")
		if want = strings.TrimSpace(want); want != "" {
			want = "The mean distance leaves out " + want
		}
		if more != want {
			t.Errorf("%q, want %q", more, want)
		}
	}
}

// Rows that a proof leaves open are told from broken ones, and so are rows that nobody attacks.
func TestTallyOfOpenRows(t *testing.T) {
	sum := newTally([]float64{1, 2, 3})
	for _, r := range []attack.Result{
		{Status: attack.None, Distance: math.Inf(1), LowerBound: 1.5},
		{Status: attack.Found, Distance: 2.5, LowerBound: 1.5},
		{Status: attack.Optimal, Distance: 1.5, LowerBound: 1.5},
		{Status: attack.Misclassified},
		{Status: attack.OutOfBounds, Distance: math.Inf(1)},
	} {
		sum.result(&r)
	}
	var text strings.Builder
	sum.printBounds(&text, false)
	const want = "certified robust accuracy at eps 1: 0.6000\ncertified robust accuracy at eps 2: 0.0000, undecided 0.4000\n" +
		"certified robust accuracy at eps 3: 0.0000, undecided 0.2000\nverified "
	if got := text.String(); !strings.HasPrefix(got, want) {
		t.Error(got)
	}
}

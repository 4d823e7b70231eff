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

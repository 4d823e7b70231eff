package ablation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack/method"
)

// anyOpen reports whether a proving method left rows of some runs undecided.
func anyOpen(groups []Group) bool {
	return slices.ContainsFunc(groups, func(g Group) bool {
		return slices.ContainsFunc(g.Open, func(share float64) bool { return share > 0 })
	})
}

// openNote says how rows count that a proving method left undecided, and how many there are at most
// per data set; "" if there are none.
func openNote(s *Spec, groups []Group) string {
	if !anyOpen(groups) {
		return ""
	}
	var parts []string
	for _, name := range dataOf(groups) {
		most := 0.0
		for i := range groups {
			if g := &groups[i]; g.Data == name {
				most = max(most, slices.Max(g.Open))
			}
		}
		if most > 0 {
			parts = append(parts, fmt.Sprintf("up to %.1f %% of %s", 100*most, name))
		}
	}
	return fmt.Sprintf("Rows that %s left open within its budget (column open: %s) count as not robust, and intervals of differences leave room for them: "+
		"nodes below [evaluate] lets it look longer.", s.Evaluate.Method, strings.Join(parts, ", "))
}

// unprovedNote says what robust means with a method that proves nothing, "" with others.
func unprovedNote(s *Spec) string {
	if slices.Contains(method.Names(method.Prove), s.Evaluate.Method) {
		return ""
	}
	return fmt.Sprintf("Method %s proves nothing: rows that it does not break count as robust, so robust accuracies and distances are upper bounds.", s.Evaluate.Method)
}

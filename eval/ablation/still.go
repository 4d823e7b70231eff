package ablation

import (
	"fmt"
	"strings"
)

// stillNote names the data sets with columns that no attacker can change at the eps of their runs,
// under any of the settings, for instance because whole numbers are more than eps apart. If that is
// all columns, robust accuracy is clean accuracy. "" if there are none.
func stillNote(groups []Group) string {
	var all, some []string
	for _, name := range dataOf(groups) {
		still, columns, eps := -1, 0, 0.
		for i := range groups {
			g := &groups[i]
			if g.Data != name {
				continue
			}
			for _, r := range g.runs {
				if still < 0 || r.still < still {
					still, columns, eps = r.still, r.columns, g.Eps
				}
			}
		}
		switch {
		case still <= 0:
		case still == columns:
			all = append(all, fmt.Sprintf("%s at eps %g", name, eps))
		default:
			some = append(some, fmt.Sprintf("%d of %d columns of %s at eps %g", still, columns, name, eps))
		}
	}
	var said []string
	if all != nil {
		said = append(said, fmt.Sprintf("No attacker can change any column of %s: what is robust there is what is right, whatever the settings.", strings.Join(all, ", nor of ")))
	}
	if some != nil {
		said = append(said, fmt.Sprintf("No attacker can change %s.", strings.Join(some, ", nor ")))
	}
	return strings.Join(said, " ")
}

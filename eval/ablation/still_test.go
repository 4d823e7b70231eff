package ablation

import (
	"strings"
	"testing"
)

// What no attacker can change is said where it holds under all settings.
func TestStillNote(t *testing.T) {
	for name, c := range map[string]struct {
		plain, hardened string // columns that stay as they are
		want            string
	}{
		"all move":            {"", "", ""},
		"some of three":       {"0, 2", "2", "No attacker can change 1 of 3 columns of builtin:wdbc at eps 0.1."},
		"all of them":         {"0, 1, 2", "0, 1, 2", "No attacker can change any column of builtin:wdbc at eps 0.1: what is robust there is what is right, whatever the settings."},
		"by one setting only": {"0, 1, 2", "", ""},
	} {
		s := specOf(t, "loop = [\"none\", \"lt\"]\n"+wdbc)
		runs := fakeRuns(t, s, func(Task) string { return "rrrb" })
		for i := range runs {
			still := c.plain
			if strings.Contains(runs[i].Settings, `"lt"`) {
				still = c.hardened
			}
			runs[i].Metrics = strings.Replace(runs[i].Metrics, `"constant"`, `"data": {"features": 3}, "still": {"0.1": [`+still+`]}, "constant"`, 1)
		}
		groups := grouped(t, s, runs)
		if got := stillNote(groups); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

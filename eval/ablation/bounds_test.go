package ablation

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// runAll does the runs of a spec, and returns them with what they come to.
func runAll(t *testing.T, text string) ([]Result, *Findings) {
	t.Helper()
	s := specOf(t, text)
	keep, err := store.Open(filepath.Join(t.TempDir(), "runs.db"))
	if err != nil {
		t.Fatal(err)
	}
	defer keep.Close()
	ids, err := Run(t.Context(), s, keep, Options{})
	if err != nil {
		t.Fatal(err)
	}
	found, err := Find(t.Context(), s, ids, keep.Runs(t.Context(), ids))
	if err != nil {
		t.Fatal(err)
	}
	var results []Result
	for _, id := range ids {
		r, err := keep.Get(t.Context(), id)
		if err != nil {
			t.Fatal(err)
		}
		result, err := ReadRun(r)
		if err != nil {
			t.Fatal(err)
		}
		results = append(results, result)
	}
	return results, found
}

// threatFile writes a threat file and returns its path.
func threatFile(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "threat.toml")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// TestOutsideBounds judges no row that nobody attacks as it is outside of what an attacker
// can do: 130 of the 142 test rows, and all 12 others are benign.
func TestOutsideBounds(t *testing.T) {
	threat := "threat = '" + threatFile(t, "[feature.radius_mean]\nmax = 10\n") + "'\n"
	results, found := runAll(t, "split = [0, 1]\n"+wdbc+threat+"[train]\nrounds = 5\n")
	for i := range results {
		r := &results[i]
		if held := strings.Join(r.Held, ""); r.Outside != 130 || r.Model.Rows != 12 || len(held) != 12 || r.Model.OutOfBounds != 0 {
			t.Errorf("%d rows outside, %d and %d judged, %d of them outside", r.Outside, r.Model.Rows, len(held), r.Model.OutOfBounds)
		}
	}
	for _, g := range found.Groups {
		if g.Constant != 1 || g.Open[0] != 0 {
			t.Errorf("the constant has %v, %v are open", g.Constant, g.Open)
		}
	}
	const says = "Outside the attacker's bounds are 130 of 142 test rows of builtin:wdbc: they are not attacked, and all figures are of the others alone."
	if got := strings.Join(found.Notes(), "\n"); !strings.Contains(got, says) {
		t.Errorf("notes: %s", got)
	}
	if got := found.Page("", "").Sections[0].Text; !strings.Contains(got, says) {
		t.Errorf("report: %s", got)
	}
}

// TestAllOutsideBounds refuses rows of which none can be attacked, as hardwood harden does.
func TestAllOutsideBounds(t *testing.T) {
	s, grid := gridOf(t, wdbc+"threat = '"+threatFile(t, "[feature.radius_mean]\nmax = 1\n")+"'\n")
	const says = "threat.toml: no test row is within its bounds: row "
	if _, err := NewRunner(s, "", nil).Do(t.Context(), grid.Task(0)); err == nil || !strings.Contains(err.Error(), says) {
		t.Error(err)
	}
	var of *Fault
	if err := s.Settle(t.Context(), nil); !errors.As(err, &of) || !strings.Contains(err.Error(), says) {
		t.Errorf("before the first run: %v", err)
	}
}

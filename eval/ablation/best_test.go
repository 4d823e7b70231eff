package ablation

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// TestKeepModels: whatever the order of the runs, the model that is kept is the one with the highest
// robust accuracy.
func TestKeepModels(t *testing.T) {
	s := specOf(t, "seeds = [0, 1, 2]\nloop = [\"none\"]\nsplit = [0, 1]\n[[data]]\nsource = \"builtin:wdbc\"\neps = 0.1\nrows = 80\ntest-rows = 40\n"+
		"[train]\nrounds = 3\nmax-depth = 2\n[evaluate]\nmethod = \"lt\"\nstarts = 1\n")
	for _, threads := range []int{1, 3} {
		for keep, want := range map[string]int{AllModels: 6, BestModels: 1, NoModels: 0} {
			db, err := store.Open(filepath.Join(t.TempDir(), "runs.db"))
			if err != nil {
				t.Fatal(err)
			}
			runs, err := Run(t.Context(), s, db, Options{Threads: threads, Models: keep})
			if err != nil {
				t.Fatal(err)
			}
			var robust []float64
			var kept []int
			for i, id := range runs {
				r, err := db.Get(t.Context(), id)
				if err != nil {
					t.Fatal(err)
				}
				result, err := ReadRun(r)
				if err != nil {
					t.Fatal(err)
				}
				sum := 0.0
				for _, v := range result.values("r", false) {
					sum += v
				}
				robust = append(robust, sum)
				if len(r.Model) > 0 {
					kept = append(kept, i)
				}
			}
			if len(kept) != want {
				t.Errorf("%s, %d threads: the models of %v are kept, want %d", keep, threads, kept, want)
			}
			if best := slices.Index(robust, slices.Max(robust)); keep == BestModels && (len(kept) != 1 || kept[0] != best) {
				t.Errorf("%d threads: the model of %v is kept, the best is %d of %v", threads, kept, best, robust)
			}
			db.Close()
		}
	}
}

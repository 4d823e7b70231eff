package leavesbridge_test

import (
	"math"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// FuzzOpen: whatever a file holds, leaves loads it and predicts, or there is an error, without a panic,
// and within bounded memory and time.
func FuzzOpen(f *testing.F) {
	for _, name := range []string{"lightgbm-3.3.5.model", "xgboost-0.90.model"} {
		file, err := os.ReadFile(filepath.Join("testdata", name))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(file)
	}
	f.Add([]byte("tree\nversion=v3\nnum_class=1\nnum_tree_per_iteration=1\nmax_feature_idx=0\ntree_sizes=9\n\n" +
		"Tree=0\nnum_leaves=2000000000\nnum_cat=0\nleaf_value=1 2\nleft_child=-1\nright_child=-2\ndecision_type=2\n" +
		"split_feature=0\nthreshold=0.5\n\n"))
	path := filepath.Join(f.TempDir(), "model")
	f.Fuzz(func(t *testing.T, file []byte) {
		if err := os.WriteFile(path, file, 0o666); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		p, err := leavesbridge.Open(path)
		runtime.ReadMemStats(&after)
		if took, most := after.TotalAlloc-before.TotalAlloc, uint64(16<<20+1000*len(file)); took > most {
			t.Errorf("%d bytes allocated for a file of %d", took, len(file))
		}
		if err == nil && p.Features() <= 1000 {
			for _, v := range []float64{0, -1, math.NaN(), math.Inf(1)} {
				p.Class(slices.Repeat([]float64{v}, p.Features()))
			}
		}
	})
}

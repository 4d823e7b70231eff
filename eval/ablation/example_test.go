package ablation_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// Two ways to train, on two seeds each: what are robust splits worth? Runs that are in the store already are not done again.
func Example() {
	spec, err := ablation.Parse([]byte(`
		seeds = [0, 1]
		loop = "none"
		split = [0, 1] # the axis to study: splits robust against no eps, or all of it
		train = {rounds = 10, max-depth = 3}

		[[data]]
		source = "builtin:wdbc"
		eps = 0.1
		test-rows = 50`))
	if err != nil {
		fmt.Println(err)
		return
	}
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(dir)
	keep, err := store.Open(filepath.Join(dir, "runs.db"))
	if err != nil {
		fmt.Println(err)
		return
	}
	defer keep.Close()
	runs, err := ablation.Run(context.Background(), spec, keep, ablation.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	found, err := ablation.Find(context.Background(), spec, runs, keep.Runs(context.Background(), runs))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, g := range found.Groups {
		fmt.Println("split", g.Settings["split"], "on seeds", g.Seeds, "is the baseline:", g.IsBaseline)
	}
	gain := found.Groups[1].Gain
	fmt.Println("more robust on average over", gain.Over+":", gain.Mean > 0)
	// Output:
	// split 0 on seeds [0 1] is the baseline: true
	// split 1 on seeds [0 1] is the baseline: false
	// more robust on average over splits: true
}

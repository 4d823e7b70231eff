package train

import (
	"context"
	"fmt"
	"os"
	"slices"
)

// contest is a comparison of accuracy with one library, with the same parameters.
type contest struct {
	library string
	task    task
	tables  bool // use tables with categories, with another split for each seed
}

var contests = []contest{
	{"xgboost", task{Name: "depth-wise", Rounds: 50, Depth: 6, Rate: 0.1, Subsample: 0.8, Fits: 1}, false},
	{"lightgbm", task{Name: "leaf-wise", Rounds: 50, Leaves: 31, Rate: 0.1, Subsample: 0.8, Fits: 1}, false},
	{"sklearn", task{Name: "forest", Forest: true, Rounds: 100, Depth: 8, Rate: 1, Subsample: 0.8, Fits: 1}, false},
	{"lightgbm", task{Name: "categories", Rounds: 100, Leaves: 31, Rate: 0.1, Subsample: 1, Fits: 1, Softmax: "lightgbm"}, true},
	{"xgboost", task{Name: "categories", Rounds: 100, Depth: 6, Rate: 0.1, Subsample: 1, Fits: 1}, true},
}

// judged are the sets that accuracy is compared on.
var judged = []string{"breast-cancer", "diabetes", "ijcnn1", "covtype-93k", "HIGGS-46k", "mnist-2-6", "letter", "phoneme"}

// accuracy compares models over several seeds: by AUC for two classes, otherwise by accuracy on the test
// rows or, for tables with categories, by log loss.
func (b *bench) accuracy(ctx context.Context) error {
	for _, c := range contests {
		if slices.Contains(b.peers, c.library) {
			if err := b.contest(ctx, c); err != nil {
				return err
			}
		}
	}
	return nil
}

func (b *bench) contest(ctx context.Context, c contest) error {
	line := "%-14s  %8s  %8s  %8s  %10s  %10s\n"
	fmt.Printf("\n"+line, c.task.Name, "measure", ours, c.library, "difference", "worst seed")
	var differences []float64
	sets := judged
	if c.tables {
		sets = categorical
	}
	for _, set := range sets {
		if len(b.tasks) > 0 && !slices.Contains(b.tasks, set) {
			continue
		}
		t := c.task
		t.Set, t.Threads = set, 1
		if c.tables {
			t.Set = set + ".1"
		}
		if err := b.prepare(t.Set); err != nil {
			fmt.Fprintf(os.Stderr, "%s left out: %v\n", set, err)
			continue
		}
		var own, other, difference []float64
		measure := "AUC"
		for range b.or(5) {
			t.Seed++
			if c.tables {
				if t.Set = fmt.Sprintf("%s.%d", set, t.Seed); t.Seed > 1 {
					if err := b.prepare(t.Set); err != nil {
						return err
					}
				}
			}
			x, err := b.do(ctx, ours, t)
			if err != nil {
				return err
			}
			y, err := b.do(ctx, c.library, t)
			if err != nil {
				return err
			}
			if x.AUC == 0 && c.tables {
				x.AUC, y.AUC, measure = -x.Loss, -y.Loss, "-log loss"
			} else if x.AUC == 0 {
				x.AUC, y.AUC, measure = 1-x.Error, 1-y.Error, "accuracy"
			}
			own, other, difference = append(own, x.AUC), append(other, y.AUC), append(difference, x.AUC-y.AUC)
		}
		differences = append(differences, mean(difference))
		fmt.Printf(line, set, measure, share(mean(own)), share(mean(other)), signed(mean(difference)), signed(slices.Min(difference)))
	}
	fmt.Printf(line, "mean", "", "", "", signed(mean(differences)), "")
	return nil
}

func share(v float64) string  { return fmt.Sprintf("%.4f", v) }
func signed(v float64) string { return fmt.Sprintf("%+.4f", v) }

func mean(v []float64) float64 {
	sum := 0.0
	for _, x := range v {
		sum += x
	}
	return sum / float64(max(1, len(v)))
}

// Bench measures the trainers beside XGBoost, LightGBM and scikit-learn,
// whichever of them Python finds.
//
//	go run ./eval/bench/train [flags] [speed] [accuracy] [growth]
//
// Without a word it does all three: the table of speeds, the accuracy on
// public sets, and how time grows with rows and features. Every measurement
// is a process of its own; those of a table are interleaved. The generated
// data is there for everybody, the public sets are left out where -datasets
// does not hold them.
//
// speed.go, accuracy.go and growth.go make the tables. task.go says what is
// measured, ours.go and peers.py do it, and sets.go and npy.go bring the rows
// to both. cost.go and its neighbours read the clock.
package main

import (
	"context"
	"flag"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// bench is what the flags say.
type bench struct {
	data, datasets string
	python         string
	peers          []string
	tasks          []string
	threads        []string
	repeat         int
	plot           string
}

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if len(os.Args) > 1 && os.Args[1] == "run" {
		if err := runOurs(ctx, os.Args[2:]); err != nil {
			log.Fatal(err)
		}
		return
	}
	b := bench{}
	flag.StringVar(&b.data, "data", filepath.Join(os.TempDir(), "hardwood-bench"), "folder for the rows as NumPy files")
	flag.StringVar(&b.datasets, "datasets", "../shared/datasets", "folder of the public sets")
	flag.StringVar(&b.python, "python", "python3", "Python that may have the other libraries")
	peers := flag.String("peers", "xgboost,lightgbm,sklearn", "libraries to compare with")
	tasks := flag.String("tasks", "", "tasks of the table of speeds, or sets of the table of accuracy; all if empty")
	threads := flag.String("threads", "1", "numbers of threads, such as 1,2")
	flag.IntVar(&b.repeat, "repeat", 0, "runs of each measurement, of which the median counts (3), or seeds (5)")
	flag.StringVar(&b.plot, "plot", "", "file for the plot of growth, by default growth.svg among the rows")
	flag.Parse()
	if b.plot == "" {
		b.plot = filepath.Join(b.data, "growth.svg")
	}
	if err := os.MkdirAll(b.data, 0o755); err != nil {
		log.Fatal(err)
	}
	b.tasks, b.threads = list(*tasks), list(*threads)
	known := slices.Clone(judged)
	for _, t := range speeds {
		known = append(known, t.Name)
	}
	for _, name := range b.tasks {
		if !slices.Contains(known, name) {
			log.Fatal(nearest.Unknown("task", name, known))
		}
	}
	b.peers = b.found(list(*peers))
	parts := map[string]func(context.Context) error{"speed": b.speed, "accuracy": b.accuracy, "growth": b.growth}
	words := flag.Args()
	if len(words) == 0 {
		words = []string{"speed", "accuracy", "growth"}
	}
	for _, word := range words {
		part, ok := parts[word]
		if !ok {
			log.Fatalf("unknown part %q, must be speed, accuracy or growth", word)
		}
		if err := part(ctx); err != nil {
			log.Fatal(err)
		}
	}
}

func list(text string) []string {
	return strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
}

// or returns n, or a default where it is 0.
func (b *bench) or(standard int) int {
	if b.repeat > 0 {
		return b.repeat
	}
	return standard
}

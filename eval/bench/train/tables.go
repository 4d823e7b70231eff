package train

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// target is the column of a table that is predicted.
type target struct {
	table, label string
	regression   bool
}

// targets are those of public tables, as these are published.
var targets = []target{
	{"abalone", "Class_number_of_rings", true}, {"adult", "income-per-year", false}, {"autos", "price", true},
	{"bank-marketing", "Class", false}, {"birdstrikes", "Effect Amount of damage", false}, {"cmc", "Contraceptive_method_used", false},
	{"credit-approval", "class", false}, {"credit-g", "class", false}, {"electricity", "class", false},
	{"movies", "MPAA Rating", false}, {"movies", "IMDB Rating", true}, {"mushroom", "class", false},
	{"penguins", "Species", false}, {"sick", "Class", false}, {"soybean", "class", false}, {"vote", "Class", false},
}

// labelOf returns the label of a table with classes, "" if it is not known here.
func labelOf(table string) string {
	for _, t := range targets {
		if t.table == table && !t.regression {
			return t.label
		}
	}
	return ""
}

// tables trains on every table of the folder tables below --datasets, as hardwood train does with --data,
// --label and, where numbers are predicted, --regression. A table whose label is not known
// here has that which is taken by default.
func (b *bench) tables(ctx context.Context, to io.Writer) error {
	paths, err := filepath.Glob(filepath.Join(b.datasets, "tables", "*.csv*"))
	if err != nil {
		return err
	}
	opened, refused := 0, 0
	for _, path := range paths {
		table, _, _ := strings.Cut(filepath.Base(path), ".")
		if len(b.tasks) > 0 && !slices.Contains(b.tasks, table) {
			continue
		}
		known := slices.DeleteFunc(slices.Clone(targets), func(t target) bool { return t.table != table })
		if len(known) == 0 {
			known = []target{{table: table}}
		}
		for _, t := range known {
			if err := t.train(ctx, path, to); err != nil {
				fmt.Fprintf(to, "%v\n", err)
				refused++
				continue
			}
			opened++
		}
	}
	fmt.Fprintf(to, "opened %d, refused %d\n", opened, refused)
	return nil
}

// train says how a table is read, and how good a model is on the rows that it is trained on.
func (t target) train(ctx context.Context, path string, to io.Writer) error {
	table, err := data.Read(ctx, path, data.Options{Label: t.label, Regression: t.regression, Compact: true})
	if err != nil {
		return err
	}
	rows, err := experiment.Prepare(table, nil, experiment.Auto)
	if err != nil {
		return err
	}
	var margins []float64
	p := trainer.Defaults(trainer.GBDT)
	p.Fitted = func(of []float64) { margins = of }
	e, _, err := rows.Fit(ctx, p, advboost.Strategy{Booster: trainer.GBDT})
	if err != nil {
		return err
	}
	score, err := rows.Describe(ctx, e, margins, p.Threads)
	if err != nil {
		return err
	}
	table.Source = filepath.Base(path)
	fmt.Fprintln(to, table.Summary())
	if ignored := table.Dropped(); ignored != "" {
		fmt.Fprintf(to, "  %s\n", ignored)
	}
	fmt.Fprintf(to, "  %d trees, %s\n", len(e.Trees), score)
	return nil
}

package main

import (
	"fmt"
	"io"

	"github.com/sjwhitworth/golearn/evaluation"
	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
	"github.com/hardwood-ml/hardwood/trainer/golearn"
)

// recheck asks libraries that are independent of hardwood: leaves about every adversarial
// example that was found, golearn about the accuracies.
type recheck struct {
	opinions map[*eval.Model]*opinion
	order    []*opinion
	count    []eval.Model // whose accuracies golearn counts
}

// opinion counts how often leaves agrees on the examples of one model.
type opinion struct {
	name          string
	predictor     *leavesbridge.Predictor
	agreed, asked int
}

// Libraries to recheck with.
const (
	byLeaves  = "leaves"
	byGolearn = "golearn"
)

// addRecheck defines --recheck.
func addRecheck(c *cobra.Command, libraries *[]string) {
	c.Flags().StringSliceVar(libraries, "recheck", nil, "also ask other Go libraries: "+byLeaves+" whether each example is adversarial, "+byGolearn+" for the accuracies, from its confusion matrix")
}

// newRecheck hands the models to libraries.
func newRecheck(libraries []string, models []eval.Model) (*recheck, error) {
	k := &recheck{opinions: make(map[*eval.Model]*opinion)}
	for _, library := range libraries {
		switch library {
		case byLeaves:
			if err := k.addLeaves(models); err != nil {
				return nil, err
			}
		case byGolearn:
			k.count = models
		default:
			return nil, usage(nearest.Unknown("library to recheck with", library, []string{byLeaves, byGolearn}))
		}
	}
	return k, nil
}

func (k *recheck) addLeaves(models []eval.Model) error {
	for i := range models {
		p, err := leavesbridge.New(models[i].Ensemble)
		if err != nil {
			return fmt.Errorf("leaves does not take %s: %w", models[i].Name, err)
		}
		o := &opinion{name: models[i].Name, predictor: p}
		k.opinions[&models[i]] = o
		k.order = append(k.order, o)
	}
	return nil
}

// row asks about the example of a row.
func (k *recheck) row(m *eval.Model, r *attack.Result) {
	o := k.opinions[m]
	if o == nil || r.Example == nil {
		return
	}
	o.asked++
	if o.predictor.Class(r.Example) == r.Class {
		o.agreed++
	}
}

// print says how often leaves agreed, and the accuracies that golearn counts.
func (k *recheck) print(w io.Writer, t *data.Table) error {
	for _, o := range k.order {
		fmt.Fprintf(w, "leaves agrees on %d of %d examples against %s\n", o.agreed, o.asked, o.name)
	}
	for i := range k.count {
		m, err := golearn.Confusion(k.count[i].Ensemble, t)
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "golearn counts a clean accuracy of %.1f %% and a balanced one of %.1f %% for %s\n",
			100*evaluation.GetAccuracy(m), 100*golearn.MeanRecall(m), k.count[i].Name)
	}
	return nil
}

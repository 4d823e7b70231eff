package main

import (
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/nearest"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer/format/leavesbridge"
)

// recheck asks a library that knows nothing of hardwood about every
// adversarial example that was found.
type recheck struct {
	opinions map[*eval.Model]*opinion
	order    []*opinion
}

// opinion is what leaves says about the examples of one model.
type opinion struct {
	name          string
	predictor     *leavesbridge.Predictor
	agreed, asked int
}

// addRecheck defines --recheck.
func addRecheck(c *cobra.Command, library *string) {
	c.Flags().StringVar(library, "recheck", "", "also ask this library whether each example is adversarial: leaves")
}

// newRecheck hands the models to a library, "" for none.
func newRecheck(library string, models []eval.Model) (*recheck, error) {
	k := &recheck{opinions: make(map[*eval.Model]*opinion)}
	if library == "" {
		return k, nil
	}
	if library != "leaves" {
		return nil, usage(nearest.Unknown("library to recheck with", library, []string{"leaves"}))
	}
	for i := range models {
		p, err := leavesbridge.New(models[i].Ensemble)
		if err != nil {
			return nil, fmt.Errorf("leaves does not take %s: %w", models[i].Name, err)
		}
		o := &opinion{name: models[i].Name, predictor: p}
		k.opinions[&models[i]] = o
		k.order = append(k.order, o)
	}
	return k, nil
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

// print says how often the library agreed.
func (k *recheck) print(w io.Writer) {
	for _, o := range k.order {
		fmt.Fprintf(w, "leaves agrees on %d of %d examples against %s\n", o.agreed, o.asked, o.name)
	}
}

package main

import (
	"slices"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
)

// strategyFlags say how a model is hardened, a flag for each of
// advboost.StrategyOptions.
type strategyFlags struct{ values optionValues }

// add defines the flags.
func (h *strategyFlags) add(c *cobra.Command) {
	h.values = optionValues{}
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		h.values.add(c, o.Name, o.Kind(), advboost.Usage(o))
	}
}

// strategy returns the checked strategy of the flags. Where a flag is not given,
// the booster, the norm and the training rows, nil if they are not read yet,
// decide.
func (h *strategyFlags) strategy(booster string, norm attack.Norm, search method.Settings, rows *data.Table) (advboost.Strategy, error) {
	s := advboost.Default(booster, norm, rows)
	s.Search = search
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		v := h.values[o.Name]
		if !v.set || v.text == "-1" && slices.Contains(askedDefault, o.Name) {
			continue
		}
		if err := o.Set(&s, v.text); err != nil {
			return s, usage(err)
		}
		if err := o.Check(&s); err != nil {
			return s, usage(err)
		}
	}
	return s, usage(s.Check())
}

// askedDefault are the flags that took -1 for their default in the version
// before, and still do in this one.
var askedDefault = []string{"split", "refit", "clean"}

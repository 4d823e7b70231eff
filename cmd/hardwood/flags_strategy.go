package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ablation"
)

// strategyFlags say how a model is hardened, one flag per advboost.StrategyOptions.
type strategyFlags struct{ values optionValues }

// add defines the flags.
func (h *strategyFlags) add(c *cobra.Command) {
	h.values = optionValues{}
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		h.values.add(c, o.Name, o.Kind(), advboost.Usage(o))
	}
}

// strategy returns the checked strategy of the flags. Flags that are not given have
// defaults by the booster, the norm and the training rows, nil if they are not read yet.
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

// tellIdle notes the flags that have no effect beside the others.
func (h *strategyFlags) tellIdle(c *cobra.Command, s *advboost.Strategy, note func(string)) {
	tell := func(name, beside string) {
		if beside != "" && c.Flags().Changed(name) {
			note(fmt.Sprintf("--%s does nothing beside --%s", name, beside))
		}
	}
	given := func(name string) string { // a default may be another one in the end
		beside := ablation.Beside(*s, name)
		if of, _, _ := strings.Cut(beside, " "); of == "" || !c.Flags().Changed(of) {
			return ""
		}
		return beside
	}
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		tell(o.Name, cmp.Or(s.Idle(o), given(o.Name)))
	}
	for _, name := range []string{"robust-both", "robust-split"} {
		tell(name, given(name))
	}
}

// askedDefault are the flags for which -1 meant the default in the previous version, and
// still does in this one.
var askedDefault = []string{"split", "refit", "clean"}

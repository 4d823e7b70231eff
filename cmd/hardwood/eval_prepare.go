package main

import (
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// evalWork is an evaluation that has read everything it needs.
type evalWork struct {
	models  []eval.Model
	table   *data.Table
	options eval.Options
	second  *recheck // of the report
}

// prepare reads everything that the evaluation needs.
func (e *evalCommand) prepare(c *cobra.Command, o eval.Options) (*evalWork, error) {
	w := &evalWork{options: o}
	reader, err := e.read(c, w)
	if err != nil {
		return nil, err
	}
	e.attack.findGroups(c, reader, w.table)
	w.table = e.rows.sample(w.table, e.seed)
	e.chooseNorm(c, w) // constraints are those of a norm
	err = e.confine(c, w, reader)
	e.focus(c, w)
	return w, err
}

// read reads the models, their rows, and the rows that the attack needs. It returns what reads rows for
// all models.
func (e *evalCommand) read(c *cobra.Command, w *evalWork) (*ensemble.Ensemble, error) {
	var err error
	if w.models, err = e.models(c); err != nil {
		return nil, err
	}
	if err := e.sameUnits(w.models, w.options.Norm); err != nil {
		return nil, err
	}
	reading, err := e.readAlike(c, w.models)
	if err != nil {
		return nil, err
	}
	reader := reading.Reader
	e.rows.keepRaw, e.rows.judge = true, w.models
	if w.table, err = e.rows.readFor(reader, true); err != nil {
		return nil, err
	}
	if w.options.Attack, err = e.attack.withRows(w.options.Attack, calledAs(reader, w.table), &e.rows); err != nil {
		return nil, err
	}
	if err := absentAlike(w.models, w.table); err != nil {
		return nil, err
	}
	if err := reading.Settle(w.table); err != nil {
		return nil, err
	}
	e.tellNames(w.models, reader)
	for i := range w.models {
		m := &w.models[i]
		m.Ensemble.Widen(w.table.Cols)
		if err := nameLevels(m.Ensemble, w.table); err != nil {
			return nil, fmt.Errorf("model %s: %w", m.Name, err)
		}
		m.Ensemble = listLevels(c, m.Ensemble, w.table)
	}
	return reader, nil
}

// chooseNorm measures in changes of level if most columns hold categories and no flag says otherwise,
// and notes where a model was hardened in another norm.
func (e *evalCommand) chooseNorm(c *cobra.Command, w *evalWork) {
	if e.attack.countLevels(c, w.table) != "" {
		w.options.Norm = attack.L1
	}
	hardened := false
	for _, m := range w.models {
		hardened = hardened || m.Ensemble.Origin.Trainer["norm"] != ""
		tellNorm(c, m.Ensemble, w.options.Norm)
	}
	if !hardened { // otherwise the norm to measure in is that of hardening
		e.attack.tellLevelsNorm(c, w.table)
	}
}

// confine finds out what the attacker can do to the rows to attack.
func (e *evalCommand) confine(c *cobra.Command, w *evalWork, reader *ensemble.Ensemble) (err error) {
	if err := e.attack.settle(c, w.options.Norm, calledAs(reader, w.table), &e.rows); err != nil {
		return err
	}
	if w.options.Constraints, err = e.attack.constraints(warner(c), e.rows.asNumbers(reader), w.table); err != nil {
		return err
	}
	w.options.Gain = e.attack.gain
	tellLevels(c, reader.Columns, w.options.Constraints)
	tellFractions(c, reader, w.table, w.options.Constraints)
	tellKinds(c, w.models, w.options.Constraints)
	e.attack.tellThreat(c, w.models[0].Ensemble, w.models[len(w.models)-1].Ensemble)
	return nil
}

// focus makes the verdict one about the radius that one of two models was hardened against, if eps
// means here what it meant there, and evaluates around it if no --eps was given.
func (e *evalCommand) focus(c *cobra.Command, w *evalWork) {
	models, o := w.models, &w.options
	if len(models) < 2 || e.attack.scaleBy != "" || e.attack.units == "raw" {
		return
	}
	hardened := ""
	for _, m := range models {
		settings := m.Ensemble.Origin.Trainer
		eps, err := strconv.ParseFloat(settings[experiment.HardenEps], 64)
		if err != nil || !(eps > 0) || settings["norm"] != o.Norm.String() {
			continue
		}
		if hardened != "" && eps != o.Focus { // two radii
			o.Focus = 0
			return
		}
		hardened, o.Focus = m.Name, eps
	}
	if o.Eps == nil && hardened != "" {
		o.Eps = experiment.Around(o.Focus)
		progressOf(c).keep(fmt.Sprintf("eps: what %s was hardened against, half of it and twice it", hardened))
	}
}

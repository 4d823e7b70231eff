package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// readAlike returns how rows are read for all models, and notes what of it is not said by each of them.
func (e *evalCommand) readAlike(c *cobra.Command, models []eval.Model) (*eval.Reading, error) {
	o, err := e.rows.options()
	if err != nil {
		return nil, err
	}
	reading, err := eval.ReadAlike(models, &o)
	if err != nil {
		return nil, usage(errors.New(inFlags(c, err.Error())))
	}
	for _, note := range reading.Notes {
		e.rows.note(note)
	}
	return reading, nil
}

// absentAlike refuses rows that leave cells out if these are missing to one of the models and 0 to
// the other: rows are read in one way.
func absentAlike(models []eval.Model, rows *data.Table) error {
	first, last := &models[0], &models[len(models)-1]
	if !rows.Found.Absent || first.Ensemble.Schema.AbsentMissing == last.Ensemble.Schema.AbsentMissing {
		return nil
	}
	if last.Ensemble.Schema.AbsentMissing {
		first, last = last, first
	}
	if rows.Found.AbsentMissing && !last.Ensemble.Origin.By(ensemble.Hardwood) {
		return nil // as a flag says, and as other libraries may have it
	}
	return usage(fmt.Errorf("%s: cells that rows leave out are missing to %s, and 0 to %s: compare the models on rows with all cells", rows.Source, first.Name, last.Name))
}

// tellNames notes whose names are used for the columns and classes of a model that does not
// name them, if the other one does: nothing else would reveal a wrong order.
func (e *evalCommand) tellNames(models []eval.Model, reader *ensemble.Ensemble) {
	for i, m := range models {
		own, known := m.Ensemble.Schema, reader.Schema
		other := models[len(models)-1-i].Name
		if own.Features == nil && known.Features != nil {
			e.rows.note(fmt.Sprintf("the model %s names no columns: those of %s are taken, in that order", m.Name, other))
		}
		if numbers := classNames(m.Ensemble, nil); own.Classes == nil && known.Classes != nil && !slices.Equal(known.Classes, numbers) {
			e.rows.note(fmt.Sprintf("the model %s names no classes: %s, as %s has them, are taken for its %s; if it numbers them otherwise, evaluate it alone, with its order in --classes",
				m.Name, phrase.Names(known.Classes), other, phrase.Names(numbers)))
		}
	}
}

// models reads the models.
func (e *evalCommand) models(c *cobra.Command) ([]eval.Model, error) {
	first, err := e.model.read(c)
	if err != nil {
		return nil, err
	}
	names := modelNames(e.model.path, e.against)
	models := []eval.Model{{Name: names[0], Ensemble: first}}
	if e.against == "" {
		return models, nil
	}
	second, err := readModel(c, e.against)
	if err != nil {
		return nil, err
	}
	matched, notes, err := eval.Alike(models[0], eval.Model{Name: names[1], Ensemble: second})
	for _, note := range notes {
		e.rows.note(note)
	}
	return append(models, matched), err
}

// modelNames names models by their files, without directory and extensions, unless that
// would not tell them apart.
func modelNames(model, against string) [2]string {
	names := [2]string{stem(model), "against"}
	if against != "" {
		names[1] = stem(against)
	}
	if names[0] == names[1] || names[0] == "" || names[1] == "" {
		return [2]string{"model", "against"}
	}
	return names
}

func stem(path string) string {
	name, _, _ := strings.Cut(filepath.Base(path), ".")
	return name
}

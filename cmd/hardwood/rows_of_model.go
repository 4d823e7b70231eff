package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format/sklearn"
)

// readFor reads the data as a model reads it: its features, its classes, its
// scaling.
func (d *dataFlags) readFor(e *ensemble.Ensemble, labelled bool) (*data.Table, error) {
	if err := d.need(); err != nil {
		return nil, err
	}
	t, err := d.readRaw(d.source, e, labelled)
	if err != nil {
		return nil, err
	}
	if e.Widen(t.Cols); t.Cols != e.Features {
		if e.Schema.Open && t.Cols+1 == e.Features && t.Found.Label != "" {
			return nil, fmt.Errorf("%s: has %s beside %q, which is taken for the label, but the model reads at least %d: "+
				"if that column is a feature, hardwood convert --dump-features %d makes a model that knows it", d.source, phrase.Count(t.Cols, "feature"), t.Found.Label, e.Features, e.Features)
		}
		return nil, fmt.Errorf("%s: has %s, but the model reads at least %d", d.source, phrase.Count(t.Cols, "feature"), e.Features)
	}
	if t.Y != nil && len(t.Classes) > e.Classes {
		return nil, fmt.Errorf("%s: has %s, but the model knows %d", d.source, phrase.Count(len(t.Classes), "class"), e.Classes)
	}
	if e.Schema.Features == nil && t.Features != nil {
		d.note("the model names no columns: those of " + d.source + " are taken, in that order")
	}
	d.tellAbsent(t, e)
	d.tellRefused(t, e)
	d.tellNumbers(t, e)
	if err := nameLevels(e, t); err != nil {
		return nil, usage(fmt.Errorf("%s: %w", d.schema, err))
	}
	d.tellCodes(t, e)
	if err := d.number(t, e); err != nil && labelled {
		return nil, err
	} else if err != nil {
		t.Y, t.Classes = nil, nil
	}
	t.Classes = classNames(e, t.Classes)
	d.tellTrained(t)
	if s := &e.Schema; s.Min != nil {
		if d.keepRaw {
			t.KeepRaw()
		}
		if err := (data.Scaling{Min: s.Min, Max: s.Max}).Apply(t); err != nil {
			return nil, err
		}
	}
	if doubt := trainer.DoubtClasses(e, t); doubt != "" {
		progressOf(d.command).warn(inFlags(d.command, doubt))
	}
	d.doubtUnits(t)
	return t, nil
}

// tellTrained notes that a model is judged by the very rows that it was trained on.
func (d *dataFlags) tellTrained(t *data.Table) {
	hash := ""
	for _, m := range d.judge {
		trained := m.Ensemble.Origin.Data
		if trained != "" && hash == "" {
			hash = t.Hash()
		}
		if trained != "" && trained == hash {
			d.note(fmt.Sprintf("%s was trained on these rows, and gets more of them right than of others: rows that were held out tell how good it is", m.Name))
		}
	}
}

// calledAs returns a model that names its columns: as its rows do, if it names none itself. So further
// files are read by these names, whatever the order of their columns.
func calledAs(e *ensemble.Ensemble, rows *data.Table) *ensemble.Ensemble {
	if e.Schema.Features != nil || column.Numbered(rows.Features) {
		return e
	}
	as := *e
	as.Schema.Features = rows.Features
	return &as
}

// doubtUnits warns once of rows that seem to be in other units than the training rows.
func (d *dataFlags) doubtUnits(t *data.Table) {
	if far := t.Far(); far != "" && !slices.Contains(d.noted, far) {
		d.noted = append(d.noted, far)
		progressOf(d.command).warn(t.Source + ": " + far + ": are they in the same units?")
	}
}

// readRaw reads the features of a model from a source.
func (d *dataFlags) readRaw(source string, e *ensemble.Ensemble, labelled bool) (*data.Table, error) {
	o, err := d.options()
	if err = cmp.Or(err, d.checkNames(e)); err != nil {
		return nil, err
	}
	o = trainer.Like(e, o)
	if source != d.source { // these rows are not judged
		o.SplitBy = ""
	}
	o.LabelOptional = !labelled
	return d.load(source, o)
}

// checkNames reports flags about columns that the model reads otherwise, or not at all.
func (d *dataFlags) checkNames(e *ensemble.Ensemble) error {
	features := e.Schema.Features
	if features == nil {
		return nil
	}
	for _, name := range d.Ignore {
		if slices.Contains(features, name) {
			return usage(fmt.Errorf("--ignore %s: the model reads that column; to keep attackers from changing it, freeze it in a file for --threat", name))
		}
	}
	for _, name := range d.Categorical {
		switch f := slices.Index(features, name); {
		case f < 0:
			return usage(fmt.Errorf("--categorical: %w", nearest.Unknown("column of the model", name, features)))
		case !e.Categorical(f):
			return usage(fmt.Errorf("--categorical %s: the model splits on that column as a number", name))
		}
	}
	for _, name := range d.Numeric {
		if name != data.AllNumeric && !slices.Contains(features, name) {
			return usage(fmt.Errorf("--numeric: %w", nearest.Unknown("column of the model", name, features)))
		}
	}
	return nil
}

// tellAbsent notes how training, or XGBoost, reads the cells that rows leave out.
func (d *dataFlags) tellAbsent(t *data.Table, e *ensemble.Ensemble) {
	if t.Found.Absent && !t.Found.AbsentMissing && e.Schema.AbsentMissing {
		d.note("cells that rows leave out are taken for 0, as --no-missing refuses missing values; in training they were missing")
	}
	if t.Found.Absent && !d.AbsentMissing && e.Origin.By(ensemble.XGBoost) {
		d.note("cells that rows leave out are taken for 0; XGBoost takes them for missing when it reads such a file or sparse rows, as --absent-missing does")
	}
}

// tellRefused notes rows that scikit-learn would not predict because of missing values.
func (d *dataFlags) tellRefused(t *data.Table, e *ensemble.Ensemble) {
	refuses, rows := sklearn.RefusesMissing(e), 0
	for i := 0; refuses != "" && i < t.Rows; i++ {
		if slices.ContainsFunc(t.Row(i), func(v float64) bool { return v != v }) {
			rows++
		}
	}
	if rows > 0 {
		d.note(fmt.Sprintf("missing values in %d of %d rows, which %s refuses; here they go right at every split", rows, t.Rows, refuses))
	}
}

// tellCodes notes that numbers in columns of categories are taken for the codes that XGBoost
// was trained on. For pandas columns these are not the categories themselves, which look
// the same if they are months or postcodes.
func (d *dataFlags) tellCodes(t *data.Table, e *ensemble.Ensemble) {
	if t.Features == nil || !e.Origin.By(ensemble.XGBoost) {
		return
	}
	var coded []string
	for f, name := range t.Features {
		if e.Categorical(f) && e.Columns[f].Names == nil {
			coded = append(coded, name)
		}
	}
	if len(coded) > 0 {
		d.note("the model does not name the categories of " + phrase.Names(coded) + ": numbers there are taken for their codes, which pandas counts from 0 " +
			"in the order of the categories (.cat.codes); --schema takes a file that lists them in that order")
	}
}

// number numbers the labels of rows for a model that does not name its classes, unless
// --classes lists them in the model's order.
func (d *dataFlags) number(t *data.Table, e *ensemble.Ensemble) error {
	if d.Keep != nil && len(t.Classes) == e.Classes {
		return nil
	}
	note, err := trainer.NumberClasses(e, t)
	if note != "" {
		d.note(inFlags(d.command, note))
	}
	return err
}

// tellNumbers notes how levels that a schema names are numbered for a model that knows them
// by number: in another order all would be other levels, and nothing would reveal it.
func (d *dataFlags) tellNumbers(t *data.Table, e *ensemble.Ensemble) {
	for f := range t.Columns {
		if names := t.Columns[f].Names; names != nil && e.Categorical(f) && e.Columns[f].Names == nil {
			d.note(fmt.Sprintf("the model knows the categories of %s by number, and those of the schema, %s, are numbered from 0 in this order: it must be the order of the training rows, in pandas that of .cat.categories", t.Features[f], phrase.Names(names)))
		}
	}
}

// note prints, once, how rows are understood if the model says too little about them.
func (d *dataFlags) note(text string) {
	if !slices.Contains(d.noted, text) {
		d.noted = append(d.noted, text)
		progressOf(d.command).keep(text)
	}
}

// classNames returns the names of all classes of a model: its own, else those of the data,
// else numbers.
func classNames(e *ensemble.Ensemble, known []string) []string {
	if e.Schema.Classes != nil {
		return e.Schema.Classes
	}
	names := append([]string(nil), known...)
	for c := len(names); c < e.Classes; c++ {
		names = append(names, fmt.Sprint(c))
	}
	return names
}

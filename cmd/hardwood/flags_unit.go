package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// unitFlags say what eps and distances are measured in.
type unitFlags struct {
	units   string
	scaleBy string
	unit    eval.Unit // for the model, once that is read
}

// addUnits defines --units.
func (u *unitFlags) addUnits(c *cobra.Command) {
	c.Flags().StringVar(&u.units, "units", "scaled", "what eps and distances are measured in: scaled (the range of each feature in the training rows is 1, if the model scales its features) or raw")
}

// addScaleBy defines --scale-by.
func (u *unitFlags) addScaleBy(c *cobra.Command) {
	c.Flags().StringVar(&u.scaleBy, "scale-by", "", "file that gives the range of each column, so that eps 0.05 is 5 % of it for a model of any library: a table (read with the same flags as --data), a model that scales its features, metrics.json or a report")
	say(c, reads, "scale-by")
}

// check reports invalid units before anything is read.
func (u *unitFlags) check() error {
	switch {
	case u.units != "scaled" && u.units != "raw":
		return usage(fmt.Errorf("--units is %q, must be scaled or raw", u.units))
	case u.units == "raw" && u.scaleBy != "":
		return usage(fmt.Errorf("--scale-by beside --units raw: each says what eps is measured in, so give only one"))
	case u.scaleBy == data.Stdin:
		return usage(fmt.Errorf("--scale-by is standard input: name a file"))
	}
	return nil
}

// ownUnit reports whether a norm has its own unit, independent of the ranges of columns.
func ownUnit(n attack.Norm) bool { return n == attack.L0 || n == attack.Cost }

// settle finds out the unit for a model, and prints it.
func (u *unitFlags) settle(c *cobra.Command, norm attack.Norm, e *ensemble.Ensemble, rows *dataFlags) (err error) {
	switch {
	case ownUnit(norm):
		u.unit = eval.UnitIn(norm, e)
	case u.units == "raw":
		u.unit = eval.RawUnits().WithLevels(e)
	case u.scaleBy != "":
		u.unit, err = unitOfFile(c, u.scaleBy, e, rows)
		u.unit = u.unit.WithLevels(e)
	case u.unit.Text == "":
		u.unit = eval.UnitOf(e)
	}
	if err == nil {
		progressOf(c).keep("unit: " + u.unit.Text)
	}
	return err
}

// unitOfFile returns the unit that a file of ranges gives the features of a model.
func unitOfFile(c *cobra.Command, path string, e *ensemble.Ensemble, rows *dataFlags) (eval.Unit, error) {
	u, err := heldUnit(c, path, e)
	if errors.Is(err, errTable) {
		t, err := rows.readRaw(path, e, false)
		if err != nil {
			return u, err
		}
		if err := rangeless(c, path, e, t); err != nil {
			return u, err
		}
		s := data.FitScaling(t)
		u = eval.UnitOf(&ensemble.Ensemble{Features: t.Cols, Schema: ensemble.Schema{Features: t.Features, Min: s.Min, Max: s.Max}})
		u.Text = "eps 1 is the range of each column in " + path
		return u, nil
	}
	if err != nil {
		return u, err
	}
	if u.Raw == nil {
		return u, usage(fmt.Errorf("--scale-by %s holds no ranges: name a table, or a model that scales its features", path))
	}
	u.Text = "eps 1 is what each column is scaled by in " + path
	return unitInOrder(u, e, path)
}

// rangeless warns of the columns that have no range in a table, and refuses a table that
// has none for any.
func rangeless(c *cobra.Command, path string, e *ensemble.Ensemble, t *data.Table) error {
	var names []string
	measured := 0
	for f, r := range t.Ranges() {
		switch {
		case e.Categorical(f) || t.Image != (data.Shape{}):
		case !(r.Min < r.Max):
			names = append(names, t.Features[f])
		default:
			measured++
		}
	}
	switch {
	case names == nil:
		return nil
	case measured == 0:
		return usage(fmt.Errorf("--scale-by %s gives no column a range, as none has two values: name a table with more rows", path))
	}
	warner(c)(fmt.Sprintf("--scale-by %s has no more than one value of %s: there, eps is in the data's own units", path, phrase.Names(names)))
	return nil
}

// unitInOrder puts a unit in the order of a model's features: by name if both have names,
// else by number.
func unitInOrder(u eval.Unit, e *ensemble.Ensemble, path string) (eval.Unit, error) {
	names := e.Schema.Features
	if names == nil || u.Columns == nil {
		if len(u.Raw) != e.Features {
			return u, usage(fmt.Errorf("--scale-by %s has ranges of %s, but the model reads %d", path, phrase.Count(len(u.Raw), "column"), e.Features))
		}
		return u, nil
	}
	raw := make([]float64, len(names))
	for f, name := range names {
		k := slices.Index(u.Columns, name)
		if k < 0 {
			return u, usage(fmt.Errorf("--scale-by %s has no range of column %q, which the model reads", path, name))
		}
		raw[f] = u.Raw[k]
	}
	u.Raw, u.Columns = raw, names
	return u, nil
}

// rangesFile returns the file that is read for --scale-by: of a report, the metrics beside it.
func rangesFile(path string) string {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return filepath.Join(path, "metrics.json")
	}
	if strings.HasSuffix(path, ".html") {
		return filepath.Join(filepath.Dir(path), "metrics.json")
	}
	return path
}

// errTable says that a file is neither a model nor a report.
var errTable = errors.New("a table")

// heldUnit returns the unit of a model or of metrics, for a model e. Its error is errTable for any
// other file.
func heldUnit(c *cobra.Command, path string, e *ensemble.Ensemble) (u eval.Unit, err error) {
	path = rangesFile(path)
	if strings.HasSuffix(path, "metrics.json") {
		text, err := regular.ReadText(path)
		if err != nil {
			return u, err
		}
		document, err := eval.ReadDocument(text)
		if err != nil {
			return u, fmt.Errorf("%s: %w", path, err)
		}
		return document.Unit, nil
	}
	held, err := readAnyModel(c, path)
	switch {
	case errors.Is(err, errors.ErrUnsupported), errors.Is(err, os.ErrNotExist): // built-in data has no file
		return u, errTable
	case err != nil:
		return u, err
	}
	tellCoded(c, path, held, e)
	return eval.UnitOf(held), nil
}

// tellCoded warns of columns of numbers that hold categories in a model of ranges: those have none.
func tellCoded(c *cobra.Command, path string, held, e *ensemble.Ensemble) {
	var names []string
	for f := range e.Features {
		at, name := f, fmt.Sprint("column ", f)
		if e.Schema.Features != nil {
			name = e.Schema.Features[f]
			if held.Schema.Features != nil {
				at = slices.Index(held.Schema.Features, name)
			}
		}
		if at >= 0 && at < held.Features && held.Categorical(at) && !e.Categorical(f) {
			names = append(names, name)
		}
	}
	if names != nil {
		warner(c)(fmt.Sprintf("--scale-by %s holds categories in %s, and so no ranges: there, eps 1 is a change by 1", path, phrase.Names(names)))
	}
}

// asNumbers returns a model in which the columns of whole numbers (or of 0 and 1) that
// --numeric names hold any numbers, so that attacks move them by fractions. It knows the words for missing
// values that flags say, some of which may be numbers.
func (d *dataFlags) asNumbers(e *ensemble.Ensemble) *ensemble.Ensemble {
	loose := *e
	if d.MissingWords != nil {
		loose.Schema.MissingWords = d.MissingWords
	}
	if len(d.Numeric) == 0 || e.Columns == nil {
		return &loose
	}
	loose.Columns = slices.Clone(e.Columns)
	all := slices.Contains(d.Numeric, data.AllNumeric) && !slices.Contains(e.Schema.Features, data.AllNumeric)
	for f := range loose.Columns {
		named := e.Schema.Features != nil && slices.Contains(d.Numeric, e.Schema.Features[f])
		k := &loose.Columns[f]
		if whole := k.Kind == column.Integer || k.Kind == column.Boolean && k.Names == nil; whole && (all || named) {
			k.Kind = column.Numeric
		}
	}
	return &loose
}

// sameUnits makes two models that scale rows differently read the same, raw rows. If no
// flag or norm says what eps is measured in, it is in the unit of the model that scales rows.
func (e *evalCommand) sameUnits(models []eval.Model, norm attack.Norm) error {
	if len(models) == 1 {
		return nil
	}
	first, second := models[0].Ensemble, models[1].Ensemble
	if eval.ScaledAlike(first, second) {
		return nil
	}
	switch {
	case ownUnit(norm) || e.attack.units == "raw" || e.attack.scaleBy != "":
	case first.Schema.Min != nil && second.Schema.Min != nil:
		return usage(fmt.Errorf("the models scale their features differently, so an eps does not mean the same to both: choose the ranges by --scale-by, of a table or of one of the models"))
	case first.Schema.Min != nil:
		e.attack.unit = unitOfModel(&models[0])
	default:
		e.attack.unit = unitOfModel(&models[1])
	}
	models[0].Ensemble, models[1].Ensemble = format.Unscaled(first), format.Unscaled(second)
	return nil
}

func unitOfModel(m *eval.Model) eval.Unit {
	u := eval.UnitOf(m.Ensemble)
	u.Text = "eps 1 is what " + m.Name + " scales each column by, such as its range in the training rows"
	return u.WithLevels(m.Ensemble)
}

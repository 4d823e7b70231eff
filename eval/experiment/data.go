package experiment

import (
	"context"
	"slices"
	"time"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Data are the rows of an experiment, as the models read them.
type Data struct {
	Train, Test *data.Table // Test may be nil

	// Stretched are the columns that [Auto] does not scale by their range.
	Stretched []string

	// Selected are the columns that are left of sparse rows, see [Data.Fit]; nil for all.
	Selected []int

	tied   []int  // columns that are kept though no model splits on them, as the attacker's groups and links name them
	hash   string // hash of the training rows as they were read
	scale  Scale
	merged []string // columns in which the given scale, or the range, would merge many values
	far    []string // columns that Auto scales as without their far values
}

// Prepare scales training and test rows in place, by the training rows alone,
// and keeps the raw values of the test rows. test may be nil.
func Prepare(train, test *data.Table, scale Scale) (*Data, error) {
	if err := scale.Check(); err != nil {
		return nil, err
	}
	if err := train.Validate(); err != nil {
		return nil, err
	}
	if test != nil {
		if err := test.Validate(); err != nil {
			return nil, err
		}
		if err := train.Alike(test); err != nil {
			return nil, err
		}
	}
	if err := train.Trainable(); err != nil {
		return nil, err
	}
	d := &Data{Train: train, Test: test, hash: train.Hash(), scale: scale}
	if scale == Never || scale == Auto && scaled(train.Weighed()) {
		return d, nil
	}
	s := d.fit()
	tables := []*data.Table{train}
	if test != nil {
		test.KeepRaw()
		tables = append(tables, test)
	}
	return d, s.Apply(tables...)
}

// Split holds out a share of a table as test rows, drawn by seed, and prepares
// both parts, see [Prepare]. A share with no test row is an error.
func Split(t *data.Table, share float64, scale Scale, seed uint64) (*Data, error) {
	if err := t.Validate(); err != nil { // first, as Trainable counts classes
		return nil, err
	}
	if err := t.Trainable(); err != nil {
		return nil, err
	}
	train, test, err := t.Split(share, seed)
	if err != nil {
		return nil, err
	}
	return Prepare(train, test, scale)
}

// Fit trains a model on the training rows, see [advboost.Harden], and returns it with the seconds
// that training took.
//
// If rows are sparse, the first model trained reads only the columns that it splits on (of [Harden] and
// [Train] also those of groups and links), and d keeps only these: whatever is trained or judged afterwards sees
// no others. So the first model trained on sparse rows must not be hardened.
func (d *Data) Fit(ctx context.Context, p trainer.Params, s advboost.Strategy, watch ...trainer.Hook) (*ensemble.Ensemble, float64, error) {
	start := time.Now()
	rows := d.Train
	if s.Eps > 0 || s.Attacks() {
		rows = dense(rows)
	}
	e, err := advboost.Harden(ctx, rows, p, s, watch...)
	if e != nil {
		e.Origin.Data = d.hash
		e = d.narrow(e)
	}
	return e, time.Since(start).Seconds(), err
}

// dense returns rows that are compact as floats if these take little memory: hooks read each row some
// times a round, which is a copy in a compact table.
func dense(rows *data.Table) *data.Table {
	const room = 1 << 24 // cells
	if rows.Sparse != nil || rows.X != nil || rows.Rows > room/max(1, rows.Cols) {
		return rows
	}
	floats := *rows
	floats.Densify()
	return &floats
}

// narrow reduces sparse rows to the columns that a model splits on, at least one, and returns the
// model for these. Rows become dense if they are small enough.
func (d *Data) narrow(e *ensemble.Ensemble) *ensemble.Ensemble {
	if d.Train.Sparse == nil || d.Selected != nil {
		return e
	}
	const room = 1 << 26 // cells
	d.Selected = slices.Concat(e.Used(), d.tied)
	slices.Sort(d.Selected)
	if d.Selected = slices.Compact(d.Selected); len(d.Selected) == 0 {
		d.Selected = []int{0}
	}
	for _, t := range []**data.Table{&d.Train, &d.Test} {
		if *t == nil {
			continue
		}
		if *t = (*t).Select(d.Selected); (*t).Rows*(*t).Cols <= room {
			(*t).Densify()
		}
	}
	return e.Select(d.Selected)
}

// Reader returns an ensemble without trees that reads features as the models do, to check what
// refers to features before anything is trained.
func (d *Data) Reader() *ensemble.Ensemble {
	outputs := 1
	if k := len(d.Train.Classes); k > 2 {
		outputs = k
	}
	e := &ensemble.Ensemble{
		Features: d.Train.Cols, Classes: len(d.Train.Classes), Columns: d.Train.Columns,
		Outputs: outputs, Base: make([]float64, outputs),
		Schema: ensemble.Schema{Features: d.Train.Features, Classes: d.Train.Classes},
	}
	if s := d.Train.Scaling; s != nil {
		e.Schema.Min, e.Schema.Max = s.Min, s.Max
	}
	return e
}

// Hash returns the hash of the training rows as they were read.
func (d *Data) Hash() string { return d.hash }

package ablation

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"encoding/json"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/store"
	"github.com/hardwood-ml/hardwood/internal/option"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// ModelName is the key of the model in the metrics of a run.
const ModelName = "model"

// Task is a run to do.
type Task struct {
	Data     *DataSet
	Seed     uint64
	Settings Settings // shared by runs that differ in seed or data: must not be changed
}

// params returns the parameters of training.
func (s Settings) params(seed uint64) (trainer.Params, error) {
	booster := s["booster"]
	p := trainer.Defaults(booster) // those of hardwood harden are among the settings
	if err := s.over(&p); err != nil {
		return p, err
	}
	p.Seed, p.Threads = seed, 1 // runs are parallel, not what is inside them
	return p, p.Check(booster)
}

// over sets the parameters of training that are among the settings.
func (s Settings) over(p *trainer.Params) error {
	for name, value := range s {
		if name, ok := strings.CutPrefix(name, trainPrefix); ok {
			if err := p.Set(s["booster"], name, value); err != nil {
				return err
			}
		}
	}
	return nil
}

// weighs reports whether some of the settings weigh classes.
func (s Settings) weighs() bool {
	return slices.ContainsFunc(trainer.Weighing, func(name string) bool { return s[trainPrefix+name] != "" })
}

// strategy returns how the model is hardened.
func (s Settings) strategy(d *DataSet) (advboost.Strategy, error) {
	const few = 2 // starts: the last example of a row is one more
	how := advboost.Strategy{Booster: s["booster"], Eps: d.Eps, Search: method.Settings{Starts: few}}
	for i := range advboost.StrategyOptions {
		o := &advboost.StrategyOptions[i]
		if text, ok := s[o.Name]; ok {
			if err := cmp.Or(o.Set(&how, text), o.Check(&how)); err != nil {
				return how, err
			}
		}
	}
	if text, ok := s["radius"]; ok {
		radius, err := strconv.ParseFloat(text, 64)
		if err != nil || !(radius >= 0) || math.IsInf(radius, 1) {
			return how, option.Errorf("radius", "radius is %q, not a number of at least 0", text)
		}
		how.Eps *= radius
	}
	var err error
	how.Norm, err = attack.ParseNorm(s["norm"])
	return how, option.In("norm", err)
}

// tables are the rows of a run.
type tables struct {
	*experiment.Data
	file    int // rows of the test file, 0 if test rows are a part of the source
	outside int // test rows that were removed, see judgeWithin
}

// rows reads the rows of a run with a function, whose tables it does not change. They are sampled
// and split by the seed of the run, as by hardwood harden.
func (t *Task) rows(read func(source string, o data.Options) (*data.Table, error)) (*tables, error) {
	o := t.Data.options()
	if t.Data.Schema != "" {
		var err error
		if o.Schema, err = data.ReadSchema(t.Data.Schema); err != nil {
			return nil, err
		}
	}
	train, err := read(t.Data.Source, o)
	if err != nil {
		return nil, err
	}
	some := func(table *data.Table, n int) *data.Table { // always a copy, as rows are scaled in place
		if n == 0 {
			n = table.Rows
		}
		return table.Sample(n, t.Seed)
	}
	var test *data.Table
	file := 0
	if t.Data.Test != "" {
		if test, err = read(t.Data.Test, o.Like(train)); err != nil {
			return nil, err
		}
		file = test.Rows
		train, test = some(train, t.Data.Rows), some(test, t.Data.TestRows)
	} else {
		if t.Data.Rows > 0 {
			train = some(train, t.Data.Rows)
		}
		if train, test, err = train.Split(t.Data.TestShare, t.Seed); err != nil {
			return nil, err
		}
		if t.Data.TestRows > 0 {
			test = some(test, t.Data.TestRows)
		}
	}
	rows, err := experiment.Prepare(train, test, cmp.Or(t.Data.Scale, experiment.Auto))
	return &tables{Data: rows, file: file}, err
}

// metrics returns what is kept of an evaluation.
func (t *Task) metrics(r *eval.Report, rows *tables, version string) ([]byte, error) {
	held, name := rows.Test, t.Data.Name
	if t.Data.Test != "" {
		name += ", test file" // not its path, which may be that of another machine
	}
	d := document{Document: r.Document(eval.Provenance{
		Version: version, Data: name, Hash: held.Hash(), Rows: held.Rows, Cols: held.Cols, Units: "scaled", Unit: eval.UnitIn(r.Norm, r.Models[0].Ensemble),
		Constraints: t.Data.ThreatText,
	})}
	var err error
	if d.Rows, err = rowsOf(r, t.Data.Eps, rows); err != nil {
		return nil, err
	}
	b, err := json.MarshalIndent(d, "", "  ")
	return append(b, '\n'), err
}

// options returns the options of a run.
func (t *Task) options(by *Evaluate, rows *tables) (o experiment.Options, err error) {
	if o.Params, err = t.Settings.params(t.Seed); err != nil {
		return o, err
	}
	if o.Strategy, err = t.Settings.strategy(t.Data); err != nil {
		return o, err
	}
	if o.Strategy.Constraints, err = t.Data.constraints(rows.Data, o.Strategy.Norm); err != nil {
		return o, err
	}
	o.Natural = o.Params
	o.Weighed = t.Settings.weighs()
	o.Evaluate = eval.Options{Eps: []float64{t.Data.Eps}, Aim: t.Data.Aim, Resamples: 200}
	for _, multiple := range by.Eps {
		o.Evaluate.Eps = append(o.Evaluate.Eps, multiple*t.Data.Eps)
	}
	slices.Sort(o.Evaluate.Eps)
	o.Evaluate.Eps = slices.Compact(o.Evaluate.Eps)
	o.Evaluate.Attack, err = method.New(by.Method, by.settings())
	return o, err
}

// run trains and evaluates; the result gets the id.
func (t *Task) run(ctx context.Context, r *Runner, rows *tables, o experiment.Options, id string) (*store.Run, error) {
	start := time.Now()
	report, err := experiment.Train(ctx, rows.Data, ModelName, o)
	if err != nil {
		return nil, err
	}
	metrics, err := t.metrics(report, rows, r.version)
	if err != nil {
		return nil, err
	}
	var model bytes.Buffer
	packed := gzip.NewWriter(&model)
	if err := format.Write(packed, report.Models[0].Ensemble, format.Hardwood); err != nil {
		return nil, err
	}
	if err := packed.Close(); err != nil {
		return nil, err
	}
	return &store.Run{
		ID: id, Spec: r.spec.Name, Settings: t.Settings.JSON(), Seed: t.Seed, Data: t.Data.Name, Hash: rows.Hash(),
		Version: r.version, Finished: time.Now().UTC().Format(time.RFC3339), Seconds: time.Since(start).Seconds(),
		Metrics: string(metrics), Model: model.Bytes(),
	}, nil
}

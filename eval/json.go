package eval

import (
	"encoding/json"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Provenance is what a reader needs to reproduce a report.
type Provenance struct {
	Command string // the command line, without flags that change no number
	Version string // of hardwood
	Data    string // source of the evaluated rows
	Hash    string // of the evaluated rows
	Rows    int
	Cols    int
	Units   string // "scaled" or "raw": what eps and distances are measured in
	Unit    Unit   // what eps 1 is in each column

	Constraints string // the file of the attacker's constraints, "" for none

	Notes []string // what may be meant otherwise in the data, for readers of the page, a sentence each without its point
}

// In returns p with the units that a norm has by default for a model, unless they are set.
func (p Provenance) In(n attack.Norm, e *ensemble.Ensemble) Provenance {
	if p.Units == "" {
		if p.Units = "raw"; e.Schema.Min != nil {
			p.Units = "scaled"
		}
	}
	if p.Unit.Text == "" {
		p.Unit = UnitIn(n, e)
	}
	return p
}

// MetricsJSON returns metrics.json.
func (r *Report) MetricsJSON(p Provenance) ([]byte, error) {
	b, err := json.MarshalIndent(r.Document(p), "", "  ")
	return append(b, '\n'), err
}

// Document returns the contents of metrics.json.
func (r *Report) Document(p Provenance) *Document {
	d := &Document{
		Schema: schemaVersion, Version: p.Version, Command: p.Command,
		Norm: r.Norm.String(), Units: p.Units, Unit: p.Unit, Method: r.Method, Seed: r.Seed,
		Eps: append([]float64{}, r.Eps...), EpsSuggested: r.Suggested != "", Constraints: p.Constraints,
		Data:     DocumentData{Source: p.Data, Hash: p.Hash, Rows: p.Rows, Features: p.Cols},
		Constant: r.Constant, Aim: r.Aim, Verdict: r.Verdict, Models: map[string]*DocumentModel{}, Chosen: r.Chosen, Tuning: r.Tuning, TradeOff: r.TradeOff,
	}
	d.Interrupted = r.Interrupted
	d.Ceiling, d.Still = r.ceiling(), r.stillByEps()
	for _, e := range r.Models {
		d.Models[e.Name] = e.document(r.Eps)
	}
	d.Difference = r.difference()
	if all := r.CrossValidated; all != nil {
		d.CrossValidation = &DocumentCrossValidation{
			Folds: all.Folds, Rows: all.Models[0].Metrics.Rows, Constant: all.Constant, Ceiling: all.ceiling(),
			Models: map[string]*DocumentJudged{}, Difference: all.difference(),
		}
		for _, e := range all.Models {
			d.CrossValidation.Models[e.Name] = e.judged(r.Eps)
		}
	}
	for _, curve := range r.StartsCurves {
		if d.StartsCurves == nil {
			d.StartsCurves = map[string][]DocumentStarts{}
		}
		points := make([]DocumentStarts, len(curve.Points))
		for i, at := range curve.Points {
			points[i] = DocumentStarts{at.Starts, Number(at.MeanDistance), at.Seconds}
		}
		d.StartsCurves[curve.Method] = points
	}
	return d
}

// difference is the difference of the last model from the first, nil for one model.
func (r *Report) difference() (d *DocumentDifference) {
	for i := range r.Differences {
		d = &DocumentDifference{Of: r.Models[i+1].Name, Minus: r.Models[0].Name, Intervals: r.Differences[i].document(r.Eps)}
	}
	return d
}

func (r *Report) ceiling() *DocumentCeiling {
	if r.Ceilings == nil {
		return nil
	}
	d := &DocumentCeiling{
		Robust: ByNumber[float64]{}, Balanced: ByNumber[float64]{}, WorstClass: ByNumber[float64]{},
		Classes: map[string]ByNumber[Number]{}, Exact: ByNumber[bool]{},
	}
	for _, l := range r.Ceilings {
		key := EpsName(l.Eps)
		d.Robust[key], d.Balanced[key], d.WorstClass[key], d.Exact[key] = l.Robust, l.Balanced, l.WorstClass, l.Exact
		for i, c := range r.Models[0].Classes {
			if d.Classes[c.Name] == nil {
				d.Classes[c.Name] = ByNumber[Number]{}
			}
			d.Classes[c.Name][key] = Number(l.Classes[i])
		}
	}
	return d
}

func (e *Evaluation) document(eps []float64) *DocumentModel {
	origin := e.Ensemble.Origin
	d := &DocumentModel{
		DocumentJudged: *e.judged(eps),
		Features:       []Move{},
		Settings:       origin.Trainer, Seed: origin.Seed, DataHash: origin.Data,
		TrainSeconds: e.TrainSeconds, AttackSeconds: e.Metrics.Seconds,
	}
	for _, m := range e.Moves {
		if m.Rows > 0 {
			d.Features = append(d.Features, m)
		}
	}
	return d
}

func (e *Evaluation) judged(eps []float64) *DocumentJudged {
	d := &DocumentJudged{
		DocumentMetrics: e.Metrics.document(eps),
		Balanced:        e.Metrics.BalancedAccuracy,
		BalancedRobust:  byEps(eps, func(k int) Number { return Number(e.Metrics.At[k].BalancedRobust) }),
		Worst:           e.Metrics.WorstAccuracy,
		WorstRobust:     byEps(eps, func(k int) Number { return Number(e.Metrics.At[k].WorstRobust) }),
		Intervals:       e.Intervals.document(eps),
		Classes:         map[string]DocumentMetrics{},
		Gain:            e.Gain,
	}
	for i := range e.Classes {
		d.Classes[e.Classes[i].Name] = e.Classes[i].Metrics.document(eps)
	}
	return d
}

func (m *Metrics) document(eps []float64) DocumentMetrics {
	at := func(field func(*AtEps) float64) ByNumber[Number] {
		return byEps(eps, func(k int) Number { return Number(field(&m.At[k])) })
	}
	quantiles := ByNumber[Number]{}
	for _, q := range m.Quantiles {
		quantiles[EpsName(q.P)] = Number(q.Distance)
	}
	return DocumentMetrics{
		Rows: m.Rows, Correct: m.Correct, WithoutExample: m.WithoutExample, OutOfBounds: m.OutOfBounds, NoAttacker: m.NoAttacker, Clean: m.CleanAccuracy,
		Robust:       at(func(a *AtEps) float64 { return a.Robust }),
		Certified:    at(func(a *AtEps) float64 { return a.Certified }),
		Undecided:    at(func(a *AtEps) float64 { return a.Undecided }),
		Broken:       at(func(a *AtEps) float64 { return a.Broken }),
		MeanDistance: Number(m.MeanDistance), MedianDistance: Number(m.MedianDistance), MeanLowerBound: Number(m.MeanLowerBound),
		Quantiles: quantiles, MeanQueries: m.Queries,
	}
}

func (in *Intervals) document(eps []float64) DocumentIntervals {
	return DocumentIntervals{
		Clean: in.CleanAccuracy, MeanDistance: in.MeanDistance, MedianDistance: in.MedianDistance,
		Robust: byEps(eps, func(k int) Interval { return in.Robust[k] }),
	}
}

func byEps[T any](eps []float64, value func(k int) T) ByNumber[T] {
	all := ByNumber[T]{}
	for k, e := range eps {
		all[EpsName(e)] = value(k)
	}
	return all
}

package eval

import (
	"context"
	"fmt"
	"iter"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Model is a model to evaluate.
type Model struct {
	Name         string // "natural", "hardened"
	Ensemble     *ensemble.Ensemble
	TrainSeconds float64 // time to train, 0 if unknown
}

// Options are the options of [Evaluate].
type Options struct {
	Attack      attack.Attack
	Norm        attack.Norm
	Constraints *attack.Constraints // nil for none
	Eps         []float64           // radii, ascending; nil asks for a suggestion from the first model
	Aim         Aim                 // what models are judged by, "" for [DefaultAim] of the rows
	Focus       float64             // the one of Eps that the verdict is about, by default the middle one
	NotWorthIt  bool                // validation rows have no radius worth hardening for, and the verdict says so
	Seed        uint64
	Threads     int // 0 for one per processor

	// Gain says what a row is worth to who attacks it, as the first model reads it, in
	// the unit of the prices of norm cost; nil if that is not known.
	Gain func(x []float64) float64

	Resamples int // of the bootstrap, 0 for 1000
	Fragile   int // rows with the nearest examples to keep, 0 for 10
	Show      int // rows that all models get right to keep, for pictures; 0 for none

	// Decided gives what [Prepared.Decide] found of all rows under a model, in order,
	// where they were attacked before; nil attacks them now.
	Decided func(model *Model) iter.Seq2[*Decided, error]

	// Row is called for each row of each model, in order, with what was found.
	Row func(model *Model, x []float64, r *attack.Result) error
	// Progress is called by several goroutines with the number of finished rows.
	Progress func(model *Model, finished, of int)
}

// Report is what an evaluation found.
type Report struct {
	Norm      attack.Norm
	Eps       []float64
	Suggested string // where Eps come from, in a sentence, if nobody gave them
	Method    string
	Seed      uint64
	Constant  Constant
	Aim       Aim
	Models    []*Evaluation

	// Ceilings are what no model exceeds on these rows: without an attacker,
	// and at each eps.
	Ceilings []ceiling.Limit

	// Still are, at each eps, the features that no attacker can change in any row,
	// and Reach is how many units of the data he can change each by, alone, per unit
	// of eps; Whole are those that he changes by whole units, nil for none. Farthest is by
	// how much their bounds and values let any row change, nil for no limits.
	Still    [][]int
	Reach    []float64
	Whole    []bool
	Farthest []float64

	// Evidence is what there is at each eps for the second model against the
	// first, and Verdict the verdict, at the eps in the focus. They are nil for
	// one model, or where there is no eps.
	Evidence []Evidence
	Verdict  *Verdict

	// Differences are the intervals of each further model's metrics minus
	// those of the first, on the same rows.
	Differences []Intervals

	// StartsCurves are the curves of growing numbers of starts against the first
	// model, see [NewStartsCurve]; nil if they were not asked for.
	StartsCurves []StartsCurve

	// Tuning is how the parameters of the second model were found; nil if they were
	// given.
	Tuning *Tuning

	// TradeOff is what hardening more and more costs; nil if it was not asked for.
	TradeOff *TradeOff
}

// Evaluation is what an evaluation found about one model.
type Evaluation struct {
	Model
	Outcomes  []Outcome // one per row
	Metrics   Metrics
	Intervals Intervals
	Classes   []ClassMetrics
	Moves     []Move // one per feature
	Gain      *Gain  // of who attacks; nil without Options.Gain
	Fragile   []Case
	Shown     []Case // the rows of Options.Show, the same for all models
}

// ClassMetrics are the metrics of the rows of one class.
type ClassMetrics struct {
	Name string
	Metrics
}

// Constant is the predictor that ignores its input and always says the most
// frequent class. It is as robust as it is accurate.
type Constant struct {
	Class    string  `json:"class"`
	Accuracy float64 `json:"accuracy"`
	Balanced float64 `json:"balanced_accuracy"`
}

// Evaluate attacks every row of a table under each model. The rows must be
// labelled and scaled as the models read them.
//
// The report depends on the table, the models and the options, but not on the
// number of threads, the seconds apart. On cancellation Evaluate returns the
// context's error and the models finished so far.
func Evaluate(ctx context.Context, models []Model, table *data.Table, o Options) (*Report, error) {
	if err := o.check(models, table); err != nil {
		return nil, err
	}
	report := &Report{Norm: o.Norm, Eps: o.Eps, Method: o.Attack.Name(), Seed: o.Seed, Constant: constant(table), Aim: o.Aim.orDefault(table)}
	shown := o.shown(models, table)
	for i := range models {
		e, err := o.evaluate(ctx, &models[i], table, shown)
		if err != nil {
			return report, err
		}
		if report.Eps == nil {
			report.Eps = SuggestEps(e.Outcomes)
			report.Suggested = fmt.Sprintf("They break about a quarter, a half and nine tenths of the rows that %s gets right.", e.Name)
		}
		e.measure(report.Eps, table)
		report.Models = append(report.Models, e)
	}
	limits, err := ceiling.Of(ctx, table, o.Norm, o.Constraints, append([]float64{0}, report.Eps...), o.Threads)
	if err != nil {
		return report, err
	}
	report.Ceilings = limits
	if err := report.reach(models[0].Ensemble, table, o); err != nil {
		return report, err
	}
	report.resample(o)
	report.weigh(o, table)
	return report, nil
}

func (o *Options) check(models []Model, table *data.Table) error {
	switch {
	case len(models) == 0:
		return fmt.Errorf("no model to evaluate")
	case table.Y == nil:
		return fmt.Errorf("%s: has no labels, so that nothing can be evaluated", table.Source)
	case table.Rows == 0:
		return fmt.Errorf("%s: no rows to evaluate", table.Source)
	case o.Attack == nil:
		return fmt.Errorf("no attack to evaluate with")
	case !slices.IsSorted(o.Eps):
		return fmt.Errorf("eps must ascend, got %v", o.Eps)
	}
	for _, e := range o.Eps {
		if !(e >= 0) || math.IsInf(e, 0) {
			return fmt.Errorf("eps must be at least 0 and finite, got %v", e)
		}
	}
	for _, m := range models {
		if m.Ensemble.Features != table.Cols {
			return fmt.Errorf("model %s reads %d features, %s has %d", m.Name, m.Ensemble.Features, table.Source, table.Cols)
		}
		if m.Ensemble.Classes < len(table.Classes) {
			return fmt.Errorf("model %s knows %d classes, %s has %d", m.Name, m.Ensemble.Classes, table.Source, len(table.Classes))
		}
	}
	if o.Resamples == 0 {
		o.Resamples = 1000
	}
	if o.Fragile == 0 {
		o.Fragile = 10
	}
	return nil
}

// shown returns the first rows that all models get right.
func (o *Options) shown(models []Model, table *data.Table) map[int]bool {
	rows := map[int]bool{}
	for i := 0; i < table.Rows && len(rows) < o.Show; i++ {
		right := true
		for _, m := range models {
			right = right && m.Ensemble.Class(table.Row(i)) == table.Y[i]
		}
		if right {
			rows[table.Position(i)] = true
		}
	}
	return rows
}

func (o *Options) evaluate(ctx context.Context, m *Model, table *data.Table, shown map[int]bool) (*Evaluation, error) {
	e := &Evaluation{Model: *m, Outcomes: make([]Outcome, 0, table.Rows)}
	worth := gains{of: o.Gain}
	moved, nearest := newMoves(m.Ensemble, table.Features), fragile{keep: o.Fragile}
	found := func(d *Decided) error {
		x := make([]float64, table.Cols)
		m.Ensemble.Round(x, table.Row(len(e.Outcomes)))
		e.Outcomes = append(e.Outcomes, d.Outcome)
		if d.Example != nil {
			moved.add(x, d.Example)
		}
		nearest.add(caseOf(x, &d.Result))
		worth.add(x, &d.Result)
		if shown[d.Row] {
			e.Shown = append(e.Shown, caseOf(x, &d.Result))
		}
		if o.Row != nil {
			return o.Row(m, x, &d.Result)
		}
		return nil
	}
	if err := o.find(ctx, m, table, found); err != nil {
		return nil, err
	}
	explain(&attack.Problem{Ensemble: m.Ensemble, Norm: o.Norm, Constraints: o.Constraints}, nearest.cases)
	e.Moves, e.Fragile, e.Gain = moved.finish(), nearest.cases, worth.finish()
	return e, nil
}

// find calls found with what is found of each row, now or before.
func (o *Options) find(ctx context.Context, m *Model, table *data.Table, found func(*Decided) error) error {
	if o.Decided != nil {
		return o.replay(m, table, found)
	}
	adversary, err := o.prepare(m)
	if err != nil {
		return err
	}
	return o.attack(ctx, m, adversary, table, found)
}

func (e *Evaluation) measure(eps []float64, table *data.Table) {
	e.Metrics = Measure(e.Outcomes, eps)
	for c, name := range table.Classes {
		var rows []Outcome
		for _, o := range e.Outcomes {
			if o.Label == c {
				rows = append(rows, o)
			}
		}
		e.Classes = append(e.Classes, ClassMetrics{name, Measure(rows, eps)})
	}
}

func (r *Report) resample(o Options) {
	first := newSample(r.Models[0].Outcomes, r.Eps)
	r.Models[0].Intervals = bootstrap(first, nil, o.Seed, o.Resamples)
	for _, e := range r.Models[1:] {
		other := newSample(e.Outcomes, r.Eps)
		e.Intervals = bootstrap(other, nil, o.Seed, o.Resamples)
		r.Differences = append(r.Differences, bootstrap(first, other, o.Seed, o.Resamples))
	}
}

// weigh comes to a verdict on the second model. Rows outside the bounds of the
// constraints were not attacked under either model, and are left out.
func (r *Report) weigh(o Options, table *data.Table) {
	if len(r.Models) < 2 || len(r.Eps) == 0 {
		return
	}
	first, second := r.Models[0].Outcomes, r.Models[1].Outcomes
	if rows := o.within(table); len(rows) > 0 && len(rows) < table.Rows {
		first, second, table = pick(first, rows), pick(second, rows), table.Subset(rows)
	}
	most := slices.Index(table.Classes, constant(table).Class)
	r.Evidence = Weigh(first, second, r.Eps, table.Classes, most, o.Seed, o.Resamples)
	r.Verdict = r.judge(r.Focus(o.Focus), o.NotWorthIt)
}

// within returns the rows of a table that are within the bounds of the constraints.
func (o *Options) within(table *data.Table) []int {
	var rows []int
	for i := range table.Rows {
		if o.Constraints.Within(table.Row(i)) {
			rows = append(rows, i)
		}
	}
	return rows
}

// pick returns the outcomes of some rows.
func pick(outcomes []Outcome, rows []int) []Outcome {
	picked := make([]Outcome, len(rows))
	for i, row := range rows {
		picked[i] = outcomes[row]
	}
	return picked
}

// Focus returns the number of an eps, that of the middle one if it is none of
// the report's.
func (r *Report) Focus(eps float64) int {
	if k := slices.Index(r.Eps, eps); k >= 0 {
		return k
	}
	return len(r.Eps) / 2
}

func constant(table *data.Table) Constant {
	counts, most := table.Counts(), 0
	present := 0
	for c, n := range counts {
		if n > counts[most] {
			most = c
		}
		if n > 0 {
			present++
		}
	}
	return Constant{table.Classes[most], share(counts[most], table.Rows), 1 / float64(max(present, 1))}
}

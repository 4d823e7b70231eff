package paper

import (
	"context"
	"fmt"
	"slices"
	"time"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/attack/method"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Options are the options of [Run].
type Options struct {
	Dir     string   // directory of the data sets
	Sets    []string // names of the data sets, nil for all whose files are there
	Quick   bool     // small sets, few rows
	Seed    uint64
	Threads int                // 0 for one per processor
	Say     func(phase string) // called as work goes on, may be nil
	Done    func(rows, of int) // called by several goroutines, may be nil

	// Limit is the time for a method on a model, 0 for no limit. Rows that are not finished by then are
	// left out, so results depend on the machine.
	Limit time.Duration
}

// The kinds of models.
const (
	natural = "natural"
	robust  = "robust"
	forest  = "forest"
)

// model is a trained model of a set.
type model struct {
	set  Set
	kind string
	*ensemble.Ensemble
	train, test int     // rows
	accuracy    float64 // on all test rows

	// For natural models: what LT-Attack without noise did in norm 2, for all rows and for those with
	// a proved optimum.
	anatomy, proved []ltattack.Anatomy
}

// Results are all measurements.
type Results struct {
	models []*model
	all    map[figure][]attack.Result // rows without time have Stop Cancelled
}

// limits are those of a run: rows to train on, rows to attack, rows for the tables with slow methods,
// and boxes of the exact search.
type limits struct{ train, rows, few, nodes int }

var (
	quick = limits{2000, 20, 10, 20000}
	full  = limits{0, 500, 50, 1000000}
)

// Run trains the models of all data sets whose files exist and attacks them with all methods. On
// cancellation it returns what is finished, with the context's error.
func Run(ctx context.Context, o Options) (*Results, error) {
	r := &run{Options: o, limits: full, Results: &Results{all: map[figure][]attack.Result{}}}
	if o.Quick {
		r.limits = quick
	}
	sets, err := find(o.Dir, o.Sets, o.Quick)
	if err != nil {
		return r.Results, err
	}
	for _, kind := range kinds {
		r.attacks += len(sets) * attacksOn(kind)
	}
	for _, s := range sets {
		rows, err := s.read(ctx, o.Dir, r.train, o.Seed)
		if err != nil {
			return r.Results, err
		}
		for _, kind := range kinds {
			if err := r.model(ctx, s, kind, rows); err != nil {
				return r.Results, err
			}
		}
	}
	return r.Results, nil
}

// run is one call of [Run].
type run struct {
	Options
	limits
	*Results
	attacks int // still to do
}

// model trains a model of a set and attacks it.
func (r *run) model(ctx context.Context, s Set, kind string, rows *experiment.Data) error {
	phase := fmt.Sprintf("%s: train %s, %d attacks to go", s.Name, kind, r.attacks)
	if r.Limit > 0 {
		phase += fmt.Sprintf(" in %v at most", time.Duration(r.attacks)*r.Limit)
	}
	r.say(phase)
	e, err := s.fit(ctx, kind, rows, &r.Options)
	if err != nil {
		return err
	}
	m := &model{set: s, kind: kind, Ensemble: e, train: rows.Train.Rows, test: rows.Test.Rows}
	for i := range rows.Test.Rows {
		if e.Class(rows.Test.Row(i)) == rows.Test.Y[i] {
			m.accuracy += 1 / float64(m.test)
		}
	}
	r.models = append(r.models, m)
	test := rows.Test.Sample(r.rows, r.Seed)
	victims := eval.Victims(test, 0, test.Rows)
	// a hard row must not use up the time of the others
	settings := method.Settings{Nodes: r.nodes, Time: r.Limit / 20, Rows: rows.Train.AllRows()}
	for _, norm := range normsOf(kind) {
		problem, err := attack.NewProblem(e, norm)
		if err != nil {
			return err
		}
		problem.Seed = r.Seed
		for _, name := range methodsOf(kind, norm) {
			if err := r.measure(ctx, m, problem, name, settings, victims); err != nil {
				return err
			}
		}
		if kind == natural && norm == attack.L2 {
			if err := r.look(ctx, m, problem, victims[:min(r.few, len(victims))]); err != nil {
				return err
			}
		}
	}
	return nil
}

// limited returns a context that ends after the time for a method.
func (r *run) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	r.attacks--
	if r.Limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, r.Limit)
}

// measure attacks victims with a method.
func (r *run) measure(ctx context.Context, m *model, p *attack.Problem, name string, settings method.Settings, victims []attack.Victim) error {
	r.say(m.set.Name + ", " + m.kind + ", norm " + p.Norm.String() + ": " + name)
	a, err := newAttack(name, settings)
	if err != nil {
		return err
	}
	limited, cancel := r.limited(ctx)
	defer cancel()
	results, err := attack.Run(limited, p, a, victims, attack.RunOptions{
		Threads: r.Threads, Done: func(n int) { r.done(n, len(victims)) },
	})
	if err != nil && (limited.Err() == nil || ctx.Err() != nil) {
		return err
	}
	r.all[figure{m.kind, p.Norm.String(), m.set.Name, name}] = results
	return nil
}

// look measures what the tables on the search itself need: the naive neighbourhoods, and the steps of
// LT-Attack without noise.
func (r *run) look(ctx context.Context, m *model, p *attack.Problem, victims []attack.Victim) error {
	for _, name := range naive {
		if err := r.measure(ctx, m, p, name, method.Settings{}, victims); err != nil {
			return err
		}
	}
	r.say(m.set.Name + ": count neighbours")
	optima := make([][]float64, len(victims))
	for i, e := range r.all[figure{m.kind, p.Norm.String(), m.set.Name, "exact"}][:len(victims)] {
		if e.Status == attack.Optimal {
			optima[i] = e.Example
		}
	}
	limited, cancel := r.limited(ctx)
	defer cancel()
	var err error
	if m.anatomy, err = ltattack.Dissect(limited, p, victims, optima, 0); err != nil && (limited.Err() == nil || ctx.Err() != nil) {
		return err
	}
	for _, a := range m.anatomy {
		i := slices.IndexFunc(victims, func(v attack.Victim) bool { return v.Row == a.Row })
		if optima[i] != nil {
			m.proved = append(m.proved, a)
		}
	}
	return nil
}

func (o *Options) say(phase string) {
	if o.Say != nil {
		o.Say(phase)
	}
}

func (o *Options) done(n, of int) {
	if o.Done != nil {
		o.Done(n, of)
	}
}

// fit trains a model of a kind. As in the paper, forests are the averaged trees of one round of
// boosting.
func (s *Set) fit(ctx context.Context, kind string, rows *experiment.Data, o *Options) (*ensemble.Ensemble, error) {
	size := map[string]size{natural: s.natural, robust: s.robust, forest: s.forest}[kind]
	p := trainer.Defaults(trainer.GBDT)
	p.Seed, p.Threads = o.Seed, o.Threads
	p.Rounds, p.MaxDepth, p.LearningRate = size.trees, size.depth, size.rate
	p.Gamma, p.BoostFromAverage = s.gamma, false
	var how advboost.Strategy
	switch kind {
	case forest:
		p.Rounds, p.ParallelTrees = 1, size.trees
		p.Subsample, p.ColsampleByNode = 0.8, 0.8
	case robust:
		p.RobustSplit = trainer.FourPlacements // as for the paper's models (Chen et al. 2019)
		how = advboost.Strategy{Norm: attack.LInf, Eps: s.eps, Split: 1}
	}
	e, _, err := rows.Fit(ctx, p, how)
	return e, err
}

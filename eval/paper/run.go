package paper

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/ltattack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/method"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Options are the options of [Run].
type Options struct {
	Dir     string   // of the data sets
	Sets    []string // names of the data sets, nil for all whose files are there
	Quick   bool     // small sets, few rows
	Seed    uint64
	Threads int                // 0 for one per processor
	Say     func(phase string) // called as work goes on, may be nil
	Done    func(rows, of int) // called by several goroutines, may be nil
}

// The kinds of models.
const (
	natural = "natural"
	robust  = "robust"
	forest  = "forest"
)

// measurement is what a method reached on a model.
type measurement struct {
	figure
	mean, seconds float64 // seconds per row
	results       []attack.Result
}

// model is a trained model of a set.
type model struct {
	set  Set
	kind string
	*ensemble.Ensemble
	train, test int     // rows
	accuracy    float64 // on all test rows

	// Of natural models: what LT-Attack without noise did in norm L2, and the
	// part of it for rows whose optimum is proved.
	anatomy, proved []ltattack.Anatomy
}

// Results are all measurements.
type Results struct {
	models []*model
	all    map[figure]measurement
}

// limits of a run: rows to train on, rows to attack, rows for the tables whose
// methods are slow, and boxes of the exact search.
type limits struct{ train, rows, few, nodes int }

var (
	quick = limits{2000, 20, 10, 20000}
	full  = limits{0, 500, 50, 1000000}
)

// plain is LT-Attack without noise, as the paper compares it with the naive
// neighbourhoods.
const plain = "lt-plain"

// naive are the methods of the table "naive".
var naive = []string{"naive-leaf", "naive-feature", plain}

func newAttack(name string, s method.Settings) (attack.Attack, error) {
	if name == plain {
		return ltattack.Attack{Paper: true, Noise: -1}, nil
	}
	return method.New(name, s)
}

// methodsOf are the methods that the paper compares on a kind of model, the
// exact search first.
func methodsOf(kind string, norm attack.Norm) []string {
	switch {
	case kind == forest:
		return []string{"exact", "lt", "cube"}
	case norm == attack.L1:
		return []string{"exact", "lt", "cube", "rba", "signopt"}
	}
	return []string{"exact", "lt", "cube", "rba", "hsja", "signopt"}
}

// Run trains the models of all sets whose files are there and attacks them
// with all methods. On cancellation it returns what is finished with the
// context's error.
func Run(ctx context.Context, o Options) (*Results, error) {
	r := &Results{all: map[figure]measurement{}}
	sets, err := Find(o.Dir, o.Sets, o.Quick)
	if err != nil {
		return r, err
	}
	limit := full
	if o.Quick {
		limit = quick
	}
	for _, s := range sets {
		rows, err := s.read(o.Dir, limit.train, o.Seed)
		if err != nil {
			return r, err
		}
		for _, kind := range []string{natural, robust, forest} {
			if err := r.model(ctx, &o, limit, s, kind, rows); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}

// model trains a model of a set and attacks it.
func (r *Results) model(ctx context.Context, o *Options, limit limits, s Set, kind string, rows *experiment.Data) error {
	o.say(s.Name + ": train " + kind)
	e, err := s.fit(ctx, kind, rows, o)
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
	test := rows.Test.Subset(rows.Test.Sample(limit.rows, o.Seed))
	victims := eval.Victims(test, 0, test.Rows)
	norms := []attack.Norm{attack.LInf, attack.L2, attack.L1}
	if kind == forest {
		norms = norms[:2]
	}
	settings := method.Settings{Nodes: limit.nodes}
	for i := range rows.Train.Rows {
		settings.Rows = append(settings.Rows, rows.Train.Row(i))
	}
	for _, norm := range norms {
		problem, err := attack.NewProblem(e, norm)
		if err != nil {
			return err
		}
		problem.Seed = o.Seed
		for _, name := range methodsOf(kind, norm) {
			if err := r.measure(ctx, o, m, problem, name, settings, victims); err != nil {
				return err
			}
		}
		if kind == natural && norm == attack.L2 {
			if err := r.look(ctx, o, m, problem, victims[:min(limit.few, len(victims))]); err != nil {
				return err
			}
		}
	}
	return nil
}

// measure attacks victims by a method.
func (r *Results) measure(ctx context.Context, o *Options, m *model, p *attack.Problem, name string, settings method.Settings, victims []attack.Victim) error {
	o.say(m.set.Name + ", " + m.kind + ", norm " + p.Norm.String() + ": " + name)
	a, err := newAttack(name, settings)
	if err != nil {
		return err
	}
	results, err := attack.Run(ctx, p, a, victims, attack.RunOptions{
		Threads: o.Threads, Done: func(n int) { o.done(n, len(victims)) },
	})
	if err != nil {
		return err
	}
	f := figure{m.kind, p.Norm.String(), m.set.Name, name}
	r.all[f] = summarize(f, results)
	return nil
}

// look measures what the tables on the search itself need: the naive
// neighbourhoods, and what LT-Attack does without noise.
func (r *Results) look(ctx context.Context, o *Options, m *model, p *attack.Problem, victims []attack.Victim) error {
	for _, name := range naive {
		if err := r.measure(ctx, o, m, p, name, method.Settings{}, victims); err != nil {
			return err
		}
	}
	o.say(m.set.Name + ": count neighbours")
	optima := make([][]float64, len(victims))
	for i, e := range r.all[figure{m.kind, p.Norm.String(), m.set.Name, "exact"}].results[:len(victims)] {
		if e.Status == attack.Optimal {
			optima[i] = e.Example
		}
	}
	var err error
	if m.anatomy, err = ltattack.Dissect(ctx, p, victims, optima, 0); err != nil {
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

// summarize takes the mean over the rows for which an example was found.
func summarize(f figure, results []attack.Result) measurement {
	m := measurement{figure: f, results: results, mean: math.NaN()}
	var distances []float64
	for i := range results {
		if r := &results[i]; r.Example != nil {
			distances = append(distances, r.Distance)
			m.seconds += r.Seconds
		}
	}
	if len(distances) > 0 {
		m.mean = stat.Mean(distances, nil)
		m.seconds /= float64(len(distances))
	}
	return m
}

// fit trains a model of a kind: forests are averaged trees of one round of
// boosting, as in the paper.
func (s *Set) fit(ctx context.Context, kind string, rows *experiment.Data, o *Options) (*ensemble.Ensemble, error) {
	size := map[string]size{natural: s.natural, robust: s.robust, forest: s.forest}[kind]
	p := trainer.Defaults(trainer.GBDT)
	p.Seed, p.Threads = o.Seed, o.Threads
	p.Rounds, p.MaxDepth, p.LearningRate = size.trees, size.depth, size.rate
	p.Gamma, p.BoostFromAverage = s.gamma, false
	var loop experiment.Loop
	switch kind {
	case forest:
		p.Rounds, p.ParallelTrees = 1, size.trees
		p.Subsample, p.ColsampleByNode = 0.8, 0.8
	case robust:
		p.RobustSplit = trainer.FourPlacements // as the paper's models (Chen et al. 2019)
		loop = experiment.Loop{Norm: attack.LInf, Eps: s.eps, Split: 1}
	}
	e, _, err := rows.Fit(ctx, trainer.GBDT, p, loop)
	return e, err
}

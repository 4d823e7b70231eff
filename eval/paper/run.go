package paper

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/eval/method"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Options are the options of [Run].
type Options struct {
	Dir     string // of the data sets
	Quick   bool   // small sets, few rows
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
	clean float64
}

// Results are all measurements.
type Results struct {
	models []model
	all    map[figure]measurement
}

// limits of a run: rows to train on, to attack, and boxes of the exact search.
type limits struct{ train, rows, nodes int }

var (
	quick = limits{2000, 20, 20000}
	full  = limits{0, 500, 1000000}
)

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
	sets, err := Find(o.Dir, o.Quick)
	if err != nil {
		return r, err
	}
	limit := full
	if o.Quick {
		limit = quick
	}
	for _, s := range sets {
		rows, err := s.read(o.Dir, limit.train, 0, o.Seed)
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
	test := rows.Test.Subset(rows.Test.Sample(limit.rows, o.Seed))
	m := model{set: s, kind: kind, Ensemble: e}
	for i := range test.Rows {
		if e.Class(test.Row(i)) == test.Y[i] {
			m.clean += 1 / float64(test.Rows)
		}
	}
	r.models = append(r.models, m)
	norms := []attack.Norm{attack.LInf, attack.L2, attack.L1}
	if kind == forest {
		norms = norms[:2]
	}
	var train [][]float64
	for i := range rows.Train.Rows {
		train = append(train, rows.Train.Row(i))
	}
	for _, norm := range norms {
		problem, err := attack.NewProblem(e, norm)
		if err != nil {
			return err
		}
		problem.Seed = o.Seed
		for _, name := range methodsOf(kind, norm) {
			o.say(s.Name + ", " + kind + ", norm " + norm.String() + ": " + name)
			a, err := method.New(name, method.Settings{Nodes: limit.nodes, Rows: train})
			if err != nil {
				return err
			}
			results, err := attack.Run(ctx, problem, a, eval.Victims(test, 0, test.Rows), attack.RunOptions{
				Threads: o.Threads, Done: func(n int) { o.done(n, test.Rows) },
			})
			if err != nil {
				return err
			}
			f := figure{kind, norm.String(), s.Name, name}
			r.all[f] = measure(f, results)
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

// measure takes the mean over the rows for which an example was found.
func measure(f figure, results []attack.Result) measurement {
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

// fit trains a model of the paper's size.
func (s *Set) fit(ctx context.Context, kind string, rows *experiment.Data, o *Options) (*ensemble.Ensemble, error) {
	name := trainer.GBDT
	if kind == forest {
		name = trainer.Forest
	}
	p := trainer.Defaults(name)
	p.Seed, p.Threads = o.Seed, o.Threads
	p.Rounds, p.MaxDepth, p.LearningRate = s.Trees, s.Depth, 0.3
	if kind == forest {
		p.Rounds, p.MaxDepth, p.LearningRate = s.RFTrees, s.RFDepth, 1
		p.Bootstrap, p.Subsample = false, 0.8
	} else if classes := len(rows.Train.Classes); classes > 2 {
		p.Rounds = max(1, s.Trees/classes)
	}
	var loop experiment.Loop
	if kind == robust {
		p.RobustSplit = trainer.FourPlacements // as the paper's models (Chen et al. 2019)
		loop = experiment.Loop{Norm: attack.LInf, Eps: s.Eps, Split: 1}
	}
	e, _, err := rows.Fit(ctx, name, p, loop)
	return e, err
}

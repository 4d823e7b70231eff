package blackbox

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Method is a search that only queries the model.
type Method interface {
	Name() string
	Check() error               // reports options that are out of range
	Plan() (starts, budget int) // searches for each victim, and the queries of one

	// Search looks for near adversarial points from a random start, until it is done or the
	// oracle's budget is spent. Its result is the oracle's Best.
	Search(o *Oracle, r *rand.Rand)
}

// MovesLevels marks a method that also changes levels of categories: see [Oracle.Levels].
type MovesLevels interface{ MovesLevels() bool }

// AtLeastZero reports a negative one among the options of a method that are counts.
func AtLeastZero(method string, options ...int) error {
	if slices.Min(options) < 0 {
		return fmt.Errorf("%s: an option is %d, must be at least 0", method, slices.Min(options))
	}
	return nil
}

// Plan returns the [Method.Plan] of a search that goes on until its queries are used up: the
// starts, 0 meaning 1, and the queries of each, 0 meaning 40,000.
func Plan(starts, queries int) (int, int) { return cmp.Or(starts, 1), cmp.Or(queries, 40_000) }

// New returns a method as an attack on ensembles, and no attack for no method.
func New(m Method) attack.Attack {
	if m == nil {
		return nil
	}
	return method{m}
}

// Is reports whether an attack was made by [New].
func Is(a attack.Attack) bool {
	_, is := a.(method)
	return is
}

// Of returns the method of an attack that [New] has returned.
func Of(a attack.Attack) (m Method, ok bool) {
	asks, ok := a.(method)
	return asks.Method, ok
}

type method struct{ Method }

var _ attack.Attack = method{}

// Prepare implements [attack.Attack].
func (m method) Prepare(p *attack.Problem) (attack.Prepared, error) {
	err := cmp.Or(m.Check(), p.NoBlanks(m.Name()))
	if moves, ok := m.Method.(MovesLevels); err == nil && !(ok && moves.MovesLevels()) {
		err = cmp.Or(p.OfNumbers(m.Name()), ofPriced(m.Name(), p))
	}
	return &prepared{m.Method, p}, err
}

// ofPriced returns an error for a column that moves at no cost, for methods that measure all moves.
func ofPriced(method string, p *attack.Problem) error {
	if c := p.Constraints; c != nil && slices.Contains(c.Weight, 0) {
		return &attack.Lack{Method: method, Of: attack.FreeMoves, Norm: p.Norm}
	}
	return nil
}

type prepared struct {
	method  Method
	problem *attack.Problem
}

// Searcher implements [attack.Prepared].
func (p *prepared) Searcher() attack.Searcher {
	e := p.problem.Ensemble
	return &searcher{p.method, p.problem, newOracle(&trees{e, make([]float64, e.Outputs)}, p.problem)}
}

func newOracle(m Model, p *attack.Problem) *Oracle {
	return &Oracle{
		Norm: p.Norm, model: m, problem: p,
		X: make([]float64, m.Features()), point: make([]float64, m.Features()), scores: make([]float64, m.Classes()),
	}
}

type searcher struct {
	method  Method
	problem *attack.Problem
	oracle  *Oracle
}

// Search implements [attack.Searcher].
func (s *searcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	o := s.oracle
	s.problem.Ensemble.Round(o.X, v.X)
	o.Label, o.Start, o.Queries = v.Label, v.Guess(), 0
	o.cancelled = func() bool { return ctx.Err() != nil }
	r := attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1)}
	random := seed.At(s.problem.Seed, v.Row)
	starts, budget := s.method.Plan()
	for i := range starts {
		o.Best, o.Class, o.Distance = o.Best[:0], -1, math.Inf(1)
		o.Budget = o.Queries + budget
		if i == 0 && o.Start != nil {
			o.Adversarial(slices.Clone(o.Start))
		}
		s.method.Search(o, random)
		o.polish(random)
		if o.Distance < r.Distance {
			r.Status, r.Class, r.Distance = attack.Found, o.Class, o.Distance
			r.Example = append(r.Example[:0], o.Best...)
		}
	}
	r.Stats.Queries = o.Queries
	if ctx.Err() != nil {
		r.Stop = attack.Cancelled
	}
	return r
}

// trees is an ensemble that can only be asked for its scores.
type trees struct {
	e       *ensemble.Ensemble
	margins []float64
}

func (t *trees) Features() int { return t.e.Features }
func (t *trees) Classes() int  { return t.e.Classes }

func (t *trees) Scores(x, out []float64) {
	t.e.Margins(x, t.margins)
	if t.e.Outputs == 1 {
		out[0], out[1] = t.e.Cutoff, t.margins[0]
		return
	}
	copy(out, t.margins)
	if class := t.e.ClassOf(out); t.e.ByProbability { // it may come before that of the largest margin, if as likely
		out[class] = slices.Max(out)
	}
}

package attack

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Untargeted is the Problem.Target of an attack that accepts any other class.
const Untargeted = -1

// Problem is what every method has to know. Fields must not change after a method is prepared for
// it.
type Problem struct {
	Ensemble    *ensemble.Ensemble // as NewProblem sets it: see [ensemble.Ensemble.InFloat64]
	Grid        *ensemble.Grid
	Norm        Norm
	Constraints *Constraints // nil for none
	Target      int          // the class to reach, or Untargeted
	Seed        uint64

	encode   func(x []float64) []float64 // for a model of groups, else nil
	bounding *bounding                   // links that need not be obeyed, see Space.Narrow
}

// NewProblem returns the untargeted, unconstrained problem for a model. Unless constraints freeze
// them, levels of categorical features change to those that the model lists, or else names in
// splits: see [ensemble.Ensemble.ListLevels].
//
// If a model rounds its input to float32, the problem holds the same model for float64: distances,
// bounds and verdicts are about numbers before rounding, and examples are the nearest of these,
// halfway between two float32 values.
//
// It is an error if the model's Validate refuses it, or if the norm does not exist.
func NewProblem(e *ensemble.Ensemble, norm Norm) (*Problem, error) {
	if e == nil {
		return nil, errors.New("no model is given")
	}
	if e.Classes < 2 {
		return nil, fmt.Errorf("model has no classes to attack")
	}
	if err := cmp.Or(norm.Check(), e.Validate()); err != nil {
		return nil, err
	}
	e = e.InFloat64() // an attacker changes the numbers of a file, before they are rounded
	g, err := ensemble.NewGrid(e)
	if err != nil {
		return nil, err
	}
	return &Problem{Ensemble: e, Grid: g, Norm: norm, Target: Untargeted}, nil
}

// movesLevels reports whether some level that the model splits on may change.
func (p *Problem) movesLevels() bool {
	for f, v := range p.Grid.Loose {
		if v != nil && (!p.Constraints.Freezes(f) || p.Constraints.blanks(f)) {
			return true
		}
	}
	return false
}

// OfNumbers returns a [*Lack] if the model splits on levels, for methods that only move numbers.
// [Prepare] then resolves levels that cannot change.
func (p *Problem) OfNumbers(method string) error {
	if p.Grid.Loose == nil {
		return nil
	}
	return &Lack{Method: method, Of: Levels, Norm: p.Norm}
}

// Validate reports a norm or a target that does not exist, or constraints that do not fit the model
// or contradict each other.
func (p *Problem) Validate() error {
	if err := p.Norm.Check(); err != nil {
		return err
	}
	if p.Grid.Ensemble != p.Ensemble {
		return fmt.Errorf("the grid of the problem is that of another model: NewProblem makes one for each")
	}
	if p.Target != Untargeted && (p.Target < 0 || p.Target >= p.Ensemble.Classes) {
		return fmt.Errorf("target class %d is not one of %d classes", p.Target, p.Ensemble.Classes)
	}
	if err := p.Constraints.Fits(p.Ensemble.Features, p.Ensemble.Classes); err != nil {
		return err
	}
	return p.Constraints.checkLevelPrices(p.Ensemble)
}

// Distance returns the distance from one row to another, in the norm of p and with the weights and
// prices of the constraints, after rounding both as the model does. Without constraints a change of
// level counts 1.
func (p *Problem) Distance(from, to []float64) float64 {
	return p.Between(p.Ensemble.Rounded(from), p.Ensemble.Rounded(to))
}

// Between is [Problem.Distance] for rows that are rounded already: see [ensemble.Ensemble.Round].
func (p *Problem) Between(from, to []float64) float64 {
	return distance(p.Ensemble, p.Norm, p.Constraints, from, to)
}

// Nearest returns the value between lo and hi, in the model's precision, that is nearest to a
// victim's value x of feature f and allowed, or NaN if there is none. x itself must not lie between
// lo and hi.
func (p *Problem) Nearest(f int, x, lo, hi float64) float64 {
	most := p.Ensemble.Largest()
	switch lo, hi = max(lo, -most), min(hi, most); {
	case !(lo <= hi):
		return math.NaN()
	case p.Constraints != nil:
		return p.Constraints.admissible(p.Ensemble, f, x, x, lo, hi)
	}
	return min(max(x, lo), hi)
}

// Farthest returns the allowed value between a victim's value x of feature f, which holds numbers, and
// an end that is nearest to the end, in the model's precision; x itself is allowed, and NaN stays NaN.
func (p *Problem) Farthest(f int, x, end float64) float64 {
	if x != x || end == x {
		return x
	}
	if p.Constraints == nil {
		return round(p.Ensemble, end)
	}
	if to := p.Constraints.admissible(p.Ensemble, f, x, end, min(x, end), max(x, end)); to == to {
		return to
	}
	return x
}

// Admit returns the allowed value, in the model's precision, that is nearest to a value to, for a
// feature f that was x at first; x itself is allowed. A missing value stays missing, and no value
// becomes missing or infinite; a level that is not legal becomes x.
func (p *Problem) Admit(f int, x, to float64) float64 {
	if x != x || to != to || to == x {
		return x
	}
	if p.Ensemble.Categorical(f) {
		return p.admitLevel(f, x, to)
	}
	most := p.Ensemble.Largest()
	if to = min(max(to, -most), most); p.Constraints == nil {
		return round(p.Ensemble, to)
	}
	v := p.Constraints.admissible(p.Ensemble, f, x, to, -most, most)
	if math.Abs(v-to) < math.Abs(x-to) {
		return v
	}
	return x
}

// Attack is a method with its options.
type Attack interface {
	// Name is the method's name on the command line.
	Name() string

	// Prepare checks the options against a problem and builds what all
	// searchers share. It must not modify the problem.
	Prepare(p *Problem) (Prepared, error)
}

// CheckNorm reports a norm that an attack does not support, as a [*Lack]. An attack that supports
// other norms than exactly [Norms] has a method CheckNorm(Norm) error, see [Only].
func CheckNorm(a Attack, n Norm) error {
	if some, ok := a.(interface{ CheckNorm(Norm) error }); ok {
		return some.CheckNorm(n)
	}
	return Only(a.Name(), n, Norms...)
}

// Prepared is an attack on one problem. It must be safe for use by several
// goroutines.
type Prepared interface {
	// Searcher returns a searcher with its own scratch memory.
	Searcher() Searcher
}

// Searcher attacks one victim at a time. Its results must depend on the problem and the victim
// only, not on earlier searches.
type Searcher interface {
	// Search looks for the nearest adversarial example. The victim is classified correctly, and the
	// model does not split on features that it misses. On cancellation Search returns the best so
	// far. The slices of the result must not be reused. It sets Example, its Class and its
	// Distance, [Problem.Distance] from the victim, and what else it knows: LowerBound, Status,
	// Stop, Stats. A result without an Example means that none was found.
	Search(ctx context.Context, v Victim) Result
}

// Verdict answers whether an adversarial example exists within a radius.
type Verdict uint8

// The verdicts.
const (
	Undecided Verdict = iota
	Certified         // no example within the radius, proved
	Broken            // an example within the radius is known
)

var verdictNames = [...]string{"undecided", "certified", "broken"}

// String returns the word of v, as reports have it.
func (v Verdict) String() string { return wordOf(verdictNames[:], "verdict", v) }

// Decider is a Searcher that can also just decide whether there is an example within a radius,
// which is cheaper than the minimum.
type Decider interface {
	Searcher

	// Decide says whether an adversarial example exists at a distance of at most eps. The result
	// holds the example if the verdict is Broken, and a LowerBound above eps if it is Certified.
	Decide(ctx context.Context, v Victim, eps float64) (Verdict, Result)
}

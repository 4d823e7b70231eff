package smoothing

import (
	"cmp"
	"errors"
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Options are the options of a [Smoother]. The zero value is the default.
type Options struct {
	Bins int // bins of the distribution of a sum, 0 for 16,384

	// For models that are sampled.
	Samples    int     // per row, 0 for 10,000
	Confidence float64 // of the certificate of a row, 0 for 0.999
	Seed       uint64
}

// Check reports the first option that is out of its range.
func (o Options) Check() error {
	switch {
	case o.Bins < 0 || o.Samples < 0:
		return fmt.Errorf("smoothing: an option is %d, must be at least 0", min(o.Bins, o.Samples))
	case !(o.Confidence >= 0 && o.Confidence < 1):
		return fmt.Errorf("confidence is %v, must be at least 0 and below 1", o.Confidence)
	}
	return nil
}

// Smoother certifies the smoothed version of a model. It is safe for use by several
// goroutines.
type Smoother struct {
	noise   Noise
	options Options
	grid    *ensemble.Grid
	exact   oracle // nil if the model is sampled
}

// oracle computes without sampling a lower bound on how often a class is predicted.
type oracle interface {
	probability(near []chances, label int) float64
}

// Certificate is what is known about a row under a smoothed model.
type Certificate struct {
	// Probability is a lower bound on how often the label is predicted. The smoothed model is right if
	// it is above 0.5.
	Probability float64

	// Radius is how far the row can be changed without the smoothed model going wrong, in the norm of
	// the noise; in norm 0, how many columns can. It is -1 if the smoothed model is not known to be
	// right.
	Radius float64
}

// New prepares a model with two or more classes for a noise. It refuses models that split on
// categories and, for [Flip], on columns that are not 0 or 1.
func New(e *ensemble.Ensemble, n Noise, o Options) (*Smoother, error) {
	if n == nil {
		return nil, errors.New("no noise is given")
	}
	if err := cmp.Or(n.Check(), o.Check()); err != nil {
		return nil, err
	}
	p, err := attack.NewProblem(e, n.Norm())
	if err != nil {
		return nil, err
	}
	g := p.Grid
	for f := range e.Features {
		if g.IsLoose(ensemble.Feature(f)) {
			return nil, fmt.Errorf("smoothing is for numbers, feature %d holds categories", f)
		}
	}
	if _, flips := n.(Flip); flips {
		for f, cuts := range g.Cuts {
			if len(cuts) > 1 || len(cuts) == 1 && !(cuts[0] >= 0 && cuts[0] < 1) {
				return nil, fmt.Errorf("smoothing by flips is for columns of 0 and 1, feature %d is split otherwise", f)
			}
		}
	}
	o = Options{cmp.Or(o.Bins, 1<<14), cmp.Or(o.Samples, 10_000), cmp.Or(o.Confidence, 0.999), o.Seed}
	s := &Smoother{noise: n, options: o, grid: g}
	switch {
	case len(e.Trees) == 1:
		s.exact = newTree(g)
	case splitsOneEach(g):
		s.exact = newSums(g, o.Bins)
	}
	return s, nil
}

// Sampled reports whether certificates rest on samples, and so hold only with the confidence of the
// options.
func (s *Smoother) Sampled() bool { return s.exact == nil }

// slack is subtracted from probabilities: more than the rounding of sums can add.
const slack = 1e-9

// Certify certifies a row; its number seeds the samples. It is an error if a column that trees split on
// is missing, infinite or, for [Flip], not 0 or 1.
func (s *Smoother) Certify(row int, x []float64, label int) (Certificate, error) {
	e := s.grid.Ensemble
	if len(x) != e.Features || label < 0 || label >= e.Classes {
		return Certificate{}, fmt.Errorf("row %d: %d features and class %d, the model has %d features and %d classes",
			row, len(x), label, e.Features, e.Classes)
	}
	x = e.Rounded(x)
	_, flips := s.noise.(Flip)
	for f, v := range x {
		switch {
		case s.grid.Last(f) == 0:
		case math.IsNaN(v):
			return Certificate{}, fmt.Errorf("row %d misses feature %d, which smoothing needs", row, f)
		case math.IsInf(v, 0):
			return Certificate{}, fmt.Errorf("row %d: feature %d is %v, must be finite", row, f, v)
		case flips && v != 0 && v != 1:
			return Certificate{}, fmt.Errorf("row %d: feature %d is %v, flips are for 0 and 1", row, f, v)
		}
	}
	c := Certificate{Radius: -1}
	if s.exact == nil {
		c.Probability = s.sample(row, x, label)
	} else {
		c.Probability = max(0, min(1, s.exact.probability(s.chances(x), label))-slack)
	}
	if c.Probability > 0.5 {
		c.Radius = s.noise.Radius(c.Probability)
		if flips {
			c.Radius = min(max(c.Radius, s.ofTree(x, label)), float64(e.Features))
		}
	}
	return c, nil
}

// chances are the probabilities of the cells of a column.
type chances []float64

// chances returns, for each column, the probabilities of the cells that noise may move the row to.
func (s *Smoother) chances(x []float64) []chances {
	of := make([]chances, len(x))
	for f, v := range x {
		if s.grid.Last(f) == 0 {
			continue
		}
		lo := math.Inf(-1)
		for _, hi := range append(s.grid.Cuts[f][:len(s.grid.Cuts[f]):len(s.grid.Cuts[f])], math.Inf(1)) {
			of[f] = append(of[f], s.noise.Within(v, lo, hi))
			lo = hi
		}
	}
	return of
}

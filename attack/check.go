package attack

import (
	"fmt"
	"math"

	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Check verifies a result against the plain predictor. The example must be predicted as Class,
// which must not be the label and must be the target if there is one; it must obey the constraints,
// and be finite where it differs from the victim.
// Distance must be right to a relative 1e-9 and not below LowerBound, and Status Found or Optimal.
// With or without an example, LowerBound must be a distance and Status a known one.
func (p *Problem) Check(v Victim, r *Result) error {
	if err := checkFigures(&v, r); err != nil {
		return err
	}
	if r.Example == nil {
		return nil
	}
	if err := p.checkShape(&v, r); err != nil {
		return err
	}
	return p.check(&v, r, p.Ensemble.Class(r.Example))
}

// checkFigures reports values that no result may have, with an example or without.
func checkFigures(v *Victim, r *Result) error {
	switch {
	case int(r.Status) >= len(statusNames):
		return fmt.Errorf("row %d: %v is none of a result", v.Row, r.Status)
	case r.Example != nil && r.Status != Found && r.Status != Optimal:
		return fmt.Errorf("row %d: an example with the status %v, must be %v or %v", v.Row, r.Status, Found, Optimal)
	case !(r.LowerBound >= 0):
		return fmt.Errorf("row %d: lower bound %v is not a distance", v.Row, r.LowerBound)
	}
	return nil
}

// shaped reports whether a result has an example with the right number of features. What works on the
// example of a searcher before it is checked leaves others as they are, for the check to report.
func (p *Problem) shaped(r *Result) bool { return len(r.Example) == p.Ensemble.Features }

// checkShape reports an example with the wrong number of features.
func (p *Problem) checkShape(v *Victim, r *Result) error {
	if !p.shaped(r) {
		return fmt.Errorf("row %d: example of %d features, the model reads %d", v.Row, len(r.Example), p.Ensemble.Features)
	}
	return nil
}

// checkFinite reports a value of an example that no row can hold, unless it is the victim's.
func (p *Problem) checkFinite(v *Victim, example []float64) error {
	most := p.Ensemble.Largest()
	for f, to := range example {
		if (to > most || to < -most) && to != round(p.Ensemble, v.X[f]) {
			return fmt.Errorf("row %d: example with the value %v of feature %d, above %v", v.Row, to, f, most)
		}
	}
	return nil
}

// check is Check with the class of the example already known.
func (p *Problem) check(v *Victim, r *Result, got int) error {
	d := p.Distance(v.X, r.Example)
	if err := p.checkFinite(v, r.Example); err != nil {
		return err
	}
	if p.Constraints != nil || p.Grid.Loose != nil {
		x := make([]float64, len(v.X))
		p.Ensemble.Round(x, v.X)
		if err := p.Allow(x, r.Example); err != nil {
			return fmt.Errorf("row %d: %w", v.Row, err)
		}
	}
	switch {
	case !p.Constraints.Attacks(v.Label):
		return fmt.Errorf("row %d: example for a row of class %d, which nobody attacks", v.Row, v.Label)
	case p.Target != Untargeted && got != p.Target:
		return fmt.Errorf("row %d: example is predicted as %d, the target is %d", v.Row, got, p.Target)
	case got == v.Label || got != r.Class:
		return fmt.Errorf("row %d: example of class %d is predicted as %d, label %d", v.Row, r.Class, got, v.Label)
	case d != r.Distance && !(math.Abs(d-r.Distance) <= 1e-9*max(d, r.Distance)):
		return fmt.Errorf("row %d: example at distance %v is reported at %v", v.Row, d, r.Distance)
	case r.LowerBound > r.Distance*(1+1e-12):
		return fmt.Errorf("row %d: lower bound %v is above the distance %v", v.Row, r.LowerBound, r.Distance)
	}
	return nil
}

// checkVerdict verifies that a result supports its verdict, as far as that can be seen without the
// model.
func checkVerdict(verdict Verdict, r *Result, row int, eps float64) error {
	switch {
	case int(verdict) >= len(verdictNames):
		return fmt.Errorf("row %d: %v is none that there is", row, verdict)
	case verdict == Broken && (r.Example == nil || r.Distance > eps*(1+1e-9)):
		return fmt.Errorf("row %d: broken within %v by an example at distance %v", row, eps, r.Distance)
	case verdict == Certified && r.LowerBound <= eps && r.LowerBound < math.Inf(1):
		return fmt.Errorf("row %d: certified within %v by a lower bound of %v", row, eps, r.LowerBound)
	}
	return nil
}

// checker does what Check does, in batches, so that examples go through the model together.
type checker struct {
	problem   *Problem
	predictor *ensemble.Predictor // gives the same bits as the plain one
	victims   []*Victim
	results   []*Result
	examples  []float64 // one after the other
}

// add queues a result, which must stay where it is until it is checked.
func (c *checker) add(v *Victim, r *Result) error {
	if err := checkFigures(v, r); err != nil {
		return err
	}
	if r.Example == nil {
		return nil
	}
	if err := c.problem.checkShape(v, r); err != nil {
		return err
	}
	c.victims, c.results = append(c.victims, v), append(c.results, r)
	c.examples = append(c.examples, r.Example...)
	if len(c.results) < c.predictor.Batch() {
		return nil
	}
	return c.flush()
}

// flush checks the queued results, and records the margins and the moved cells of their examples.
func (c *checker) flush() error {
	e := c.problem.Ensemble
	margins := make([]float64, len(c.results)*e.Outputs)
	c.predictor.Margins(c.examples, margins, 1)
	for i, r := range c.results {
		r.Margins = margins[i*e.Outputs : (i+1)*e.Outputs : (i+1)*e.Outputs]
		v := c.victims[i]
		r.Moved = r.Moved.Diff(r.Example, v.X)
		if err := c.problem.check(v, r, e.ClassOf(r.Margins)); err != nil {
			return err
		}
	}
	c.victims, c.results, c.examples = c.victims[:0], c.results[:0], c.examples[:0]
	return nil
}

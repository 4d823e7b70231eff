package eval

import (
	"github.com/hardwood-ml/hardwood/attack"
)

// Outcome is what is kept of an attacked row.
type Outcome struct {
	Label     int
	Predicted int // the model's class for the row
	Status    attack.Status

	// The minimal adversarial distance lies between LowerBound and Distance.
	Distance   float64 // 0 for misclassified rows, +Inf if no example was found
	LowerBound float64

	// Decided holds one verdict per eps, from decisions where the bounds on the minimal distance
	// left the answer open; nil if nothing was decided.
	Decided []attack.Verdict

	Queries int
	Seconds float64 // [Outcomes] round it to float32
}

// NewOutcome returns the outcome of a result.
func NewOutcome(r *attack.Result) Outcome {
	return Outcome{
		Label: r.Label, Predicted: r.Predicted, Status: r.Status,
		Distance: r.Distance, LowerBound: r.LowerBound, Queries: r.Stats.Queries, Seconds: r.Seconds,
	}
}

// Correct reports whether the model gets the row right.
func (o Outcome) Correct() bool { return o.Predicted == o.Label }

// Verdict says what is known at the k-th eps. It is Broken for misclassified rows.
func (o Outcome) Verdict(k int, eps float64) attack.Verdict {
	switch {
	case !o.Correct() || o.Distance <= eps:
		return attack.Broken
	case o.LowerBound > eps || o.Status == attack.Optimal:
		return attack.Certified
	case o.Decided != nil:
		return o.Decided[k]
	}
	return attack.Undecided
}

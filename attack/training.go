package attack

import "github.com/hardwood-ml/hardwood/data/moved"

// A training loop attacks the same rows again and again, in a model that grows. Only training loops
// need what is here: all others may ignore Victim.Warm, RunOptions.Reuse, Recycler and
// Result.Trace.

// Warm is what is known of a victim before it is attacked. It saves time, and an
// attack that starts from a good guess finds a nearer example.
type Warm struct {
	// Margins are the model's at X, nil if they are not known.
	Margins []float64

	// Start is a guess at an adversarial example, such as the last round's, as
	// the cells in which it differs from X, or nil. It need not be adversarial.
	Start moved.Cells

	// Fresh says that Start was a near example in much the same model, a few trees ago: an example
	// close to it is as good as one from a new search.
	Fresh bool
}

// Guess returns the row that Start describes, nil if there is none.
func (v *Victim) Guess() []float64 {
	if v.Start == nil {
		return nil
	}
	return v.Start.Of(v.X)
}

// Trace is what is known of a checked example besides its features, to train on it and to start
// from it in the next round.
type Trace struct {
	Margins []float64   // the model's at the example
	Moved   moved.Cells // the cells in which the example differs from the victim's X
}

// Recycler is a [Searcher] that makes new examples from the memory of others.
type Recycler interface {
	Searcher

	// Recycle takes an example of the problem's size that is no longer needed.
	Recycle(example []float64)
}

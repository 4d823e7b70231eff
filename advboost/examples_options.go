package advboost

import (
	"context"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
)

// ExamplesOptions are the options of [NewExamples]. The zero value of a field is its default.
type ExamplesOptions struct {
	// Attack finds the examples.
	Attack      attack.Attack
	Norm        attack.Norm
	Constraints *attack.Constraints // nil for none

	// Eps is the largest distance of an example that is trained on; 0 takes all examples,
	// however far.
	Eps float64

	// NoWarmStart attacks each row from the row itself, whatever its last example is worth.
	NoWarmStart bool

	// Share of the table's rows that are attacked each time, drawn anew from
	// those that the bound of [TreeBound] does not prove to be safe within
	// Eps; 0 is taken as 1, all rows.
	Share float64

	Use Use // of the examples

	Schedule Schedule

	// Budget limits the appended examples, one per row, to the newest; 0 is the number of
	// rows of the table.
	Budget int

	// Weight of an appended example relative to that of its row, or what is
	// added to the row's weight in Reweigh; 0 is taken as 1.
	Weight float64

	// DistanceWeight, at least 0, is an exponent: the weight of an example is multiplied by
	// that power of its distance, relative to the mean distance of those found with it; 0
	// weighs all alike. Far from the other class margins change slowly: more weight there
	// moves the boundary far, and the mean distance gains most. The price is paid there too,
	// as many rows of a rare class are given up.
	DistanceWeight float64

	Seed     uint64
	Threads  int            // 0 for one per processor
	Progress func(Progress) // called after each attack; may be nil

	Elsewhere Runner // attacks in place of this process; may be nil
}

// Runner attacks victims in the model of a problem before a round, for example on other
// machines. Its results are, to the bit, those of [attack.Run] with the attack of the loop.
type Runner func(ctx context.Context, r *trainer.Round, p *attack.Problem, victims []attack.Victim) ([]attack.Result, error)

// Progress is what one attack on the training rows found.
type Progress struct {
	Round, Of     int     // rounds finished, and rounds in all
	Attacked      int     // rows that the attack was run for
	Safe          int     // rows passed over because they are proved to be safe within Eps, or their class is not attacked
	Standing      int     // rows passed over because the model still gets their last example wrong
	Misclassified int     // of Attacked, wrong already
	Found         int     // of Attacked, with an example within Eps
	Mean          float64 // mean distance of the examples to train on that were found
	Kept          int     // rows that have an example in training from now on
	Fruitless     int     // attacks in a row that found nothing to train on: training is natural meanwhile
}

// examples returns the hook of the attack.
func (s *Strategy) examples(p *trainer.Params, rows *data.Table, a attack.Attack) (trainer.Hook, error) {
	o := ExamplesOptions{
		Attack: a, Norm: s.Norm, Constraints: s.Constraints, Eps: s.Eps, Use: s.Use, NoWarmStart: s.NoWarmStart, Schedule: s.Schedule,
		Budget: s.Budget, Weight: s.Weight, DistanceWeight: s.DistanceWeight, Seed: p.Seed, Threads: p.Threads, Progress: s.Progress,
	}
	if s.Rows > 0 {
		o.Share = min(1, float64(s.Rows)/float64(rows.Rows))
	}
	if s.AnyDistance {
		o.Eps = 0
	}
	if s.Elsewhere != nil {
		o.Elsewhere = s.Elsewhere(s)
	}
	return NewExamples(o)
}

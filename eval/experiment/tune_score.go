package experiment

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// candidate is a setting with its scores in folds.
type candidate struct {
	settings map[string]string // options that differ from those at the start
	params   trainer.Params
	strategy advboost.Strategy
	most     int // most rounds to try, 0 for those of params alone

	folds []*foldScores // scores in the first folds
	at    int           // index of the best checkpoint
	score foldScore     // score at that checkpoint, all folds pooled
}

// foldScores are the held-out rows of a fold, judged under the model after several numbers of rounds.
type foldScores struct {
	rounds []int
	held   []*judged // by checkpoint
}

// checkpoints returns the numbers of rounds after which to score a model, each about 1.4 times the
// one before.
func checkpoints(most int) []int {
	rounds := []int{most}
	for n := float64(most) / math.Sqrt2; n >= 1; n /= math.Sqrt2 {
		rounds = append(rounds, int(math.Round(n)))
	}
	slices.Sort(rounds)
	return slices.Compact(rounds)
}

// patience is how many checkpoints in a row may be no better than the best one before training
// stops, by then at nearly three times the rounds of the best one.
const patience = 3

// train trains on a fold and scores the model at checkpoints until it gets no better: its first
// rounds are the model that training for fewer rounds gives.
func (c *candidate) train(ctx context.Context, d *Data, scored *advboost.Strategy, aim eval.Aim) (*foldScores, error) {
	p, s := c.params, &foldScores{rounds: []int{c.params.Rounds}}
	if c.most > 0 {
		p.Rounds, s.rounds = c.most, checkpoints(c.most)
		if i, found := slices.BinarySearch(s.rounds, c.params.Rounds); !found {
			s.rounds = slices.Insert(s.rounds, i, c.params.Rounds)
		}
	}
	how, best, behind := c.strategy, math.Inf(-1), 0
	how.Relabel = 0 // done at each checkpoint, as fewer rounds get other leaf values
	add := func(e *ensemble.Ensemble) (err error) {
		if c.strategy.Relabel > 0 {
			if e, err = c.strategy.Refine(ctx, e, d.Train, &p); err != nil {
				return err
			}
		}
		held, err := judge(ctx, scored, e, d.Test, 1)
		if err != nil {
			return err
		}
		s.held = append(s.held, held)
		if v := held.safe().of(aim); v > best {
			best, behind = v, 0
		} else {
			behind++
		}
		return nil
	}
	watch := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		if c.strategy.Booster == trainer.Forest || len(s.held) == len(s.rounds) || r.Number != s.rounds[len(s.held)] {
			return nil
		}
		err := add(r.Ensemble)
		r.Stop = behind >= patience && r.Number >= c.params.Rounds
		return err
	})
	e, _, err := d.Fit(ctx, p, how, watch)
	if err != nil {
		return nil, err
	}
	for len(s.held) < len(s.rounds) && (behind < patience || c.strategy.Booster == trainer.Forest) {
		first := *e
		if e.Average {
			first.Trees = e.Trees[:min(s.rounds[len(s.held)], len(e.Trees))]
		}
		if err := add(&first); err != nil { // a boosted model that stopped early stays the same
			return nil, err
		}
	}
	s.rounds = s.rounds[:len(s.held)]
	return s, nil
}

// foldScore is the score of models after a number of rounds in a number of folds.
type foldScore struct {
	folds, rounds int
	clean         float64
	robust        eval.Accuracies
	values        []float64 // one per row; their mean is the robust accuracy of the aim
	groups        []int     // of the rows, nil for none
}

// pool scores the folds so far at the best checkpoint: of those that all folds have, the one that is
// best when averaged with its neighbours, as single ones vary by chance. Ties go to fewer rounds.
func (c *candidate) pool(aim eval.Aim) {
	shared := len(c.folds[0].rounds)
	for _, f := range c.folds {
		shared = min(shared, len(f.rounds))
	}
	values := make([]float64, shared)
	for k := range values {
		values[k] = c.pooled(len(c.folds), k, aim).robust.Of(aim)
	}
	c.at = smoothest(values)
	c.score = c.pooled(len(c.folds), c.at, aim)
}

// pooled returns the score of the first folds together at a checkpoint.
func (c *candidate) pooled(folds, at int, aim eval.Aim) foldScore {
	all := heldOf(c.folds[:folds], at)
	return foldScore{
		folds: folds, rounds: c.folds[0].rounds[at],
		clean: all.right().of(eval.AimRobust), robust: all.safe().accuracies(), values: all.values(aim), groups: all.groups,
	}
}

// heldOf returns the judged rows of all folds at a checkpoint.
func heldOf(folds []*foldScores, at int) *judged {
	all := &judged{}
	for _, f := range folds {
		all.add(f.held[at])
	}
	return all
}

// smoothest returns the index of the value that is largest when averaged with its neighbours.
func smoothest(values []float64) int {
	smooth := make([]float64, len(values))
	for k, v := range values {
		before, after := values[max(0, k-1)], values[min(k+1, len(values)-1)]
		smooth[k] = (before + float64(2*v) + after) / 4
	}
	return floats.MaxIdx(smooth)
}

// values returns one value per row such that their mean is the robust accuracy of an aim, and their
// variance that of a sample with as many rows of each class.
func (j *judged) values(aim eval.Aim) []float64 {
	t := j.safe()
	worst := -1
	for c, n := range t.rows {
		if n > 0 && (worst < 0 || t.right[c]/n < t.right[worst]/t.rows[worst]) {
			worst = c
		}
	}
	mean, rows, classes := t.of(aim), float64(len(j.y)), t.classes()
	values := make([]float64, len(j.y))
	for i, c := range j.y {
		share := t.rows[c] / rows
		switch aim {
		case eval.AimBalanced:
			share = 1 / classes
		case eval.AimWorstClass:
			if share = 0; c == worst {
				share = 1
			}
		}
		off := -t.right[c] / t.rows[c]
		if j.robust[i] {
			off++
		}
		values[i] = mean + float64(share*rows/t.rows[c]*off)
	}
	return values
}

// gain returns how much a score exceeds another one of the same rows, and the standard error, in
// which rows of one group count as one draw. Models of different folds share most of their training
// rows, so their gains are weaker evidence than those of independent rows: the error is corrected as
// in Nadeau and Bengio (2003, doi:10.1023/A:1024068626366).
func (s *foldScore) gain(other *foldScore, trained int) (gain, err float64) {
	gains := slices.Clone(s.values)
	floats.Sub(gains, other.values)
	gain, deviation := stat.MeanStdDev(gains, nil)
	n := float64(len(gains))
	if err = stat.StdErr(deviation, n); s.groups != nil {
		err = eval.MeanError(gains, s.groups)
	}
	return gain, err * math.Sqrt(1+n/float64(trained))
}

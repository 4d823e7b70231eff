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

// candidate is a setting with what it reached in folds.
type candidate struct {
	settings map[string]string // that differ from those at the start
	params   trainer.Params
	strategy advboost.Strategy
	most     int // rounds to try, 0 for those of params alone

	folds []*foldScores // of the first folds
	at    int           // number of the checkpoint that is best
	score foldScore     // there, of all folds together
}

// foldScores are the rows held out of a fold under the model after some rounds.
type foldScores struct {
	rounds []int
	held   []*judged // by checkpoint
}

// checkpoints returns the numbers of rounds to score a model after, each larger
// by half or so than the one before.
func checkpoints(most int) []int {
	rounds := []int{most}
	for n := float64(most) / math.Sqrt2; n >= 1; n /= math.Sqrt2 {
		rounds = append(rounds, int(math.Round(n)))
	}
	slices.Sort(rounds)
	return slices.Compact(rounds)
}

// patience is how many checkpoints in a row may be no better than the best one
// before training stops, which is then at nearly three times its rounds.
const patience = 3

// train trains on a fold and scores the model after some rounds, and so on until
// it gets no better: the first rounds of a model are what training for fewer
// gives.
func (c *candidate) train(ctx context.Context, d *Data, scored *advboost.Strategy, aim eval.Aim) (*foldScores, error) {
	p, s := c.params, &foldScores{rounds: []int{c.params.Rounds}}
	if c.most > 0 {
		p.Rounds, s.rounds = c.most, checkpoints(c.most)
		if i, found := slices.BinarySearch(s.rounds, c.params.Rounds); !found {
			s.rounds = slices.Insert(s.rounds, i, c.params.Rounds)
		}
	}
	how, best, behind := c.strategy, math.Inf(-1), 0
	how.Relabel = 0 // what it does to fewer rounds is not what is left of it
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
		if err := add(&first); err != nil { // no rounds after that: the model stays
			return nil, err
		}
	}
	s.rounds = s.rounds[:len(s.held)]
	return s, nil
}

// foldScore is what the model after some rounds is worth in some folds.
type foldScore struct {
	folds, rounds int
	clean         float64
	robust        eval.Accuracies
	values        []float64 // of the rows, with the accuracy of the aim as their mean
}

// pool scores the folds so far after the best number of rounds: of all that the
// folds share, the one that is best in the mean with its neighbours, as single ones
// are better and worse by chance. Of equals it takes the fewest rounds.
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

// pooled returns the score at a checkpoint of the first folds together.
func (c *candidate) pooled(folds, at int, aim eval.Aim) foldScore {
	all := heldOf(c.folds[:folds], at)
	return foldScore{
		folds: folds, rounds: c.folds[0].rounds[at],
		clean: all.right().of(eval.AimRobust), robust: all.safe().accuracies(), values: all.values(aim),
	}
}

// heldOf returns the rows of folds at a checkpoint together.
func heldOf(folds []*foldScores, at int) *judged {
	all := &judged{}
	for _, f := range folds {
		all.add(f.held[at])
	}
	return all
}

// smoothest returns the number of the largest value in the mean with its
// neighbours.
func smoothest(values []float64) int {
	smooth := make([]float64, len(values))
	for k, v := range values {
		before, after := values[max(0, k-1)], values[min(k+1, len(values)-1)]
		smooth[k] = (before + float64(2*v) + after) / 4
	}
	return floats.MaxIdx(smooth)
}

// values returns a value for each row such that their mean is the robust accuracy of an
// aim and their variance that of a sample with as many rows of each class.
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

// gain returns what a score has more than another of the same rows, and the
// standard error. Models of folds share most of the rows they were trained on, so
// what they gain has less behind it than as many rows that are independent: the
// error is corrected as by Nadeau and Bengio (2003, doi:10.1023/A:1024068626366).
func (s *foldScore) gain(other *foldScore, trained int) (gain, err float64) {
	gains := slices.Clone(s.values)
	floats.Sub(gains, other.values)
	gain, deviation := stat.MeanStdDev(gains, nil)
	n := float64(len(gains))
	return gain, stat.StdErr(deviation, n) * math.Sqrt(1+n/float64(trained))
}

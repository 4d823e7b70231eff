package experiment

import (
	"cmp"
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Tuning are the options of [Data.Tune]. Nil values leave a parameter as it
// is.
type Tuning struct {
	Depths []int     // values of trainer.Params.MaxDepth to try
	Rates  []float64 // of LearningRate
	Splits []float64 // of Strategy.Split
	Eps    []float64 // of Strategy.Eps, as multiples of the radius that all are scored against
	Rounds bool      // try fewer rounds too

	// Balance is the share, 0 to 1, of balanced robust accuracy in what trials
	// are compared by. With more of it, always predicting the class that most
	// rows have does not win.
	Balance float64

	Done func(t Trial, n, of int) // called after each trial; may be nil
}

// DefaultTuning returns what is worth trying against a norm: depths from
// stumps on, a radius somewhat larger than the one asked for, as rows that are
// new lie nearer to the other class, and where a split expects too much of the
// adversary, how much it is to expect.
func DefaultTuning(booster string, norm attack.Norm) Tuning {
	t := Tuning{Depths: []int{1, 2, 4, 6}, Rates: []float64{0.1, 0.3}, Eps: []float64{1, 1.25}, Rounds: true, Balance: 0.5}
	if booster == trainer.Forest {
		t.Depths, t.Rates = []int{4, 8, 12}, nil
	}
	if norm != attack.LInf {
		t.Splits, t.Eps = []float64{0.3, 0.5, 0.7}, nil
	}
	return t
}

// Trial is a setting with what it is worth on rows that it was not trained on.
type Trial struct {
	Params   trainer.Params
	Strategy advboost.Strategy
	Score    Score

	values []float64 // of the rows that were scored: their mean is that of the scores
}

// Rows are held out in tuneFolds folds, of each at most tuneRows are scored,
// and no more folds are used than it takes to score that many.
const (
	tuneFolds = 5
	tuneRows  = 500
)

// Tune trains with every combination of values on a part of the training rows
// and scores each on the others, see [Certify], by cross-validation where
// rows are few. It returns the trials, the best first; of equals the one that
// is right more often without an attacker comes first, then the one tried
// first. But the setting that was given, if it is among them, stays first
// unless the best is better by more than a standard error of the difference
// (after Breiman et al., Classification and Regression Trees, 1984, section
// 3.4.3): most differences are of a few rows. Test rows are not looked at.
//
// With few rows robust accuracy falls again after some rounds, sooner than
// accuracy does: of all that is tried, the number of rounds does most.
func (d *Data) Tune(ctx context.Context, p trainer.Params, h advboost.Strategy, o Tuning) ([]Trial, error) {
	folds, err := d.folds(p.Seed)
	if err != nil {
		return nil, err
	}
	h.Progress = nil
	settings := o.settings(p, h)
	worse := func(a, b Trial) int {
		return cmp.Or(cmp.Compare(a.Score.value(o.Balance), b.Score.value(o.Balance)), cmp.Compare(a.Score.Clean, b.Score.Clean))
	}
	var trials []Trial
	for n, s := range settings {
		of, err := s.cross(ctx, folds, &h, &o)
		if err != nil {
			return nil, err
		}
		trials = append(trials, of...)
		if o.Done != nil {
			o.Done(slices.MaxFunc(of, worse), n+1, len(settings))
		}
	}
	slices.SortStableFunc(trials, func(a, b Trial) int { return worse(b, a) })
	if given := slices.IndexFunc(trials, func(t Trial) bool { return t.is(&p, &h) }); given > 0 && !trials[0].clearly(&trials[given], folds[0].Train.Rows) {
		stays := trials[given]
		copy(trials[1:], trials[:given])
		trials[0] = stays
	}
	return trials, nil
}

// is reports whether a trial is of the setting given.
func (t *Trial) is(p *trainer.Params, s *advboost.Strategy) bool {
	return t.Params.MaxDepth == p.MaxDepth && t.Params.LearningRate == p.LearningRate && t.Params.Rounds == p.Rounds &&
		t.Strategy.Split == s.Split && t.Strategy.Eps == s.Eps
}

// clearly reports whether a trial is better than another by more than a
// standard error of the difference. Models of folds share most of the rows they
// were trained on, so what they gain has less behind it than as many rows that
// are independent: the error is corrected as by Nadeau and Bengio (2003,
// doi:10.1023/A:1024068626366).
func (t *Trial) clearly(other *Trial, trained int) bool {
	gains := make([]float64, len(t.values))
	floats.SubTo(gains, t.values, other.values)
	gain, deviation := stat.MeanStdDev(gains, nil)
	n := float64(len(gains))
	return gain > stat.StdErr(deviation, n)*math.Sqrt(1+n/float64(trained))
}

// folds splits the training rows into rows to train on and rows to score.
func (d *Data) folds(seed uint64) ([]Data, error) {
	held, err := d.Train.Folds(tuneFolds, seed)
	if err != nil {
		return nil, err
	}
	var folds []Data
	for k, scored := 0, 0; k < len(held) && scored < tuneRows; k++ {
		var others []int
		for j, rows := range held {
			if j != k {
				others = append(others, rows...)
			}
		}
		slices.Sort(others)
		valid := d.Train.Subset(held[k])
		if valid.Rows > tuneRows {
			valid = valid.Subset(valid.Sample(tuneRows, seed))
		}
		folds = append(folds, Data{Train: d.Train.Subset(others), Test: valid})
		scored += valid.Rows
	}
	return folds, nil
}

// cross returns the trials of a setting, for each number of rounds, with their
// mean scores over the folds.
func (t Trial) cross(ctx context.Context, folds []Data, scored *advboost.Strategy, o *Tuning) ([]Trial, error) {
	var mean []Trial
	for i := range folds {
		of, err := t.prefixes(ctx, &folds[i], scored, o)
		if err != nil {
			return nil, err
		}
		if mean == nil {
			mean = of
			continue
		}
		for k, other := range of {
			mean[k].Score.add(other.Score)
			mean[k].values = append(mean[k].values, other.values...)
		}
	}
	for k := range mean {
		mean[k].Score.divide(float64(len(folds)))
	}
	return mean, nil
}

// settings returns every combination of values.
func (o *Tuning) settings(p trainer.Params, s advboost.Strategy) []Trial {
	var all []Trial
	for _, eps := range orOnly(o.Eps, 1) {
		for _, split := range orOnly(o.Splits, s.Split) {
			for _, depth := range orOnly(o.Depths, p.MaxDepth) {
				for _, rate := range orOnly(o.Rates, p.LearningRate) {
					t := Trial{Params: p, Strategy: s}
					t.Strategy.Eps, t.Strategy.Split = eps*s.Eps, split
					t.Params.MaxDepth, t.Params.LearningRate = depth, rate
					all = append(all, t)
				}
			}
		}
	}
	return all
}

func orOnly[T any](values []T, only T) []T {
	if values == nil {
		return []T{only}
	}
	return values
}

// prefixes trains with a setting and scores the model, and also its first
// rounds where fewer are to be tried: they are what training for fewer rounds
// gives.
func (t Trial) prefixes(ctx context.Context, d *Data, scored *advboost.Strategy, o *Tuning) ([]Trial, error) {
	var trees []int // before each round
	count := trainer.HookFunc(func(_ context.Context, r *trainer.Round) error {
		trees = append(trees, len(r.Ensemble.Trees))
		return nil
	})
	e, _, err := d.Fit(ctx, t.Params, t.Strategy, count)
	if err != nil {
		return nil, err
	}
	rounds := []int{t.Params.Rounds}
	if o.Rounds {
		rounds = fewerRounds(t.Params.Rounds)
	}
	var trials []Trial
	for _, n := range rounds {
		t.Params.Rounds = n
		first := prefix(e, trees, &t.Params)
		robust, err := certified(ctx, scored, first, d.Test, t.Params.Threads)
		if err != nil {
			return nil, err
		}
		t.Score, t.values = score(first, d.Test, robust), o.values(d.Test, robust)
		trials = append(trials, t)
	}
	return trials, nil
}

// values returns for each row what it is worth, so that the mean is the value
// of the score.
func (o *Tuning) values(t *data.Table, robust []bool) []float64 {
	values, shares := make([]float64, t.Rows), balancedShares(t)
	for i, y := range t.Y {
		if robust[i] {
			values[i] = 1 - o.Balance + o.Balance*shares[y]*float64(t.Rows)
		}
	}
	return values
}

// fewerRounds returns numbers of rounds up to a given one, each larger by half
// or so than the one before.
func fewerRounds(most int) []int {
	rounds := []int{most}
	for n := float64(most) / math.Sqrt2; n >= 1; n /= math.Sqrt2 {
		rounds = append(rounds, int(math.Round(n)))
	}
	slices.Sort(rounds)
	return slices.Compact(rounds)
}

// prefix returns the model after the rounds of p.
func prefix(e *ensemble.Ensemble, trees []int, p *trainer.Params) *ensemble.Ensemble {
	first := *e
	switch {
	case e.Average:
		first.Trees = e.Trees[:min(p.Rounds, len(e.Trees))]
	case p.Rounds < len(trees):
		first.Trees = e.Trees[:trees[p.Rounds]]
	}
	return &first
}

package harden

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/exact"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/cputime"
	"github.com/hardwood-ml/hardwood/trainer"
)

// nested prints what tuning gains on rows that it never saw: in each fold of a set, a radius and
// parameters are chosen on the training rows, and the rows held out judge the default and the tuned
// model. Finally it prints the mean over the sets.
func (b *benchmark) nested(ctx context.Context, sets []set) error {
	fmt.Printf("%-26s %4s %7s %8s %17s %17s %9s %8s  %s\n", "set", "fold", "eps", "constant", "clean", "aim", "gain", "CPU s", "taken")
	var gains, clean []float64
	for _, s := range sets {
		splits, err := b.verdictSplits(&s)
		if err != nil {
			return err
		}
		var gain, lost []float64
		for k, d := range splits {
			r, err := b.tuned(ctx, d)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			gain, lost = append(gain, r.aim[1]-r.aim[0]), append(lost, r.clean[1]-r.clean[0])
			fmt.Printf("%-26s %4d %7.3g %8.3f %8.3f > %6.3f %8.3f > %6.3f %+9.4f %8.1f  %s, %s\n", s.name, k, r.eps, constant(d.test),
				r.clean[0], r.clean[1], r.aim[0], r.aim[1], r.aim[1]-r.aim[0], r.cpu, r.record.Aim, r.record.Sentence())
		}
		gains, clean = append(gains, stat.Mean(gain, nil)), append(clean, stat.Mean(lost, nil))
		fmt.Printf("%-26s mean gain %+.4f, clean %+.4f\n", s.name, stat.Mean(gain, nil), stat.Mean(lost, nil))
	}
	mean, deviation := stat.MeanStdDev(gains, nil)
	fmt.Printf("over %d sets: gain %+.4f ± %.4f in the accuracy of the aim, %+.4f clean\n",
		len(gains), mean, deviation/math.Sqrt(float64(len(gains))), stat.Mean(clean, nil))
	return ctx.Err()
}

// tunedResult is how the default and the tuned model do on test rows.
type tunedResult struct {
	eps        float64
	clean, aim [2]float64
	cpu        float64 // seconds of tuning
	record     *eval.Tuning
}

// tuned tunes on the training rows of a split.
func (b *benchmark) tuned(ctx context.Context, d split) (*tunedResult, error) {
	rows, err := experiment.Prepare(d.train, d.test, experiment.Auto)
	if err != nil {
		return nil, err
	}
	o := experiment.Default(trainer.GBDT, attack.LInf, rows.Train)
	aim, _ := eval.DefaultAim(rows.Train, nil)
	for _, p := range []*trainer.Params{&o.Natural, &o.Params} {
		p.Threads, p.Balanced = b.threads, aim != eval.AimRobust
	}
	natural, _, err := rows.Fit(ctx, o.Natural, advboost.Strategy{Booster: trainer.GBDT})
	if err != nil {
		return nil, err
	}
	const probed = 200
	o.Evaluate.Aim = aim
	o.Evaluate.Eps, err = experiment.Probe(ctx, natural, rows.Train, probed, eval.Options{Attack: exact.Auto{}, Threads: b.threads})
	if err != nil {
		return nil, err
	}
	radius, err := rows.Radius(ctx, natural, &o, nil)
	if err != nil {
		return nil, err
	}
	o.Strategy.Eps = radius.Eps
	forest := experiment.Default(trainer.Forest, attack.LInf, rows.Train)
	tuning := experiment.Tuning{Candidates: b.candidates, Budget: b.tuneTime, Spaces: []experiment.Space{
		experiment.SpaceAround(o.Params, o.Strategy, rows.Train), experiment.SpaceAround(forest.Params, forest.Strategy, rows.Train),
	}}
	start := cputime.Seconds()
	tuned, err := rows.Tune(ctx, o.Params, o.Strategy, aim, tuning)
	if err != nil {
		return nil, err
	}
	r := &tunedResult{eps: radius.Eps, cpu: cputime.Seconds() - start, record: tuned.Record}
	ball := o.Strategy
	for k, with := range []experiment.Tuned{{Params: o.Params, Strategy: o.Strategy}, *tuned} {
		e, _, err := rows.Fit(ctx, with.Params, with.Strategy)
		if err != nil {
			return nil, err
		}
		s, err := experiment.Certify(ctx, &ball, e, rows.Test, b.threads)
		if err != nil {
			return nil, err
		}
		r.clean[k], r.aim[k] = s.Clean, s.Robust
		if aim != eval.AimRobust {
			r.aim[k] = s.Balanced
		}
	}
	return r, nil
}

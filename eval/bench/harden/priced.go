package harden

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/ceiling"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// pricedSets are mostly categorical tables: hardening against prices was chosen on one half of them, and
// its gains are reported on the other.
var pricedSets = []kept{
	{"tables/adult", "income-per-year", 0, reporting},
	{"tables/bank-marketing", "Class", 0, reporting},
	{"tables/credit-g", "class", 0, reporting},
	{"tables/credit-approval", "class", 0, choosing},
	{"tables/mushroom", "class", 0, choosing},
	{"tables/cmc", "Contraceptive_method_used", 0, choosing},
	{"tables/sick", "Class", 0, choosing},
	{"tables/soybean", "class", 0, choosing},
}

// pricedRadii are the largest total costs of the changes of a row, in norm 1, with numbers measured in
// their ranges.
var pricedRadii = []float64{0.2, 0.4}

// againstPrices prints what hardening with settings gains against an attacker that pays a price for
// each change of level, with one radius for all changes: balanced certified robust accuracy beside that
// of natural training and the ceiling of the rows, averaged over seeds, each with its own split and
// training.
func (b *benchmark) againstPrices(ctx context.Context) error {
	settings, err := parseSettings(b.settings)
	if err != nil {
		return err
	}
	sets, err := those(pricedSets, cmp.Or(b.sets, string(reporting)))
	if err != nil {
		return err
	}
	fmt.Println("| data | eps | setting | accuracy | balanced | robust | balanced robust | ceiling | gain, of the way to the ceiling | training s |")
	fmt.Println("| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, k := range sets {
		all, err := k.read(ctx)
		if err != nil {
			return err
		}
		for _, eps := range pricedRadii {
			if err := b.pricedAt(ctx, filepath.Base(k.name), all, eps, settings); err != nil {
				return fmt.Errorf("%s: %w", k.name, err)
			}
		}
	}
	return nil
}

// priced is how a model does against prices.
type priced struct{ clean, balanced, robust, balancedRobust, seconds float64 }

// pricedAt prints a line for natural training and one for each setting, at a radius.
func (b *benchmark) pricedAt(ctx context.Context, name string, all *data.Table, eps float64, settings []setting) error {
	scores := make([][]priced, len(settings)+1)
	var limits []float64
	for seed := range b.seeds {
		train, test, err := all.Split(0.25, uint64(b.firstSeed+seed))
		if err != nil {
			return err
		}
		rows, err := experiment.Prepare(someOf(train, b.rows), someOf(test, b.testRows), experiment.Auto)
		if err != nil {
			return err
		}
		c, err := levelPrices(rows.Reader(), b.price, b.pricedNorm())
		if err != nil {
			return err
		}
		limit, err := ceiling.Of(ctx, rows.Test, []float64{eps}, ceiling.Options{Norm: b.pricedNorm(), Constraints: c, Threads: b.threads})
		if err != nil {
			return err
		}
		limits = append(limits, limit[0].Balanced)
		for i := range scores {
			s := &setting{}
			if i > 0 {
				s = &settings[i-1]
			}
			got, err := b.pricedBy(ctx, rows, c, eps, uint64(b.firstSeed+seed), s, i == 0)
			if err != nil {
				return err
			}
			scores[i] = append(scores[i], got)
		}
	}
	top := stat.Mean(limits, nil)
	natural := meanOf(scores[0])
	for i, s := range scores {
		name, setting := name, "natural"
		if i > 0 {
			setting = settings[i-1].name
		}
		m := meanOf(s)
		gain := (m.balancedRobust - natural.balancedRobust) / (top - natural.balancedRobust)
		fmt.Printf("| %s | %g | %s | %.1f | %.1f | %.1f | %.1f | %.1f | %.2f | %.2f |\n", name, eps, setting,
			100*m.clean, 100*m.balanced, 100*m.robust, 100*m.balancedRobust, 100*top, gain, m.seconds)
	}
	return ctx.Err()
}

func meanOf(scores []priced) priced {
	var m priced
	n := float64(len(scores))
	for _, s := range scores {
		m.clean += s.clean / n
		m.balanced += s.balanced / n
		m.robust += s.robust / n
		m.balancedRobust += s.balancedRobust / n
		m.seconds += s.seconds / n
	}
	return m
}

// levelPrices returns the constraints of an attacker for which each change of a level or a boolean costs
// the same price.
func levelPrices(e *ensemble.Ensemble, price float64, norm attack.Norm) (*attack.Constraints, error) {
	var t threat.Threat
	for f, c := range e.Columns {
		if c.Kind == column.Categorical || c.Kind == column.Boolean {
			t.Features = append(t.Features, threat.Rule{Feature: e.Schema.Features[f], Weight: &threat.Ways{Up: price, Down: price}})
		}
	}
	return t.Constraints(e, norm)
}

// pricedBy trains and judges one model.
func (b *benchmark) pricedBy(
	ctx context.Context, rows *experiment.Data, c *attack.Constraints, eps float64, seed uint64, s *setting, natural bool,
) (priced, error) {
	o := experiment.Default(b.booster, b.pricedNorm(), rows.Train)
	o.Params.Threads, o.Params.Seed, o.Natural.Seed, o.Natural.Threads = b.threads, seed, seed, b.threads
	aim, _ := eval.DefaultAim(rows.Train, c)
	o.Params.Balanced, o.Natural.Balanced = aim == eval.AimBalanced, aim == eval.AimBalanced
	o.Strategy.Eps, o.Strategy.Constraints = eps, c
	if err := s.apply(&o); err != nil {
		return priced{}, err
	}
	p, how := o.Params, o.Strategy
	if natural {
		p, how = o.Natural, advboost.Strategy{Booster: b.booster}
	}
	e, seconds, err := rows.Fit(ctx, p, how)
	if err != nil {
		return priced{}, err
	}
	judge := advboost.Strategy{Booster: trainer.GBDT, Norm: b.pricedNorm(), Eps: eps, Constraints: c}
	got, err := experiment.Certify(ctx, &judge, e, rows.Test, b.threads)
	return priced{got.Clean, balancedClean(e, rows.Test), got.Robust, got.Balanced, seconds}, err
}

func balancedClean(e *ensemble.Ensemble, t *data.Table) float64 {
	right, counts := make([]float64, len(t.Classes)), t.Counts()
	for i, y := range t.Y {
		if e.Class(t.Row(i)) == y {
			right[y]++
		}
	}
	sum, classes := 0.0, 0.0
	for y, n := range counts {
		if n > 0 {
			sum += right[y] / float64(n)
			classes++
		}
	}
	return sum / classes
}

// pricedNorm returns the norm given, or norm 1 if none is given or it is inf.
func (b *benchmark) pricedNorm() attack.Norm {
	if n, err := attack.ParseNorm(b.norm); err == nil && n != attack.LInf {
		return n
	}
	return attack.L1
}

package harden

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/internal/cputime"
)

// setting is a set of changes to the default options of hardening.
type setting struct {
	name   string
	values [][2]string
}

// parseSettings reads settings separated by semicolons, such as "refit=0; max-depth=6, loop=none". The
// first one returned has the defaults.
func parseSettings(text string) ([]setting, error) {
	all := []setting{{name: "default"}}
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' }) {
		s := setting{name: strings.TrimSpace(one)}
		for _, pair := range strings.Split(one, ",") {
			name, value, ok := strings.Cut(strings.TrimSpace(pair), "=")
			if !ok {
				return nil, fmt.Errorf("--settings has %q, not name=value", pair)
			}
			s.values = append(s.values, [2]string{name, value})
		}
		all = append(all, s)
	}
	return all, nil
}

// apply changes options: those of hardening, parameters of training, and eps, as a multiple of the
// radius that all settings are judged at.
func (s *setting) apply(o *experiment.Options) error {
	for _, pair := range s.values {
		name, value := pair[0], pair[1]
		option := slices.IndexFunc(advboost.StrategyOptions, func(o advboost.Option) bool { return o.Name == name })
		var err error
		switch {
		case name == "eps":
			var times float64
			times, err = strconv.ParseFloat(value, 64)
			o.Strategy.Eps *= times
		case option >= 0:
			err = advboost.StrategyOptions[option].Set(&o.Strategy, value)
		default:
			err = o.Params.Set(o.Strategy.Booster, name, value)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// worth is how a setting does on a set: robust, balanced robust and clean accuracy, and the logarithm of
// the seconds of training.
type worth [4]float64

// tryOut trains with settings on random re-splits of sets, decides the rows held out, and prints by how
// many points settings differ from the defaults, as means over sets with standard errors.
func (b *benchmark) tryOut(ctx context.Context) error {
	settings, err := parseSettings(b.settings)
	if err != nil {
		return err
	}
	norm, err := attack.ParseNorm(b.norm)
	if err != nil {
		return err
	}
	sets, err := those(halved, b.sets)
	if err != nil {
		return err
	}
	gains := make([][]worth, len(settings)) // by setting and set
	for _, k := range sets {
		of, err := b.tryOn(ctx, &k, norm, settings)
		if err != nil {
			return fmt.Errorf("%s: %w", k.name, err)
		}
		fmt.Printf("%s: by default %.3f robust, %.3f balanced, %.3f clean\n", k.name, of[0][0], of[0][1], of[0][2])
		for i, w := range of {
			for j := range w {
				w[j] -= of[0][j]
			}
			gains[i] = append(gains[i], w)
		}
	}
	fmt.Printf("\n| setting, %d sets | robust | balanced robust | clean | won, lost | times the training |\n", len(gains[0]))
	fmt.Println("| --- | --- | --- | --- | --- | --- |")
	for i := range settings {
		fmt.Println(row(&settings[i], gains[i]))
	}
	return nil
}

// row returns the line of the table for a setting.
func row(s *setting, gains []worth) string {
	column := func(j int) []float64 {
		var values []float64
		for _, g := range gains {
			values = append(values, g[j])
		}
		return values
	}
	text := "| " + s.name
	for j := range 3 {
		mean, deviation := stat.MeanStdDev(column(j), nil)
		text += fmt.Sprintf(" | %+.2f ± %.2f", 100*mean, 100*stat.StdErr(deviation, float64(len(gains))))
	}
	won, lost := 0, 0
	for _, g := range gains {
		switch both := g[0] + g[1]; {
		case both > 0:
			won++
		case both < 0:
			lost++
		}
	}
	return text + fmt.Sprintf(" | %d, %d | %.2f |", won, lost, math.Exp(stat.Mean(column(3), nil)))
}

// tryOn returns how the settings do on a set. The radius is larger in norms 2 and 1, which add up
// changes.
func (b *benchmark) tryOn(ctx context.Context, k *kept, norm attack.Norm, settings []setting) ([]worth, error) {
	all, err := k.read(ctx)
	if err != nil {
		return nil, err
	}
	larger, known := map[attack.Norm]float64{attack.LInf: 1, attack.L2: 1.5, attack.L1: 2}[norm]
	if !known {
		return nil, fmt.Errorf("--settings has no radii in norm %v", norm)
	}
	eps := k.eps * larger
	splits := max(b.folds, 1)
	worths := make([]worth, len(settings))
	for split := range splits {
		train, test, err := all.Split(0.25, uint64(split))
		if err != nil {
			return nil, err
		}
		rows, err := experiment.Prepare(someOf(train, b.rows), someOf(test, b.testRows), experiment.Auto)
		if err != nil {
			return nil, err
		}
		for i := range settings {
			w, err := b.try(ctx, rows, norm, eps, &settings[i])
			if err != nil {
				return nil, fmt.Errorf("%s: %w", settings[i].name, err)
			}
			for j, v := range w {
				worths[i][j] += v / float64(splits)
			}
		}
	}
	return worths, nil
}

// try trains with a setting and judges the model.
func (b *benchmark) try(
	ctx context.Context, rows *experiment.Data, norm attack.Norm, eps float64, s *setting,
) (worth, error) {
	o := experiment.Default(b.booster, norm, rows.Train)
	o.Params.Threads, o.Strategy.Eps, o.Strategy.Constraints = b.threads, eps, threat.OfKinds(rows.Reader())
	aim, _ := eval.DefaultAim(rows.Train, nil)
	o.Params.Balanced = aim == eval.AimBalanced
	if err := s.apply(&o); err != nil {
		return worth{}, err
	}
	start := cputime.Seconds()
	e, _, err := rows.Fit(ctx, o.Params, o.Strategy)
	if err != nil {
		return worth{}, err
	}
	used := cputime.Seconds() - start
	o.Strategy.Eps = eps - margin
	got, err := experiment.Certify(ctx, &o.Strategy, e, rows.Test, b.threads)
	return worth{got.Robust, got.Balanced, got.Clean, math.Log(max(used, 1e-3))}, err
}

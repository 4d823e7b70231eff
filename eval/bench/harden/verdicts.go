package harden

import (
	"context"
	"fmt"
	"math"
	"os"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/experiment"
	"github.com/hardwood-ml/hardwood/trainer"
)

// verdictSets are sets that hardening was not tuned for, or at least not its defaults.
const verdictSets = "SPECTF,blood-transfusion,breast-cancer,climate-model-simulation,cylinder-bands,diabetes,haberman,ijcnn1,ionosphere,letter,parkinsons,pendigits-raw,phoneme-raw,planning-relax,sonar,wdbc-raw,wine"

// Row limits for the table of verdicts, as in a first try on a laptop.
const (
	verdictRows     = 2000
	verdictTestRows = 500
)

// verdicts prints the verdict of hardening with all defaults, including the radius, on each set: on the
// published split, or with folds on that many splits, followed by a line on their pooled test rows.
// Finally it counts how often it praised models that are not better than the constant by more than
// noise, computed independently.
func (b *benchmark) verdicts(ctx context.Context, sets []set) error {
	fmt.Printf("%-26s %6s %15s %15s %8s %15s %15s %8s  %s\n", "set", "eps", "clean", "balanced clean", "constant", "robust", "balanced robust", "ceiling", "verdict")
	var praised, wrong, gained int
	for _, s := range sets {
		splits, err := b.verdictSplits(&s)
		if err != nil {
			return err
		}
		var pool [2]eval.Outcomes
		var last *eval.Report
		for _, d := range splits {
			r, err := b.verdict(ctx, d)
			if err != nil {
				return fmt.Errorf("%s: %w", s.name, err)
			}
			printVerdict(s.name, r)
			if r.Verdict.Word == eval.MoreRobust {
				praised++
				if !leads(r) {
					wrong++
				}
			}
			for i := range pool {
				addAtFocus(&pool[i], r, i)
			}
			last = r
		}
		if len(splits) > 1 {
			e, err := pooled(ctx, &pool, last)
			if err != nil {
				return err
			}
			better := e.Gain.Balanced.Lo > 0 && e.Lead.Balanced.Lo > 0
			if better {
				gained++
			}
			fmt.Printf("%-26s %6s balanced robust %.3f > %.3f, gain %+.3f to %+.3f, over the constant %+.3f to %+.3f: %v\n", s.name, "pooled",
				e.First.Balanced, e.Second.Balanced, e.Gain.Balanced.Lo, e.Gain.Balanced.Hi, e.Lead.Balanced.Lo, e.Lead.Balanced.Hi, better)
		}
	}
	fmt.Printf("%d verdicts praise, %d of them a model within noise of the constant\n", praised, wrong)
	if b.folds > 1 {
		fmt.Printf("%d of %d sets gain in balanced robust accuracy and lead the constant, all folds together\n", gained, len(sets))
	}
	return nil
}

// verdictSplits returns the published split, or folds of all rows.
func (b *benchmark) verdictSplits(s *set) ([]split, error) {
	train, test, err := s.read()
	if err != nil {
		return nil, err
	}
	splits := []split{{train, test}}
	if b.folds > 1 || test == nil {
		if test != nil {
			train.X, train.Y, train.Rows = append(train.X, test.X...), append(train.Y, test.Y...), train.Rows+test.Rows
		}
		if splits, err = foldsOf(train, max(b.folds, 2), uint64(b.firstSeed)); err != nil {
			return nil, err
		}
	}
	for i := range splits {
		splits[i].train = someOf(splits[i].train, verdictRows)
		splits[i].test = someOf(splits[i].test, verdictTestRows)
	}
	return splits, nil
}

func someOf(t *data.Table, rows int) *data.Table {
	if t.Rows <= rows {
		return t
	}
	return t.Sample(rows, 0)
}

// verdict hardens with defaults.
func (b *benchmark) verdict(ctx context.Context, d split) (*eval.Report, error) {
	rows, err := experiment.Prepare(d.train, d.test, experiment.Auto)
	if err != nil {
		return nil, err
	}
	o := experiment.Default(trainer.GBDT, attack.LInf, rows.Train)
	o.Params.Threads = b.threads
	if o.Dir, err = os.MkdirTemp("", "verdicts"); err != nil {
		return nil, err
	}
	defer os.RemoveAll(o.Dir)
	result, err := experiment.Harden(ctx, rows, o)
	if err != nil {
		return nil, err
	}
	return result.Report.Report, nil
}

func printVerdict(name string, r *eval.Report) {
	k := focus(r)
	a, b, v := &r.Models[0].Metrics, &r.Models[1].Metrics, r.Verdict
	pair := func(a, b float64) string { return fmt.Sprintf("%.3f > %.3f", a, b) }
	fmt.Printf("%-26s %6.3g %15s %15s %8.3f %15s %15s %8.3f  %s\n", name, v.Eps, pair(a.CleanAccuracy, b.CleanAccuracy),
		pair(a.BalancedAccuracy, b.BalancedAccuracy), r.Constant.Accuracy, pair(a.At[k].Robust, b.At[k].Certified),
		pair(a.At[k].BalancedRobust, b.At[k].BalancedRobust), r.Ceilings[k+1].Robust, strings.TrimSpace(fmt.Sprint(v.Word, " ", v.Class)))
}

// focus returns the index of the eps that the verdict is about.
func focus(r *eval.Report) int { return r.Focus(r.Verdict.Eps) }

// leads reports, computed from the rows themselves, whether the second model leads the constant by more
// than chance in the accuracy of the aim.
func leads(r *eval.Report) bool {
	k, classes := focus(r), r.Models[1].Classes
	even, lead, variance, differ := 0.0, 0.0, 0.0, 0.0
	for _, c := range classes {
		if c.Rows > 0 {
			even++
		}
	}
	all := float64(r.Models[1].Metrics.Rows)
	for _, c := range classes {
		if c.Rows == 0 {
			continue
		}
		share, n := c.At[k].Certified, float64(c.Rows)
		switch {
		case r.Aim != eval.AimRobust:
			lead += (share - 1/even) / even
			variance += share * (1 - share) / n / even / even
		case c.Name == r.Constant.Class:
			lead -= (1 - share) * n / all
			differ += (1 - share) * n / all
		default:
			lead += share * n / all
			differ += share * n / all
		}
	}
	if r.Aim == eval.AimRobust {
		variance = (differ - lead*lead) / all
	}
	const normal = 1.96
	return lead > normal*math.Sqrt(variance)*0.9 // bootstrap intervals differ a little
}

// addAtFocus adds the outcomes under a model to a pool as if the eps of the verdict were 0.5, so that
// outcomes at different radii can be pooled.
func addAtFocus(pool *eval.Outcomes, r *eval.Report, model int) {
	k := focus(r)
	for _, o := range r.Models[model].Outcomes.All() {
		at := eval.Outcome{Label: o.Label, Predicted: o.Predicted, Status: attack.None, Distance: 1}
		switch o.Verdict(k, r.Eps[k]) {
		case attack.Broken:
			at.Distance = 0
		case attack.Certified:
			at.Status = attack.Optimal
		}
		pool.Add(at)
	}
}

// pooled returns the evidence of all folds together.
func pooled(ctx context.Context, pool *[2]eval.Outcomes, last *eval.Report) (eval.Evidence, error) {
	var names []string
	most := 0
	for c, of := range last.Models[0].Classes {
		names = append(names, of.Name)
		if of.Name == last.Constant.Class {
			most = c
		}
	}
	const resamples = 2000
	of := eval.Weighing{Eps: []float64{0.5}, Classes: names, Constant: most, Resampling: eval.Resampling{Count: resamples}}
	e, err := eval.Weigh(ctx, &pool[0], &pool[1], of)
	if err != nil {
		return eval.Evidence{}, err
	}
	return e[0], nil
}

package report

import (
	"context"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/floats"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

const (
	points    = 160 // of a curve
	resamples = 200 // behind its band
)

// successName is the name of the plot of the attack's success rate.
const successName = "success-rate"

// robustPlots are the plots of the accuracies that models can be judged by.
var robustPlots = map[eval.Aim]Plot{
	eval.AimRobust:     {Name: "robust-accuracy", Title: "Robust accuracy over eps", Y: "robust accuracy"},
	eval.AimBalanced:   {Name: "balanced-robust-accuracy", Title: "Robust accuracy over eps, mean over the classes", Y: "balanced robust accuracy"},
	eval.AimWorstClass: {Name: "worst-class-robust-accuracy", Title: "Robust accuracy over eps, of the worst class", Y: "robust accuracy"},
}

// Curves returns the plots of an evaluation over eps: of the accuracy of the aim, if that is not the
// share of rows; of the share of rows; and of the success rate. The last two are of the attacked
// classes only. If ctx is cancelled, the result is meaningless.
func Curves(ctx context.Context, r *eval.Report) []*Plot {
	grid := epsGrid(r)
	if grid == nil {
		return nil
	}
	robust, success := robustPlot(ctx, r, eval.AimRobust, grid), successPlot(r, grid)
	if r.Attackers != nil {
		const of = ", rows that are attacked"
		robust.Title += of
		success.Title += of
	}
	if r.Aim == eval.AimBalanced || r.Aim == eval.AimWorstClass {
		return []*Plot{robustPlot(ctx, r, r.Aim, grid), robust, success}
	}
	return []*Plot{robust, success}
}

// robustPlot returns the plot of an accuracy of the models and of the constant.
func robustPlot(ctx context.Context, r *eval.Report, aim eval.Aim, grid []float64) *Plot {
	p := robustPlots[aim]
	p.X, p.Share = epsAxis(r.Norm), true
	for i, e := range r.Models {
		outcomes := e.Outcomes
		if aim == eval.AimRobust {
			outcomes = r.Attacked(e)
		}
		line, certified := accuracyCurves(ctx, e.Name, outcomes, aim, grid, r.Seed)
		if ctx.Err() != nil {
			break
		}
		line.Color, certified.Color = i, i
		p.Series = append(p.Series, line)
		if !slices.Equal(certified.Y, line.Y) && floats.Max(certified.Y) > 0 {
			p.Series = append(p.Series, certified)
		}
	}
	constant := eval.Accuracies{Robust: r.ConstantUnderAttack(), Balanced: r.Constant.Balanced}.Of(aim)
	p.Series = append(p.Series, Series{
		Name: "always " + phrase.Clip(r.Constant.Class), X: []float64{0, grid[len(grid)-1]}, Y: []float64{constant, constant}, Dashed: true, Color: grey,
	})
	return &p
}

// certifiedEnd ends the names of curves of what is proved.
const certifiedEnd = ", certified"

// aboutCurves says what bands are, and dashed lines of models if there are any.
func aboutCurves(curves []*Plot) string {
	text := "Bands are 95 % bootstrap intervals over the rows."
	certified := func(s Series) bool { return strings.HasSuffix(s.Name, certifiedEnd) }
	if slices.ContainsFunc(curves, func(p *Plot) bool { return slices.ContainsFunc(p.Series, certified) }) {
		text += " Dashed lines of a model are what is proved."
	}
	return text
}

// accuracyCurves returns the robust accuracy with its band, and the certified accuracy.
func accuracyCurves(ctx context.Context, name string, outcomes *eval.Outcomes, aim eval.Aim, grid []float64, seed uint64) (robust, certified Series) {
	robust = Series{Name: name, X: grid}
	certified = Series{Name: name + certifiedEnd, X: grid, Dashed: true}
	for _, eps := range grid {
		if ctx.Err() != nil {
			return robust, certified
		}
		robust.Y = append(robust.Y, eval.RobustAccuracies(outcomes, eps).Of(aim))
		certified.Y = append(certified.Y, eval.CertifiedAccuracies(outcomes, eps).Of(aim))
	}
	band, err := eval.RobustBand(ctx, outcomes, aim, grid, eval.Resampling{Seed: seed, Count: resamples})
	if err != nil { // of the context, which the caller checks
		return robust, certified
	}
	for _, in := range band {
		robust.Lo, robust.Hi = append(robust.Lo, in.Lo), append(robust.Hi, in.Hi)
	}
	return robust, certified
}

// successPlot returns the plot of the share of correctly classified rows that are broken.
func successPlot(r *eval.Report, grid []float64) *Plot {
	p := &Plot{Name: successName, Title: "Attack success rate over eps", X: epsAxis(r.Norm), Y: "share of correctly classified rows", Share: true}
	for i, e := range r.Models {
		outcomes, line := r.Attacked(e), Series{Name: e.Name, X: grid, Color: i}
		clean := max(eval.Measure(outcomes, nil).CleanAccuracy, math.SmallestNonzeroFloat64)
		for _, eps := range grid {
			line.Y = append(line.Y, 1-eval.RobustAccuracies(outcomes, eps).Robust/clean)
		}
		p.Series = append(p.Series, line)
	}
	return p
}

// epsGrid returns points from 0 to where nearly every row of every model is broken, or to 1.5 times
// the largest eps if that is more. If eps was suggested it ends sooner, or else changes of level
// could leave no room for the rest. It is nil if no row has an example and there is no eps above 0.
func epsGrid(r *eval.Report) []float64 {
	last := 0.0
	for _, e := range r.Models {
		for _, q := range e.Metrics.Quantiles {
			if !math.IsInf(q.Distance, 1) {
				last = max(last, 1.1*q.Distance)
			}
		}
	}
	for _, eps := range r.Eps {
		last = max(last, 1.5*eps)
	}
	const most = 12 // times the suggested eps
	if r.Suggested != "" && r.Verdict != nil && r.Verdict.Eps > 0 {
		last = min(last, most*r.Verdict.Eps)
	}
	if last == 0 {
		return nil
	}
	return floats.Span(make([]float64, points), 0, last)
}

func epsAxis(n attack.Norm) string { return "eps (" + eval.NormName(n) + ")" }

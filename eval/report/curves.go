package report

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/eval"
)

// points is the number of points of a curve, and resamples the number of
// resamples behind its band.
const (
	points    = 160
	resamples = 200
)

// Curves returns the plots of an evaluation.
func Curves(r *eval.Report) []*Plot {
	grid := epsGrid(r)
	if grid == nil {
		return nil
	}
	axis := epsAxis(r.Norm)
	robust := &Plot{Name: "robust-accuracy", Title: "Robust accuracy over eps", X: axis, Y: "robust accuracy", Share: true}
	success := &Plot{Name: "success-rate", Title: "Attack success rate over eps", X: axis, Y: "share of correctly classified rows", Share: true}
	for i, e := range r.Models {
		line, certified, rate := accuracyCurves(e, grid, r.Seed)
		line.Color, certified.Color, rate.Color = i, i, i
		robust.Series = append(robust.Series, line)
		if !slices.Equal(certified.Y, line.Y) && floats.Max(certified.Y) > 0 {
			robust.Series = append(robust.Series, certified)
		}
		success.Series = append(success.Series, rate)
	}
	level := []float64{r.Constant.Accuracy, r.Constant.Accuracy}
	robust.Series = append(robust.Series, Series{
		Name: "always " + r.Constant.Class, X: []float64{0, grid[len(grid)-1]}, Y: level, Dashed: true, Color: grey,
	})
	return []*Plot{robust, success}
}

// accuracyCurves returns the robust accuracy with its band, the certified
// accuracy, and the share of correctly classified rows that are broken.
func accuracyCurves(e *eval.Evaluation, grid []float64, seed uint64) (robust, certified, rate Series) {
	robust = Series{Name: e.Name, X: grid}
	certified = Series{Name: e.Name + ", certified", X: grid, Dashed: true}
	rate = Series{Name: e.Name, X: grid}
	for _, eps := range grid {
		a := eval.RobustAccuracy(e.Outcomes, eps)
		robust.Y = append(robust.Y, a)
		certified.Y = append(certified.Y, eval.CertifiedAccuracy(e.Outcomes, eps))
		rate.Y = append(rate.Y, 1-a/max(e.Metrics.CleanAccuracy, math.SmallestNonzeroFloat64))
	}
	for _, in := range eval.RobustBand(e.Outcomes, grid, seed, resamples) {
		robust.Lo, robust.Hi = append(robust.Lo, in.Lo), append(robust.Hi, in.Hi)
	}
	return robust, certified, rate
}

// epsGrid runs from 0 to where nearly every row of every model is broken, or
// half again the largest eps that was asked for. It is nil if no row has an
// example.
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
	if last == 0 {
		return nil
	}
	return floats.Span(make([]float64, points), 0, last)
}

func epsAxis(n attack.Norm) string { return "eps (" + eval.NormName(n) + ")" }

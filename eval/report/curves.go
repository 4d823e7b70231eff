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

// Curves returns the plots of an evaluation: of all rows, or where only some classes
// attack, of theirs.
func Curves(r *eval.Report) []*Plot {
	grid := epsGrid(r)
	if grid == nil {
		return nil
	}
	axis, of := epsAxis(r.Norm), ""
	if r.Attackers != nil {
		of = ", rows that are attacked"
	}
	robust := &Plot{Name: "robust-accuracy", Title: "Robust accuracy over eps" + of, X: axis, Y: "robust accuracy", Share: true}
	success := &Plot{Name: "success-rate", Title: "Attack success rate over eps" + of, X: axis, Y: "share of correctly classified rows", Share: true}
	for i, e := range r.Models {
		line, certified, rate := accuracyCurves(e.Name, r.Attacked(e), grid, r.Seed)
		line.Color, certified.Color, rate.Color = i, i, i
		robust.Series = append(robust.Series, line)
		if !slices.Equal(certified.Y, line.Y) && floats.Max(certified.Y) > 0 {
			robust.Series = append(robust.Series, certified)
		}
		success.Series = append(success.Series, rate)
	}
	constant := r.ConstantUnderAttack()
	robust.Series = append(robust.Series, Series{
		Name: "always " + r.Constant.Class, X: []float64{0, grid[len(grid)-1]}, Y: []float64{constant, constant}, Dashed: true, Color: grey,
	})
	return []*Plot{robust, success}
}

// accuracyCurves returns the robust accuracy with its band, the certified
// accuracy, and the share of correctly classified rows that are broken.
func accuracyCurves(name string, outcomes *eval.Outcomes, grid []float64, seed uint64) (robust, certified, rate Series) {
	robust = Series{Name: name, X: grid}
	certified = Series{Name: name + ", certified", X: grid, Dashed: true}
	rate = Series{Name: name, X: grid}
	clean := max(eval.Measure(outcomes, nil).CleanAccuracy, math.SmallestNonzeroFloat64)
	for _, eps := range grid {
		a := eval.RobustAccuracy(outcomes, eps)
		robust.Y = append(robust.Y, a)
		certified.Y = append(certified.Y, eval.CertifiedAccuracy(outcomes, eps))
		rate.Y = append(rate.Y, 1-a/clean)
	}
	for _, in := range eval.RobustBand(outcomes, grid, seed, resamples) {
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

package eval

import (
	"context"
	"math"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// StartsCurve shows how near examples get as a method has more starting points, and how long that
// takes.
type StartsCurve struct {
	Method string
	Points []StartsPoint
}

// StartsPoint is one number of starting points.
type StartsPoint struct {
	Starts       int
	MeanDistance float64 // over rows with an example, NaN if there is none
	Seconds      float64 // of search per correctly classified row
}

// NewStartsCurve runs an attack with each number of starting points on the rows of a table, as in
// figures of the LT-Attack paper. From o it uses the norm, constraints, seed, threads and progress,
// which counts rows over all these runs. with returns the attack for a number of starting points. An
// error of it or of an attack, or the context's, is returned with the points so far; so is one of rows
// that the model cannot be judged on, as by [Evaluate].
func NewStartsCurve(ctx context.Context, m Model, table *data.Table, o Options, with func(starts int) (attack.Attack, error), starts []int) (StartsCurve, error) {
	curve := StartsCurve{}
	problem, err := attack.NewProblem(m.Ensemble, o.Norm)
	if err != nil {
		return curve, err
	}
	problem.Constraints, problem.Seed = o.Constraints, o.Seed
	for k, n := range starts {
		a, err := with(n)
		if err != nil {
			return curve, err
		}
		o.Attack = a
		if err := o.check([]Model{m}, table); err != nil {
			return curve, err
		}
		curve.Method = a.Name()
		run := attack.RunOptions{Threads: o.Threads}
		if o.Progress != nil {
			run.Done = func(n int) { o.Progress(k*table.Rows+n, len(starts)*table.Rows) }
		}
		results, err := attack.Run(ctx, problem, a, Victims(table, 0, table.Rows), run)
		if err != nil {
			return curve, err
		}
		var distances []float64
		seconds, attacked := 0.0, 0
		for i := range results {
			r := &results[i]
			if !r.Status.Attacked() {
				continue
			}
			attacked++
			seconds += r.Seconds
			if r.Example != nil {
				distances = append(distances, r.Distance)
			}
		}
		p := StartsPoint{Starts: n, MeanDistance: math.NaN(), Seconds: seconds / float64(max(attacked, 1))}
		if distances != nil {
			p.MeanDistance = stat.Mean(distances, nil)
		}
		curve.Points = append(curve.Points, p)
	}
	return curve, nil
}

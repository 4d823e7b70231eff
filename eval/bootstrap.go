package eval

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"github.com/hardwood-ml/hardwood/internal/seed"
)

// Interval is a bootstrap percentile interval that covers 95 % (Efron 1979,
// doi:10.1214/aos/1176344552).
type Interval struct{ Lo, Hi float64 }

// Intervals are intervals for the metrics of a model, or for the difference of two models on the
// same rows.
type Intervals struct {
	CleanAccuracy  Interval
	Robust         []Interval // per eps
	MeanDistance   Interval
	MedianDistance Interval
}

// Resampling says which resamples of the rows intervals are computed from.
type Resampling struct {
	Seed  uint64 // of the draws
	Count int    // of resamples
}

// resampler draws rows with replacement, or whole groups if rows come in groups (Field and Welsh
// 2007, doi:10.1111/j.1467-9868.2007.00593.x): the evidence is as large as the number of patients,
// not of their rows. Draw b of a seed is the same for every list of outcomes of the same length and
// groups, which pairs the resamples of two models.
type resampler struct {
	Resampling
	weight []float64 // how often each row was drawn
	drawn  float64   // number of rows drawn
	groups []int     // group of each row, an index into times; nil without groups
	times  []float64 // how often each group was drawn
	wider  float64   // factor that widens intervals: resamples of few groups vary less than groups do
	source rand.PCG
}

// newResampler returns a resampler of a number of rows, or of their groups if there are any.
func newResampler(by Resampling, rows int, groups []int) *resampler {
	r := &resampler{Resampling: by, weight: make([]float64, rows), drawn: float64(rows), wider: 1}
	if groups == nil {
		return r
	}
	known := map[int]int{}
	for _, g := range groups {
		if _, is := known[g]; !is {
			known[g] = len(known)
		}
		r.groups = append(r.groups, known[g])
	}
	r.times, r.wider = make([]float64, len(known)), math.Inf(1)
	if n := float64(len(known)); n > 1 {
		const normal, digits = 1.959964, 1e6 // rounded, so that the last bits of a machine do not show
		r.wider = math.Round(distuv.StudentsT{Sigma: 1, Nu: n - 1}.Quantile(0.975)/normal*math.Sqrt(n/(n-1))*digits) / digits
	}
	return r
}

// middle returns the interval of draws, within [least, most]. With few groups it is wider by as
// much as a Student's t interval is wider than a normal one; one group gives all of [least, most].
func (r *resampler) middle(draws []float64, least, most float64) Interval {
	in := middle(draws)
	switch {
	case r.wider == 1 || len(draws) == 0:
		return in
	case math.IsInf(r.wider, 1):
		return Interval{least, most}
	}
	center := stat.Quantile(0.5, stat.Empirical, draws, nil)
	return Interval{max(r.farther(center, in.Lo), least), min(r.farther(center, in.Hi), most)}
}

// farther returns the widened end of an interval. Nothing is between infinity and infinity, and what ends
// anywhere else is infinitely far from there.
func (r *resampler) farther(center, end float64) float64 {
	switch {
	case end == center:
		return end
	case math.IsInf(center, 0):
		return -center
	}
	return center + float64((end-center)*r.wider)
}

// bootstrapAddress keeps these random numbers apart from those of the attack.
const bootstrapAddress = 0xb007

// each calls drawn after each resample. It returns the error of a context that ends first.
func (r *resampler) each(ctx context.Context, drawn func()) error {
	for b := range r.Count {
		if err := ctx.Err(); err != nil {
			return err
		}
		r.draw(b)
		drawn()
	}
	return nil
}

func (r *resampler) draw(b int) {
	seed.Reset(&r.source, r.Seed, bootstrapAddress, b)
	random := rand.New(&r.source)
	times := r.weight
	if r.groups != nil {
		times = r.times
	}
	clear(times)
	for range times {
		times[random.IntN(len(times))]++
	}
	if r.groups == nil {
		return
	}
	r.drawn = 0
	for i, g := range r.groups {
		r.weight[i] = times[g]
		r.drawn += times[g]
	}
}

// sample is one model's outcomes in the form that resampling needs.
type sample struct {
	right    []float64 // 1 if the row is classified correctly
	order    []int32   // rows that were attacked, by distance
	distance []float64 // in that order
	groups   []int     // group of each row, nil without groups
}

func newSample(outcomes *Outcomes) *sample {
	s := &sample{right: make([]float64, outcomes.Len()), groups: outcomes.groups}
	for i, o := range outcomes.All() {
		if !o.Correct() {
			continue
		}
		s.right[i] = 1
		if o.Status.Attacked() {
			s.order = append(s.order, int32(i))
		}
	}
	slices.SortStableFunc(s.order, func(a, b int32) int { return cmp.Compare(outcomes.distance[a], outcomes.distance[b]) })
	for _, i := range s.order {
		s.distance = append(s.distance, outcomes.distance[i])
	}
	return s
}

// accuracies appends the clean accuracy and the robust accuracy at each of ascending eps. The
// weights sum to rows.
func (s *sample) accuracies(weight []float64, rows float64, eps, out []float64) []float64 {
	n := max(rows, 1)
	robust := dot(weight, s.right)
	out = append(out, robust/n)
	at := 0 // rows before this one, in the order of distances, are broken
	for _, e := range eps {
		for ; at < len(s.order) && s.distance[at] <= e; at++ {
			robust -= weight[s.order[at]]
		}
		out = append(out, robust/n)
	}
	return out
}

// statistics returns the accuracies, mean and median distance of a weighted sample.
func (s *sample) statistics(weight []float64, rows float64, eps, out []float64) []float64 {
	out = s.accuracies(weight, rows, eps, out[:0])
	sum, drawn, finite := 0.0, 0.0, 0.0
	for j, i := range s.order {
		drawn += weight[i]
		if d := s.distance[j]; !math.IsInf(d, 1) {
			sum += float64(weight[i] * d)
			finite += weight[i]
		}
	}
	return append(out, sum/finite, s.median(weight, drawn))
}

func (s *sample) median(weight []float64, drawn float64) float64 {
	below := 0.0
	for j, i := range s.order {
		if below += weight[i]; below >= drawn/2 && weight[i] > 0 {
			return s.distance[j]
		}
	}
	return math.NaN()
}

func dot(a, b []float64) float64 {
	sum := 0.0
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// bootstrap returns intervals for the metrics of model a at ascending eps or, if b is not nil, for
// b's metrics minus a's on the same rows. Its only error is that of the context.
func bootstrap(ctx context.Context, a, b *sample, eps []float64, by Resampling) (Intervals, error) {
	r := newResampler(by, len(a.right), a.groups)
	draws := make([][]float64, len(eps)+3)
	var first, second []float64
	err := r.each(ctx, func() {
		first = a.statistics(r.weight, r.drawn, eps, first)
		if b != nil {
			second = b.statistics(r.weight, r.drawn, eps, second)
		}
		for k := range draws {
			v := first[k]
			if b != nil {
				v = second[k] - v
			}
			if !math.IsNaN(v) {
				draws[k] = append(draws[k], v)
			}
		}
	})
	if err != nil {
		return Intervals{}, err
	}
	last := len(draws) - 1
	least, nearest := 0.0, 0.0
	if b != nil { // differences
		least, nearest = -1, math.Inf(-1)
	}
	in := Intervals{
		CleanAccuracy:  r.middle(draws[0], least, 1),
		MeanDistance:   r.middle(draws[last-1], nearest, math.Inf(1)),
		MedianDistance: r.middle(draws[last], nearest, math.Inf(1)),
	}
	for k := range eps {
		in.Robust = append(in.Robust, r.middle(draws[k+1], least, 1))
	}
	return in, nil
}

// middle sorts draws and returns the interval of their middle 95 %.
func middle(draws []float64) Interval {
	if len(draws) == 0 {
		return Interval{math.NaN(), math.NaN()}
	}
	slices.Sort(draws)
	return Interval{stat.Quantile(0.025, stat.Empirical, draws, nil), stat.Quantile(0.975, stat.Empirical, draws, nil)}
}

// RobustBand returns an interval for the robust accuracy of an aim at each of many ascending eps,
// for the band around a curve. Eps that do not ascend are an error, as is the end of the context.
func RobustBand(ctx context.Context, outcomes *Outcomes, aim Aim, eps []float64, by Resampling) ([]Interval, error) {
	if !slices.IsSorted(eps) {
		return nil, fmt.Errorf("eps must ascend, got %v", eps)
	}
	s := newSample(outcomes)
	r := newResampler(by, outcomes.Len(), outcomes.groups)
	draws := make([][]float64, len(eps))
	err := r.each(ctx, func() {
		rows, hits := outcomes.count(r.weight, outcomes.correct)
		at := 0
		for k, e := range eps {
			for ; at < len(s.order) && s.distance[at] <= e; at++ {
				row := s.order[at]
				hits[outcomes.label[row]] -= r.weight[row]
			}
			draws[k] = append(draws[k], AccuraciesOf(rows, hits).Of(aim))
		}
	})
	if err != nil {
		return nil, err
	}
	band := make([]Interval, len(eps))
	for k := range band {
		band[k] = r.middle(draws[k], 0, 1)
	}
	return band, nil
}

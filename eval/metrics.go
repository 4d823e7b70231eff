package eval

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/attack"
)

// Metrics summarize a list of outcomes of a model. Accuracies and shares are fractions of all rows.
type Metrics struct {
	Rows    int
	Correct int // rows that the model gets right

	// OutOfBounds is the number of correct rows that were not attacked because they are outside the
	// bounds of the constraints: nothing is known about them, and they count in no distance.
	OutOfBounds int

	// NoAttacker is the number of correct rows whose class nobody attacks: they are robust at any
	// eps, and count in no distance.
	NoAttacker int

	// WithoutExample is the number of attacked rows for which no example was found at any distance.
	WithoutExample int

	CleanAccuracy    float64
	BalancedAccuracy float64 // mean over classes of the share of the class's rows that is right
	WorstAccuracy    float64 // the smallest of these shares

	At []AtEps // in the order of the eps

	// Distances are over the attacked rows. The mean leaves out rows
	// without an example and is NaN if that leaves none; in the median and
	// the quantiles such rows count as infinitely far.
	MeanDistance   float64
	MedianDistance float64
	Quantiles      []Quantile
	MeanLowerBound float64 // over the rows of MeanDistance

	Queries float64 // mean number of predictions queried, 0 for white-box methods
	Seconds float64 // search time, the sum of the wall times of all rows
}

// Attacked is the number of attacked rows: those that the model gets right, within the bounds, and
// of an attacked class.
func (m *Metrics) Attacked() int { return m.Correct - m.OutOfBounds - m.NoAttacker }

// AtEps holds the metrics at one radius. Certified, Undecided and Broken sum to the clean accuracy.
type AtEps struct {
	Eps float64

	// Robust is the share of rows that are classified correctly and for which
	// no example within Eps is known.
	Robust         float64
	BalancedRobust float64 // mean over classes of the share of the class's rows
	WorstRobust    float64 // the smallest of these shares

	Certified float64 // proved to have no example within Eps
	Undecided float64
	Broken    float64 // correctly classified, with an example within Eps
}

// Quantile is the smallest distance that at least a share P of the rows does
// not exceed.
type Quantile struct{ P, Distance float64 }

var quantiles = []float64{0.05, 0.25, 0.5, 0.75, 0.95}

// Measure computes the metrics of outcomes at each eps.
func Measure(outcomes *Outcomes, eps []float64) Metrics {
	m := Metrics{Rows: outcomes.Len(), MeanDistance: math.NaN(), MedianDistance: math.NaN(), MeanLowerBound: math.NaN()}
	var distances, found, bounds []float64
	for _, o := range outcomes.All() {
		m.Seconds += o.Seconds
		m.Queries += float64(o.Queries)
		if !o.Correct() {
			continue
		}
		m.Correct++
		switch o.Status {
		case attack.OutOfBounds:
			m.OutOfBounds++
			continue
		case attack.NoAttacker:
			m.NoAttacker++
			continue
		}
		distances = append(distances, o.Distance)
		if math.IsInf(o.Distance, 1) {
			m.WithoutExample++
			continue
		}
		found = append(found, o.Distance)
		bounds = append(bounds, o.LowerBound)
	}
	m.CleanAccuracy = share(m.Correct, m.Rows)
	clean := accuracies(outcomes, Outcome.Correct)
	m.BalancedAccuracy, m.WorstAccuracy = clean.Balanced, clean.WorstClass
	m.Queries /= float64(max(m.Correct, 1))
	if len(found) > 0 {
		m.MeanDistance, m.MeanLowerBound = mean(found), mean(bounds)
	}
	slices.Sort(distances)
	for _, p := range quantiles {
		if len(distances) > 0 {
			m.Quantiles = append(m.Quantiles, Quantile{p, stat.Quantile(p, stat.Empirical, distances, nil)})
		}
	}
	if len(distances) > 0 {
		m.MedianDistance = stat.Quantile(0.5, stat.Empirical, distances, nil)
	}
	for k, e := range eps {
		m.At = append(m.At, measureAt(outcomes, k, e))
	}
	return m
}

func measureAt(outcomes *Outcomes, k int, eps float64) AtEps {
	var count [3]int // by verdict, of correctly classified rows
	for _, o := range outcomes.All() {
		if o.Correct() {
			count[o.Verdict(k, eps)]++
		}
	}
	n := outcomes.Len()
	robust := accuracies(outcomes, func(o Outcome) bool { return o.Verdict(k, eps) != attack.Broken })
	return AtEps{
		Eps:            eps,
		Robust:         share(count[attack.Certified]+count[attack.Undecided], n),
		Certified:      share(count[attack.Certified], n),
		Undecided:      share(count[attack.Undecided], n),
		Broken:         share(count[attack.Broken], n),
		BalancedRobust: robust.Balanced, WorstRobust: robust.WorstClass,
	}
}

// accuracies returns the accuracies if good outcomes count as right.
func accuracies(outcomes *Outcomes, good func(Outcome) bool) Accuracies {
	return outcomes.accuracies(func(row int) bool { return good(outcomes.At(row)) })
}

// accuracies returns the accuracies if good rows count as right.
func (s *Outcomes) accuracies(good func(row int) bool) Accuracies {
	return AccuraciesOf(s.count(nil, good))
}

// count returns the number of rows and of good rows of each class; each row counts weight times, or
// once if weight is nil.
func (s *Outcomes) count(weight []float64, good func(row int) bool) (rows, hits []float64) {
	for row, label := range s.label { // column by column, as curves have many eps
		for len(rows) <= int(label) {
			rows, hits = append(rows, 0), append(hits, 0)
		}
		w := 1.0
		if weight != nil {
			w = weight[row]
		}
		rows[label] += w
		if good(row) {
			hits[label] += w
		}
	}
	return rows, hits
}

func share(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// RobustAccuracies returns the accuracies under attack: a row counts as right if it is classified
// correctly and no example within eps is known. eps may be any number, because only distances count, not
// [Outcome.Decided].
func RobustAccuracies(outcomes *Outcomes, eps float64) Accuracies {
	return outcomes.accuracies(func(row int) bool { return outcomes.distance[row] > eps && outcomes.correct(row) })
}

// CertifiedAccuracies returns the proved accuracies: a row counts as right if it is classified correctly
// and proved to have no example within eps.
func CertifiedAccuracies(outcomes *Outcomes, eps float64) Accuracies {
	return outcomes.accuracies(func(row int) bool {
		return outcomes.distance[row] > eps && outcomes.correct(row) && (outcomes.status[row] == attack.Optimal || outcomes.At(row).LowerBound > eps)
	})
}

// mean sums in order, so that every processor gets the same bits.
func mean(values []float64) float64 {
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

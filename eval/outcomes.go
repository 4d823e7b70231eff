package eval

import (
	"fmt"
	"iter"
	"math"

	"github.com/hardwood-ml/hardwood/attack"
)

// Outcomes are what is kept of the rows of a table under a model, in their order. They are stored by
// column, in about 17 bytes per row, as there may be hundreds of thousands of rows. The zero value
// has no rows.
type Outcomes struct {
	label, predicted []uint16
	status           []attack.Status
	distance         []float64
	seconds          []float32 // a time needs no more digits

	// These end with the last row that needs them: often there is none.
	bounds   []uint64 // the bits of LowerBound, xor those of Distance
	queries  []int
	verdicts []attack.Verdict // width per row
	width    int

	groups []int // group of each row, which resamples draw as a whole; nil if there are none
}

func newOutcomes(rows int) *Outcomes {
	return &Outcomes{
		label: make([]uint16, 0, rows), predicted: make([]uint16, 0, rows), status: make([]attack.Status, 0, rows),
		distance: make([]float64, 0, rows), seconds: make([]float32, 0, rows),
	}
}

// mostClasses is the largest number of classes: outcomes store 16 bits.
const mostClasses = 1 << 16

// Add adds the outcome of the next row, whose classes must be below 65,536. All rows with verdicts
// must have them for the same eps.
func (s *Outcomes) Add(o Outcome) {
	if uint(o.Label|o.Predicted) >= mostClasses {
		panic(fmt.Sprintf("eval: classes %d and %d are not below %d", o.Label, o.Predicted, mostClasses))
	}
	row := s.Len()
	s.label, s.predicted = append(s.label, uint16(o.Label)), append(s.predicted, uint16(o.Predicted))
	s.status, s.distance = append(s.status, o.Status), append(s.distance, o.Distance)
	s.seconds = append(s.seconds, float32(o.Seconds))
	if differ := math.Float64bits(o.LowerBound) ^ math.Float64bits(o.Distance); differ != 0 {
		s.bounds = put(s.bounds, row, differ)
	}
	if o.Queries != 0 {
		s.queries = put(s.queries, row, o.Queries)
	}
	if o.Decided != nil {
		s.verdicts, s.width = put(s.verdicts, row, o.Decided...), len(o.Decided)
	}
}

// put sets the values of a row in a column that ends before it, and zeros for the rows between. Every
// row has the same number of values.
func put[T any](column []T, row int, values ...T) []T {
	column = append(column, make([]T, row*len(values)-len(column))...)
	return append(column, values...)
}

// Len returns the number of rows.
func (s *Outcomes) Len() int { return len(s.label) }

// Groups returns the group of each row, which resamples draw as a whole, or nil if there are none.
// The slice must not be changed.
func (s *Outcomes) Groups() []int { return s.groups }

// counts returns the number of rows of each class.
func (s *Outcomes) counts(classes int) []int {
	n := make([]int, classes)
	for _, label := range s.label {
		n[label]++
	}
	return n
}

// correct reports whether the model gets a row right.
func (s *Outcomes) correct(row int) bool { return s.predicted[row] == s.label[row] }

// At returns the outcome of a row, counted from 0. Its verdicts must not be changed.
func (s *Outcomes) At(row int) Outcome {
	o := Outcome{
		Label: int(s.label[row]), Predicted: int(s.predicted[row]), Status: s.status[row],
		Distance: s.distance[row], LowerBound: s.distance[row], Seconds: float64(s.seconds[row]),
	}
	if row < len(s.bounds) {
		o.LowerBound = math.Float64frombits(s.bounds[row] ^ math.Float64bits(o.Distance))
	}
	if row < len(s.queries) {
		o.Queries = s.queries[row]
	}
	if end := (row + 1) * s.width; end <= len(s.verdicts) {
		o.Decided = s.verdicts[end-s.width : end : end]
	}
	return o
}

// All returns the outcomes of all rows, with their indices.
func (s *Outcomes) All() iter.Seq2[int, Outcome] {
	return func(yield func(int, Outcome) bool) {
		for row := range s.Len() {
			if !yield(row, s.At(row)) {
				return
			}
		}
	}
}

// Where returns the outcomes of the rows for which some is true.
func (s *Outcomes) Where(some func(row int, o Outcome) bool) *Outcomes {
	of := &Outcomes{}
	for row, o := range s.All() {
		if some(row, o) {
			of.Add(o)
			if s.groups != nil {
				of.groups = append(of.groups, s.groups[row])
			}
		}
	}
	return of
}

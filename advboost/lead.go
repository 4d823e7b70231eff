package advboost

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/elementary"
)

// lead returns by how much an output leads: its margin in logistic loss, and in softmax its
// margin above the soft maximum of the others.
func lead(margins []float64, output int) float64 {
	if len(margins) == 1 {
		return margins[0]
	}
	top, sum := math.Inf(-1), 0.0
	for k, m := range margins {
		if k != output {
			top = max(top, m)
		}
	}
	for k, m := range margins {
		if k != output {
			sum += elementary.Exp(m - top)
		}
	}
	return margins[output] - top - elementary.Log(sum)
}

// softs remembers the exponentials of margins, row by row: each tree of a round asks for the
// lead of its output and changes no other margin. With many classes, computing them again
// would take most of the time of refits.
type softs struct {
	top     []float64 // of each row, the largest of its margins
	of, exp []float64 // outputs per row: a margin, and exp of it less top
}

// room makes room for some rows, and forgets everything if their number changes.
func (s *softs) room(rows, outputs int) {
	if len(s.top) == rows && len(s.of) == rows*outputs {
		return
	}
	s.top = slices.Repeat([]float64{math.NaN()}, rows)
	s.of, s.exp = make([]float64, rows*outputs), make([]float64, rows*outputs)
}

// lead is the function lead for a row, with what is remembered of it.
func (s *softs) lead(row int, margins []float64, output int) float64 {
	n := len(margins)
	if n == 1 {
		return margins[0]
	}
	top := margins[0]
	for _, m := range margins[1:] {
		if m > top {
			top = m
		}
	}
	if margins[output] == top { // the others may have a smaller maximum
		return lead(margins, output)
	}
	of, exp := s.of[row*n:(row+1)*n], s.exp[row*n:(row+1)*n]
	if s.top[row] != top {
		s.top[row] = top
		for k := range of {
			of[k] = math.NaN()
		}
	}
	sum := 0.0
	for k, m := range margins {
		if k == output {
			continue
		}
		if of[k] != m {
			of[k], exp[k] = m, elementary.Exp(m-top)
		}
		sum += exp[k]
	}
	return margins[output] - top - elementary.Log(sum)
}

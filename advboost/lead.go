package advboost

import (
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/elementary"
)

// lead returns by how much an output leads: in logistic loss its margin, in
// softmax that above the soft maximum of the others.
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

// softs remember the exponentials of margins, row by row: each tree of a round asks
// for the lead of its output and changes no other margin. Where classes are many,
// they are most of what refits take.
type softs struct {
	top     []float64 // of each row, the largest of its margins
	of, exp []float64 // outputs per row: a margin, and exp of it less top
}

// room makes room for some rows, of which nothing is remembered where they are others.
func (s *softs) room(rows, outputs int) {
	if len(s.top) == rows && len(s.of) == rows*outputs {
		return
	}
	s.top = slices.Repeat([]float64{math.NaN()}, rows)
	s.of, s.exp = make([]float64, rows*outputs), make([]float64, rows*outputs)
}

// lead is the same as the function, of the margins of a row.
func (s *softs) lead(row int, margins []float64, output int) float64 {
	n := len(margins)
	if n == 1 {
		return margins[0]
	}
	top := slices.Max(margins)
	if margins[output] == top { // the others have another one
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

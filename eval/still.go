package eval

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// reach computes what can be changed, and by how much.
func (r *Report) reach(e *ensemble.Ensemble, table *data.Table, o *Options) error {
	p, err := attack.NewProblem(e, o.Norm)
	if err != nil {
		return err
	}
	p.Constraints = o.Constraints
	r.Still, r.Strangers = Still(p, table, r.Eps), StrangersSentence(e, o.Constraints, table)
	if o.Norm != attack.L0 { // in norm 0 any change counts 1
		for f := range e.Features {
			r.Reach = append(r.Reach, RawUnit(e, f)/leastWeight(o.Constraints, f))
		}
	}
	if o.Constraints == nil {
		return nil
	}
	for f, c := range table.Kinds() {
		r.Steps = append(r.Steps, stepOf(o.Constraints, f, c.Kind))
	}
	least, most := ranges(table)
	for f := range e.Features {
		r.Farthest = append(r.Farthest, farthest(e, o.Constraints, f, least[f], most[f]))
	}
	return nil
}

// stepOf returns the step by whose multiples a feature changes in every row, 0 if there is none: 1
// for integer features if the rows hold integers, or a step counted from the row's own value.
func stepOf(c *attack.Constraints, f int, kind column.Kind) float64 {
	switch {
	case c.Integer != nil && c.Integer[f]:
		if kind == column.Integer || kind == column.Boolean {
			return 1
		}
	case c.Step != nil && (c.StepFrom == nil || c.StepFrom[f] != c.StepFrom[f]):
		return c.Step[f]
	}
	return 0
}

// ranges returns the least and the largest value of each feature.
func ranges(table *data.Table) (least, most []float64) {
	least, most = slices.Repeat([]float64{math.Inf(1)}, table.Cols), slices.Repeat([]float64{math.Inf(-1)}, table.Cols)
	for row := range rowsOf(table) {
		for f, v := range row {
			if v == v {
				least[f], most[f] = min(least[f], v), max(most[f], v)
			}
		}
	}
	return least, most
}

// farthest returns by how much a feature whose values lie between least and most can be changed, in
// the data's units.
func farthest(e *ensemble.Ensemble, c *attack.Constraints, f int, least, most float64) float64 {
	if least > most { // missing in all rows
		return 0
	}
	least, most = RawValue(e, f, least), RawValue(e, f, most)
	lo, hi := c.Bounds(f)
	lo, hi = RawValue(e, f, lo), RawValue(e, f, hi)
	if c.Values != nil && len(c.Values[f]) > 0 {
		lo, hi = max(lo, c.Values[f][0]), min(hi, c.Values[f][len(c.Values[f])-1])
	}
	change := 0.0
	falls, rises := c.Ways(f)
	if falls {
		change = max(change, most-lo)
	}
	if rises {
		change = max(change, hi-least)
	}
	return change
}

// leastWeight returns the weight of the allowed direction in which a feature can change most.
func leastWeight(c *attack.Constraints, f int) float64 {
	if c != nil {
		switch falls, rises := c.Ways(f); {
		case rises && !falls:
			return c.Weigh(f, 1)
		case falls && !rises:
			return c.Weigh(f, -1)
		}
	}
	return min(c.Weigh(f, 1), c.Weigh(f, -1))
}

// Still returns at each eps the features that no attacker can change in any row of
// a table, see [attack.Problem.Still].
func Still(p *attack.Problem, t *data.Table, eps []float64) [][]int {
	var still [][]int
	for _, e := range eps {
		still = append(still, p.Still(rowsOf(t), e))
	}
	return still
}

// NothingMoves reports whether constraints leave nothing to change in any row of some tables, see
// [attack.Constraints.NothingMoves].
func NothingMoves(c *attack.Constraints, tables []*data.Table) bool {
	return c.NothingMoves(func(yield func([]float64) bool) {
		for _, t := range tables {
			for row := range rowsOf(t) {
				if !yield(row) {
					return
				}
			}
		}
	})
}

func rowsOf(t *data.Table) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		for i := range t.Rows {
			if !yield(t.Row(i)) {
				return
			}
		}
	}
}

// stillByEps returns Still by eps, without empty lists.
func (r *Report) stillByEps() ByNumber[[]int] {
	by := ByNumber[[]int]{}
	for k, eps := range r.Eps {
		if k < len(r.Still) && len(r.Still[k]) > 0 {
			by[EpsName(eps)] = r.Still[k]
		}
	}
	return by
}

// StillSentence says how many columns cannot be changed at each eps, and which if they are few; "" if
// all can.
func StillSentence(eps []float64, still [][]int, names []string) string {
	var parts []string
	for k := 0; k < min(len(eps), len(still)); k++ {
		of := still[k]
		if len(of) == 0 {
			continue
		}
		at := fmt.Sprintf("%d at eps %g", len(of), eps[k])
		first := k
		for k+1 < min(len(eps), len(still)) && slices.Equal(still[k+1], of) {
			k++
		}
		if k > first {
			at += fmt.Sprintf(" to %g", eps[k])
		}
		parts = append(parts, at+few(of, names))
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("Of %d columns, no attacker can change %s.", len(names), strings.Join(parts, ", "))
}

// few names columns, "" if there are many.
func few(columns []int, names []string) string {
	const most = 5
	if len(columns) > most {
		return ""
	}
	var some []string
	for _, f := range columns {
		some = append(some, names[f])
	}
	return " (" + strings.Join(some, ", ") + ")"
}

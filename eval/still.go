package eval

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
)

// reach computes what can be changed, and by how much; where that depends on the model, by the first.
func (r *Report) reach(ctx context.Context, table *data.Table, o *Options) error {
	p, err := attack.NewProblem(r.Models[0].Ensemble, o.Norm)
	if err != nil {
		return err
	}
	p.Constraints = o.Constraints
	if r.Still, err = Still(ctx, p, table, r.Eps); err != nil {
		return err
	}
	halves := make([]float64, len(r.Eps))
	for k, eps := range r.Eps {
		halves[k] = eps / 2
	}
	atHalf, err := Still(ctx, p, table, halves)
	if err != nil {
		return err
	}
	for _, still := range atHalf {
		r.atHalf = append(r.atHalf, len(still) < table.Cols)
	}
	r.Strangers = strangersOfEach(r.Models, o.Constraints, table)
	r.KeepsMissing = r.keepsMissing(o.Constraints, table)
	if o.Norm != attack.L0 { // where any change counts 1
		r.Widest = widest(p, table, r.Eps)
	}
	return nil
}

// Still returns at each eps the features that no attacker can change in any row of
// a table that is attacked, see [attack.Problem.Still]. It returns the context's error on
// cancellation.
func Still(ctx context.Context, p *attack.Problem, t *data.Table, eps []float64) ([][]int, error) {
	var still [][]int
	rows := func(yield func([]float64) bool) {
		for row := range attackedRows(p, t) {
			if ctx.Err() != nil || !yield(row) {
				return
			}
		}
	}
	for _, e := range eps {
		still = append(still, p.Still(rows, e))
	}
	return still, ctx.Err()
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

// attackedRows returns the rows of a table that are attacked: those of attacked classes, within the
// bounds of the constraints.
func attackedRows(p *attack.Problem, t *data.Table) iter.Seq[[]float64] {
	return func(yield func([]float64) bool) {
		x := make([]float64, t.Cols)
		for i := range t.Rows {
			row := t.Row(i)
			p.Ensemble.Round(x, row)
			attacked := p.Constraints.Within(x) && (t.Y == nil || p.Constraints.Attacks(t.Y[i]))
			if attacked && !yield(row) {
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

// StillSentence says how many columns cannot be changed at each eps, and which if they, or all others, are
// few; "" if all can.
func StillSentence(eps []float64, still [][]int, names []string) string {
	var parts []string
	for k := 0; k < min(len(eps), len(still)); k++ {
		of := still[k]
		if len(of) == 0 {
			continue
		}
		at := fmt.Sprintf("%d at eps %s", len(of), EpsText(eps[k], eps))
		first := k
		for k+1 < min(len(eps), len(still)) && slices.Equal(still[k+1], of) {
			k++
		}
		if k > first {
			at += " to " + EpsText(eps[k], eps)
		}
		parts = append(parts, at+few(of, names))
	}
	if parts == nil {
		return ""
	}
	return fmt.Sprintf("Of %d columns, no attacker can change %s.", len(names), strings.Join(parts, ", "))
}

// few names columns, or those that are left if these are few, "" if there are many of both.
func few(columns []int, names []string) string {
	const most = 5
	if len(columns) > most {
		return allBut(columns, names)
	}
	var some []string
	for _, f := range columns {
		some = append(some, names[f])
	}
	return " (" + strings.Join(some, ", ") + ")"
}

// allBut names the columns that are not among some, "" if there are many, or most: then a verdict is about
// these alone, such as an id.
func allBut(columns []int, names []string) string {
	const most = 2
	left := len(names) - len(columns)
	if left == 0 || left > most || left >= len(columns) {
		return ""
	}
	var others []string
	for f, name := range names {
		if !slices.Contains(columns, f) {
			others = append(others, name)
		}
	}
	return " (all but " + strings.Join(others, " and ") + ")"
}

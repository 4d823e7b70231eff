package ceiling

import (
	"context"

	"github.com/hardwood-ml/hardwood/data"
)

// Prune removes as few rows as possible from a labelled table so that no two rows of different classes
// meet at eps, and returns the remaining ones, ascending. This is adversarial pruning (Yang,
// Rashtchian, Wang and Chaudhuri, Robustness for Non-Parametric Classification, AISTATS 2020,
// arXiv:1906.03310), which defends any learner by way of its training rows. With more than two
// classes up to twice as many rows go as necessary. If more rows meet than are examined, see
// [Limit.Exact], some of the remaining ones still do.
func Prune(ctx context.Context, t *data.Table, eps float64, o Options) ([]int, error) {
	if err := o.check(t, eps); err != nil {
		return nil, err
	}
	left, right := sidesOf(t)
	b := newBall(t, o.Norm, o.Constraints, eps*(1-slack))
	meet, _, err := newTree(t, right, o.Norm, o.Constraints).pairs(ctx, b, left, o.Threads)
	if err != nil {
		return nil, err
	}
	p := newProblem(t, left, meet)
	same := make([]float64, len(p.counts))
	for k := range same {
		same[k] = 1
	}
	gone := make([]bool, t.Rows)
	f, _, _ := p.solve(same)
	for _, row := range f.covering() {
		gone[row] = true
	}
	p.spare(gone)
	var kept []int
	for row, g := range gone {
		if !g {
			kept = append(kept, row)
		}
	}
	return kept, nil
}

// spare removes redundant rows from a cover; a smallest cover has none.
func (p *problem) spare(gone []bool) {
	others := make([][]int32, p.t.Rows)
	for l, meet := range p.meet {
		for _, r := range meet {
			row := p.right[r]
			others[p.left[l]] = append(others[p.left[l]], row)
			others[row] = append(others[row], p.left[l])
		}
	}
	for row := range gone {
		needed := false
		for _, other := range others[row] {
			needed = needed || !gone[other]
		}
		gone[row] = gone[row] && needed
	}
}

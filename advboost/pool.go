package advboost

import (
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer"
)

// pool keeps track of the examples among the added rows of a run: at most one
// for each row of the table, the newest ones.
type pool struct {
	unmoved
	size     int
	at       []int // by row of the table: the number of its example, or -1
	examples []example
}

// example is an added row.
type example struct {
	owner int // the row of the table whose example this is
	round int // when it was found anew
}

// newPool returns a pool of at most size examples, one per row if size is 0.
func newPool(size, rows int) pool {
	if size == 0 {
		size = rows
	}
	return pool{size: size, at: slices.Repeat([]int{-1}, rows), examples: make([]example, 0, min(size, rows))}
}

func (p *pool) start(rows trainer.Rows, row int) (x, margins []float64, round int) {
	if at := p.at[row]; at >= 0 {
		return rows.X(at), rows.Margins(at), p.examples[at-rows.Table()].round
	}
	return nil, nil, 0
}

// drop leaves examples where they are: what once crossed the boundary keeps
// it from coming back.
func (p *pool) drop(to []trainer.Change, _ trainer.Rows, _ int) []trainer.Change { return to }

func (p *pool) kept() int { return len(p.examples) }

// put appends the example of a row, or puts it where the last one was.
func (p *pool) put(to []trainer.Change, r *trainer.Round, found *attack.Result, weight float64, anew bool) []trainer.Change {
	row, rows := found.Row, r.Rows
	at := p.at[row]
	if at < 0 {
		at = rows.Table() + len(p.examples)
		p.at[row] = at
		p.examples = append(p.examples, example{row, r.Number})
	} else if anew {
		p.examples[at-rows.Table()].round = r.Number
	}
	return append(to, trainer.Change{
		Row: at, X: found.Example, Class: rows.Class(row), Weight: weight * rows.Weight(row), Margins: found.Margins,
	})
}

// trim drops the oldest examples where there are too many.
func (p *pool) trim(rows trainer.Rows) {
	excess := len(p.examples) - p.size
	if excess <= 0 {
		return
	}
	order := slices.Clone(p.examples)
	slices.SortStableFunc(order, func(a, b example) int { return a.round - b.round })
	for _, e := range order[:excess] {
		p.at[e.owner] = -1
	}
	kept := slices.DeleteFunc(p.examples, func(e example) bool { return p.at[e.owner] < 0 })

	changes := make([]trainer.Change, len(kept))
	for i, e := range kept {
		at := p.at[e.owner]
		p.at[e.owner] = rows.Table() + i
		changes[i] = trainer.Change{
			Row: rows.Table() + i, X: slices.Clone(rows.X(at)), Class: rows.Class(at), Weight: rows.Weight(at), Margins: slices.Clone(rows.Margins(at)),
		}
	}
	rows.Truncate(rows.Table())
	rows.Put(changes)
	p.examples = kept
}

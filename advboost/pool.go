package advboost

import (
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer"
)

// pool keeps track of the examples among the added rows of a run: at most one
// for each row of the table, the newest ones.
type pool struct {
	unmoved
	size   int
	of     []example // by row of the table
	owners []int     // by added row: the row of the table whose example it is
}

// example is an added row.
type example struct {
	at    int32 // its number among the added rows, or -1 if there is none
	round int32 // when it was found anew
}

// newPool returns a pool of at most size examples, one per row if size is 0.
func newPool(size, rows int) pool {
	if size == 0 {
		size = rows
	}
	return pool{size: size, of: slices.Repeat([]example{{at: -1}}, rows), owners: make([]int, 0, min(size, rows))}
}

func (p *pool) start(rows trainer.Rows, row int) (cells moved.Cells, margins []float64, round int) {
	e := p.of[row]
	if e.at < 0 {
		return nil, nil, 0
	}
	at := rows.Table() + int(e.at)
	_, cells = rows.Moved(at)
	return cells, rows.Margins(at), int(e.round)
}

// drop leaves examples where they are: an example that once crossed the boundary keeps the
// boundary from coming back.
func (p *pool) drop(to []trainer.Change, _ trainer.Rows, _ int) []trainer.Change { return to }

func (p *pool) kept() int { return len(p.owners) }

// put appends the example of a row, or puts it where the last one was.
func (p *pool) put(to []trainer.Change, r *trainer.Round, found *attack.Result, weight float64, anew bool) []trainer.Change {
	rows, e := r.Rows, &p.of[found.Row]
	if e.at < 0 {
		*e = example{int32(len(p.owners)), int32(r.Number)}
		p.owners = append(p.owners, found.Row)
	} else if anew {
		e.round = int32(r.Number)
	}
	return append(to, trainer.Change{
		Row: rows.Table() + int(e.at), Near: found.Row, Moved: found.Moved, Class: found.Label,
		Weight: weight * rows.Weight(found.Row), Margins: found.Margins,
	})
}

// trim drops the oldest examples if there are too many.
func (p *pool) trim(rows trainer.Rows) {
	excess := len(p.owners) - p.size
	if excess <= 0 {
		return
	}
	order := slices.Clone(p.owners)
	slices.SortStableFunc(order, func(a, b int) int { return int(p.of[a].round - p.of[b].round) })
	for _, owner := range order[:excess] {
		p.of[owner].at = -1
	}
	p.owners = slices.DeleteFunc(p.owners, func(owner int) bool { return p.of[owner].at < 0 })
	changes := make([]trainer.Change, len(p.owners))
	for i, owner := range p.owners {
		at := rows.Table() + int(p.of[owner].at)
		_, cells := rows.Moved(at)
		changes[i] = trainer.Change{
			Row: rows.Table() + i, Near: owner, Moved: slices.Clone(cells), Class: rows.Class(at),
			Weight: rows.Weight(at), Margins: slices.Clone(rows.Margins(at)),
		}
		p.of[owner].at = int32(i)
	}
	rows.Truncate(rows.Table())
	rows.Put(changes)
}

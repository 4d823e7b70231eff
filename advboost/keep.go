package advboost

import (
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Use says what examples are used for.
type Use uint8

const (
	Append  Use = iota // added to the training rows, with the true label
	Replace            // in place of their rows, until these are safe
	Reweigh            // only to tell which rows to weigh more, until these are safe
)

// Uses are the words for the values of Use, in their order.
var Uses = []string{"append", "replace", "reweigh"}

// MarshalText returns the word for u.
func (u Use) MarshalText() ([]byte, error) {
	if int(u) >= len(Uses) {
		return nil, fmt.Errorf("examples cannot be used in way %d", u)
	}
	return []byte(Uses[u]), nil
}

// UnmarshalText reads one of Uses.
func (u *Use) UnmarshalText(text []byte) error {
	i := slices.Index(Uses, string(text))
	if i < 0 {
		return nearest.Unknown("use of examples", string(text), Uses)
	}
	*u = Use(i)
	return nil
}

// keeper keeps the examples of rows and puts them to a use.
type keeper interface {
	// first returns the original features of a row of the table; start the cells that its
	// last example has moved, or nil, and the round before which that was found anew. Both
	// also return the margins there, nil if they are not known.
	first(rows trainer.Rows, row int) (x, margins []float64)
	start(rows trainer.Rows, row int) (cells moved.Cells, margins []float64, round int)

	// put keeps the example that was found for a row; anew is false if the search started
	// from a fresh one. drop is for a row that no longer has an example. Both append the
	// changes of rows that follow to to.
	put(to []trainer.Change, r *trainer.Round, found *attack.Result, weight float64, anew bool) []trainer.Change
	drop(to []trainer.Change, rows trainer.Rows, row int) []trainer.Change

	trim(rows trainer.Rows) // the oldest, down to the budget
	kept() int
}

var _, _, _ keeper = (*pool)(nil), replaced(nil), (*reweighed)(nil)

// unmoved is the part of a keeper that leaves the rows of the table as they are.
type unmoved struct{}

func (unmoved) first(rows trainer.Rows, row int) (x, margins []float64) {
	return rows.X(row), rows.Margins(row)
}

// replaced maps the rows that an example has replaced to the rounds before which it was found
// anew.
type replaced map[int]int

func (k replaced) first(rows trainer.Rows, row int) (x, margins []float64) {
	x, cells := rows.Moved(row)
	if len(cells) > 0 {
		return x, nil
	}
	return x, rows.Margins(row)
}

func (k replaced) start(rows trainer.Rows, row int) (cells moved.Cells, margins []float64, round int) {
	round, ok := k[row]
	if !ok {
		return nil, nil, 0
	}
	_, cells = rows.Moved(row)
	return cells, rows.Margins(row), round
}

func (k replaced) put(to []trainer.Change, r *trainer.Round, found *attack.Result, _ float64, anew bool) []trainer.Change {
	row := found.Row
	if _, ok := k[row]; anew || !ok {
		k[row] = r.Number
	}
	return append(to, trainer.Change{Row: row, Near: row, Moved: found.Moved, Weight: r.Rows.Weight(row), Margins: found.Margins})
}

func (k replaced) drop(to []trainer.Change, rows trainer.Rows, row int) []trainer.Change {
	if _, ok := k[row]; ok {
		delete(k, row)
		to = append(to, trainer.Change{Row: row, Near: row, Weight: rows.Weight(row)})
	}
	return to
}

func (k replaced) trim(trainer.Rows) {}
func (k replaced) kept() int         { return len(k) }

// reweighed keeps the rows that now count for their examples too.
type reweighed struct {
	unmoved
	rows map[int]*lighter
}

// lighter is what a row weighed before it counted for its example.
type lighter struct {
	weight float64
	moved  moved.Cells // by its example
	round  int         // when that was found anew
}

func (k *reweighed) start(_ trainer.Rows, row int) (cells moved.Cells, margins []float64, round int) {
	if l := k.rows[row]; l != nil {
		return l.moved, nil, l.round
	}
	return nil, nil, 0
}

func (k *reweighed) put(to []trainer.Change, r *trainer.Round, found *attack.Result, weight float64, anew bool) []trainer.Change {
	row := found.Row
	l := k.rows[row]
	if l == nil {
		l = &lighter{weight: r.Rows.Weight(row)}
		k.rows[row] = l
	}
	r.Rows.SetWeight(row, (1+weight)*l.weight)
	l.moved = append(l.moved[:0], found.Moved...) // the results are memory for the next
	if anew {
		l.round = r.Number
	}
	return to
}

func (k *reweighed) drop(to []trainer.Change, rows trainer.Rows, row int) []trainer.Change {
	if l := k.rows[row]; l != nil {
		rows.SetWeight(row, l.weight)
		delete(k.rows, row)
	}
	return to
}

func (k *reweighed) trim(trainer.Rows) {}
func (k *reweighed) kept() int         { return len(k.rows) }

// newKeeper returns an empty keeper for a table.
func newKeeper(use Use, budget, rows int) keeper {
	switch use {
	case Replace:
		return replaced{}
	case Reweigh:
		return &reweighed{rows: map[int]*lighter{}}
	}
	p := newPool(budget, rows)
	return &p
}

package advboost

import (
	"slices"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/nearest"
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

// ParseUse reads a Use as users write it.
func ParseUse(s string) (Use, error) {
	i := slices.Index(Uses, s)
	if i < 0 {
		return 0, nearest.Unknown("use of examples", s, Uses)
	}
	return Use(i), nil
}

// keeper is what becomes of examples.
type keeper interface {
	// first returns the features that a row of the table had at first, start its last
	// example, or nil, and the round before which that was found anew; both with the
	// margins there, nil where they are not known.
	first(rows trainer.Rows, row int) (x, margins []float64)
	start(rows trainer.Rows, row int) (x, margins []float64, round int)

	// put keeps the example that was found for a row, anew or from a fresh start,
	// and drop forgets that of a row without one. Both add to the changes of rows
	// that come of it.
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

// replaced keeps the features of rows whose place an example has taken.
type replaced map[int]*original

// original is what a row was before its example took its place.
type original struct {
	x     []float64
	round int // when the example was found anew
}

func (k replaced) first(rows trainer.Rows, row int) (x, margins []float64) {
	if o := k[row]; o != nil {
		return o.x, nil
	}
	return rows.X(row), rows.Margins(row)
}

func (k replaced) start(rows trainer.Rows, row int) (x, margins []float64, round int) {
	if o := k[row]; o != nil {
		return slices.Clone(rows.X(row)), rows.Margins(row), o.round
	}
	return nil, nil, 0
}

func (k replaced) put(to []trainer.Change, r *trainer.Round, found *attack.Result, _ float64, anew bool) []trainer.Change {
	row := found.Row
	o := k[row]
	if o == nil {
		o = &original{x: slices.Clone(r.Rows.X(row))}
		k[row] = o
	}
	if anew {
		o.round = r.Number
	}
	return append(to, trainer.Change{Row: row, X: found.Example, Weight: r.Rows.Weight(row), Margins: found.Margins})
}

func (k replaced) drop(to []trainer.Change, rows trainer.Rows, row int) []trainer.Change {
	if o := k[row]; o != nil {
		delete(k, row)
		to = append(to, trainer.Change{Row: row, X: o.x, Weight: rows.Weight(row)})
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
	weight  float64
	example []float64
	round   int // when it was found anew
}

func (k *reweighed) start(_ trainer.Rows, row int) (x, margins []float64, round int) {
	if l := k.rows[row]; l != nil {
		return l.example, nil, l.round
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
	l.example = append(l.example[:0], found.Example...) // the results are memory for the next
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

// Package pairs computes a value per pair of classes on first use: with thousands of classes few
// pairs occur.
package pairs

import (
	"sync"
	"sync/atomic"
)

// Of makes a T for each pair of numbers below n on first use, once. It is safe for use by several
// goroutines.
type Of[T any] struct {
	make func(i, j int) T
	rows []atomic.Pointer[row[T]]
}

type row[T any] []atomic.Pointer[cell[T]]

type cell[T any] struct {
	once  sync.Once
	value T
}

// New returns the pairs of numbers below n.
func New[T any](n int, of func(i, j int) T) *Of[T] {
	return &Of[T]{of, make([]atomic.Pointer[row[T]], n)}
}

// At returns the value of a pair.
func (o *Of[T]) At(i, j int) T {
	r := first(&o.rows[i], func() *row[T] {
		cells := make(row[T], len(o.rows))
		return &cells
	})
	c := first(&(*r)[j], func() *cell[T] { return &cell[T]{} })
	c.once.Do(func() { c.value = o.make(i, j) })
	return c.value
}

// first returns what a pointer points to, after setting it if it is nil.
func first[T any](p *atomic.Pointer[T], fresh func() *T) *T {
	if have := p.Load(); have != nil {
		return have
	}
	p.CompareAndSwap(nil, fresh())
	return p.Load()
}

// Package memory is the budget of memory of a program. What is about to take
// much of it asks first, so that too little ends in a line that says what would be
// needed; for all the rest there is a watch, which ends what goes beyond. A
// library that nobody has given a budget to has none.
//
//	budget.go   the budget, and asking
//	machine.go  what the machine or the container has
//	watch.go    what is taken without asking
//	settle.go   long work on what is read already
//	size.go     bytes as people write them
package memory

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
)

// budget is in bytes, 0 without one.
var budget atomic.Int64

// Set sets the budget in bytes, 0 for none. Near it Go collects garbage more
// often.
func Set(bytes int64) {
	budget.Store(bytes)
	if bytes > 0 {
		debug.SetMemoryLimit(heap(bytes))
	}
}

// heap returns what of a budget is for the heap: Go needs some for itself.
func heap(budget int64) int64 { return budget - budget/16 }

// ErrBudget is what a lack of memory comes to.
var ErrBudget = errors.New("too little memory")

// unasked is what nobody has to ask for.
const unasked = 1 << 24

// Ask returns an error that matches ErrBudget if so many bytes are not left, and
// says what they are for.
func Ask(bytes float64, what string, args ...any) error {
	most := budget.Load()
	left := float64(heap(most))
	if most == 0 || bytes < unasked || bytes+float64(used()) <= left {
		return nil
	}
	runtime.GC()
	if taken := float64(used()); bytes+taken > left {
		return fmt.Errorf("%w: %s %s, the budget is %s, of which %s are taken", ErrBudget, fmt.Sprintf(what, args...), Size(bytes), Size(float64(most)), Size(taken))
	}
	return nil
}

// AskForRow asks for what a row takes of whose text so many bytes are read, if it is
// held some times over, at the size to which what holds it grows next.
func AskForRow(bytes int, times float64) error {
	return Ask(times*float64(bytes), "a row of more than %s takes", Size(float64(bytes)))
}

// used returns the bytes of the heap that are in use, or not known to be garbage.
func used() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

// Package memory is the memory budget of a program. Code that is about to take much asks first, so
// that a lack of memory ends in one line that says what would be needed; for all the rest a watch
// ends what goes beyond. A library for which nobody has set a budget has none.
//
//	budget.go   the budget, and asking
//	machine.go  what the machine or the container has
//	watch.go    what is taken without asking
//	settle.go   long work on what has been read
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

// heap returns the part of a budget that is for the heap: Go needs some for itself.
func heap(budget int64) int64 { return budget - budget/16 }

// ErrBudget is the error for a lack of memory.
var ErrBudget = errors.New("too little memory")

// unasked is the size below which nobody has to ask.
const unasked = 1 << 24

// Ask returns an error that matches ErrBudget, and says what the bytes are for, if there are not
// that many left.
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

// AskForRow asks for the memory of a row of whose text a number of bytes have been read. times is
// how often the row is held, at the size to which its buffers grow next.
func AskForRow(bytes int, times float64) error {
	return Ask(times*float64(bytes), "a row of more than %s takes", Size(float64(bytes)))
}

// used returns the bytes of the heap that are in use, or not yet known to be garbage.
func used() uint64 {
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

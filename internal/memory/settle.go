package memory

import "runtime/debug"

// Garbage that settled work may leave, in bytes and in percent of what it keeps.
const (
	garbage      = 1 << 23
	leastGarbage = 10
	mostGarbage  = 100 // Go's default
)

// Settle is for long work that begins once everything it needs has been read and stays: what
// reading has left behind goes back to the machine, and until undo is called garbage is collected
// early. So memory is as large at the beginning of the work as at its end.
func Settle() (undo func()) {
	debug.FreeOSMemory()
	percent := 100 * garbage / max(used(), 1)
	before := debug.SetGCPercent(int(max(leastGarbage, min(percent, mostGarbage))))
	return func() { debug.SetGCPercent(before) }
}

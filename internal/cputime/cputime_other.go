//go:build !unix

package cputime

import "time"

var began = time.Now()

// Seconds returns the wall time since the start of the process: the processor time of one thread
// that never waits.
func Seconds() float64 { return time.Since(began).Seconds() }

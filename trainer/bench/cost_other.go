//go:build !unix

package main

import "time"

// processor returns the wall time: that of one thread, if it need not wait.
func processor() float64 { return time.Since(began).Seconds() }

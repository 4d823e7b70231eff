//go:build unix

package main

import "syscall"

// processor returns the CPU seconds that this process has used.
func processor() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument can fail
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

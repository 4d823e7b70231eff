//go:build unix

package cputime

import "syscall"

// Seconds returns the user and system time of this process, all threads
// together.
func Seconds() float64 {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err) // only a wrong argument can fail
	}
	return float64(u.Utime.Nano()+u.Stime.Nano()) / 1e9
}

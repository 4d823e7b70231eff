//go:build unix && !aix && !solaris

package replace

import (
	"os"
	"syscall"
)

// locks says whether there are any.
const locks = true

// lock locks a file until it is closed, or its process ends in whatever way. It
// reports whether nobody else has.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// lockDir waits until nobody else has a directory, and locks it until it is unlocked.
// Where that cannot be had nobody waits.
func lockDir(path string) (unlock func()) {
	dir, err := os.Open(path)
	if err != nil {
		return func() {} // who writes here will say so
	}
	for err = syscall.EINTR; err == syscall.EINTR; {
		err = syscall.Flock(int(dir.Fd()), syscall.LOCK_EX)
	}
	return func() { dir.Close() }
}

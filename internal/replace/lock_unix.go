//go:build unix && !aix && !solaris

package replace

import (
	"os"
	"syscall"
)

// locks says whether this system has file locks.
const locks = true

// lock locks a file until it is closed, or its process ends in any way. It reports whether nobody
// else has locked it.
func lock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// lockDir waits until nobody else has locked a directory, and locks it until it is unlocked. If it
// cannot be opened nobody waits.
func lockDir(path string) (unlock func()) {
	dir, err := os.Open(path)
	if err != nil {
		return func() {} // whoever writes here will report it
	}
	for err = syscall.EINTR; err == syscall.EINTR; {
		err = syscall.Flock(int(dir.Fd()), syscall.LOCK_EX)
	}
	return func() { dir.Close() }
}

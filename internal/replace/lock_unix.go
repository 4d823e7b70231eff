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

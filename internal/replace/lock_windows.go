package replace

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// locks says whether this system has file locks.
const locks = true

// lock locks a file until it is closed, or its process ends in any way. It reports whether nobody
// else has locked it.
func lock(f *os.File) bool {
	return lockLast(f, windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY) == nil
}

// lockLast locks the last byte that a file could have: on Windows locks keep others from reading
// and writing the locked bytes, and there is nothing at that one.
func lockLast(f *os.File, flags uint32) error {
	const last = 1<<32 - 1
	return windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, &windows.Overlapped{Offset: last, OffsetHigh: last >> 1})
}

// lockDir waits until nobody else has locked a directory, and locks it until it is unlocked.
// Windows does not lock directories: a file elsewhere stands for each. If that cannot be opened
// nobody waits.
func lockDir(path string) (unlock func()) {
	all, err := filepath.Abs(path)
	if err != nil {
		return func() {}
	}
	name := fmt.Sprintf("hardwood-%x.lock", sha256.Sum256([]byte(all)))
	f, err := os.OpenFile(filepath.Join(os.TempDir(), name), os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return func() {}
	}
	lockLast(f, windows.LOCKFILE_EXCLUSIVE_LOCK)
	return func() { f.Close() }
}

package replace

import (
	"errors"
	"os"
)

// ErrClaimed is the error of what another process has.
var ErrClaimed = errors.New("another process has it")

// Claim opens a file, or makes it, that one process at a time has: until it is closed,
// or the process ends in whatever way. Others get [ErrClaimed], where there are locks.
func Claim(path string) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o666)
	if err != nil {
		return nil, err
	}
	if locks && !lock(f) {
		f.Close()
		return nil, ErrClaimed
	}
	return f, nil
}

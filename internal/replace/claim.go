package replace

import (
	"errors"
	"os"
)

// ErrClaimed is the error for a file that another process has claimed.
var ErrClaimed = errors.New("another process has it")

// Claim opens or creates a file that one process at a time can have: until it is closed, or the
// process ends in any way. Others get [ErrClaimed], on systems with locks.
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

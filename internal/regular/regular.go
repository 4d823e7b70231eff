// Package regular opens files that end. Opening a pipe waits for its writer, and no signal ends
// that; a device such as /dev/zero has no last byte; and /proc/kmsg, a file of size 0, waits for
// what the system says next.
package regular

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/hardwood-ml/hardwood/internal/fault"
)

// Check reports a path that exists and is neither a regular file nor a directory.
func Check(path string) error {
	if info, err := os.Stat(path); err == nil && !info.IsDir() && !info.Mode().IsRegular() {
		return &fs.PathError{Op: "open", Path: path, Err: errors.New("is not a regular file")}
	}
	return nil
}

// Open opens a file for reading. A file of size 0 counts as empty, whatever reading it would
// return.
func Open(path string) (*os.File, error) {
	if err := Check(path); err != nil {
		return nil, err
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.Mode().IsRegular() && info.Size() == 0 {
		f.Close()
		return os.Open(os.DevNull)
	}
	return f, nil
}

// maxText is the largest size, in bytes, of a file written by hand.
const maxText = 16 << 20

// ReadText reads a file written by hand, without the byte order mark that some editors begin it with.
func ReadText(path string) ([]byte, error) {
	f, err := Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(fault.NewReader(f, path), maxText+1))
	if err == nil && len(text) > maxText {
		err = &fs.PathError{Op: "read", Path: path, Err: fmt.Errorf("larger than %d MiB, which nobody writes by hand", maxText>>20)}
	}
	return bytes.TrimPrefix(text, []byte("\uFEFF")), err
}

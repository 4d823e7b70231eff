package data

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"sync"
)

// Stdin is the source that stands for standard input. As sources are read more
// than once, it is copied to a temporary file when it is first read.
const Stdin = "-"

// shown returns what a source is called in messages.
func shown(source string) string {
	if source == Stdin {
		return "standard input"
	}
	return source
}

// stdin is the copy, once there is one.
var stdin struct {
	sync.Mutex
	copy *os.File
	err  error
}

// openStdin opens the copy of standard input from its start.
func openStdin(ctx context.Context) (fs.File, error) {
	stdin.Lock()
	defer stdin.Unlock()
	if stdin.copy == nil && stdin.err == nil {
		done := make(chan error, 1)
		var f *os.File
		go func() {
			var err error
			f, err = spool(os.Stdin)
			done <- err
		}()
		select {
		case stdin.err = <-done:
			stdin.copy = f
		case <-ctx.Done():
			stdin.err = ctx.Err() // what was read is lost
		}
	}
	if stdin.err != nil {
		return nil, stdin.err
	}
	info, err := stdin.copy.Stat()
	if err != nil {
		return nil, err
	}
	return &spooled{io.NewSectionReader(stdin.copy, 0, info.Size()), info}, nil
}

// spool copies a stream to a temporary file. If the system allows that, the file
// no longer has a name and goes away with the process.
func spool(from io.Reader) (*os.File, error) {
	f, err := os.CreateTemp("", "hardwood-*")
	if err != nil {
		return nil, err
	}
	os.Remove(f.Name())
	if _, err := io.Copy(f, from); err != nil {
		f.Close()
		return nil, fmt.Errorf("cannot be copied to a temporary file: %w", err)
	}
	return f, nil
}

// spooled is the copy, opened once more.
type spooled struct {
	*io.SectionReader
	info fs.FileInfo
}

// Stat returns what is known of the copy.
func (s *spooled) Stat() (fs.FileInfo, error) { return s.info, nil }

// Close does nothing: the copy is there until the process ends.
func (s *spooled) Close() error { return nil }

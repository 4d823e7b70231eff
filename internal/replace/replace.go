// Package replace writes files that appear whole or not at all: under a temporary name beside the
// right one, which they get when they are complete. So a path holds either what it held before or
// all of the new content, whatever happens in between. A process that is killed leaves its
// temporary files behind; the next one that writes the same file removes them.
package replace

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"github.com/hardwood-ml/hardwood/internal/fault"
)

// With writes a file by a function.
func With(path string, write func(io.Writer) error) error {
	f, err := Create(path)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if err := write(f.to); err != nil {
		return f.cannot(err)
	}
	return f.Commit()
}

// File is a file that is written bit by bit and appears under its name when
// it is committed.
type File struct {
	path string // as it was asked for
	at   string // path, or where it leads to if it is a link
	temp *os.File
	to   *bufio.Writer
	old  fs.FileInfo // the file that it replaces, nil if there is none

	finished bool
}

// Create opens a file that will be called path. Anything but a regular file, such as a pipe, is
// written to, not replaced. A link to a file, which need not exist, stays; the file is replaced, and who may
// read it stays too.
func Create(path string) (*File, error) {
	f := &File{path: path, at: path}
	info, err := os.Stat(path)
	switch {
	case err == nil && info.IsDir():
		return nil, f.cannot(errors.New("it is a directory"))
	case err == nil && !info.Mode().IsRegular():
		// opening a pipe that nobody reads waits, and no signal ends that
		f.temp, err = os.OpenFile(path, os.O_WRONLY|syscall.O_NONBLOCK, 0)
		if errors.Is(err, syscall.ENXIO) && info.Mode()&fs.ModeNamedPipe != 0 {
			err = errors.New("nobody reads this pipe")
		}
	default:
		f.old = info
		if f.at, err = follow(path, info); err == nil {
			sweep(f.at)
			f.temp, err = createTemp(f.at)
		}
	}
	if err != nil {
		return nil, f.cannot(err)
	}
	f.to = bufio.NewWriter(fault.NewWriter(f.temp, path))
	return f, nil
}

// Printed reports whether a path leads to the file that this program prints to, which [Create] refuses.
func Printed(path string) bool {
	info, err := os.Stat(path)
	for _, printed := range []*os.File{os.Stdout, os.Stderr} {
		if to, lack := printed.Stat(); err == nil && lack == nil && info.Mode().IsRegular() && os.SameFile(to, info) {
			return true
		}
	}
	return false
}

// follow returns the file that a path leads to, which is path itself unless that is a link. It refuses
// the file that this program prints to, which /dev/stdout leads to if it is redirected: what is printed
// would be lost with the old file.
func follow(path string, info fs.FileInfo) (string, error) {
	if info == nil { // there is none yet
		to, err := os.Readlink(path)
		switch {
		case err != nil:
			return path, nil
		case filepath.IsAbs(to):
			return to, nil
		}
		return filepath.Join(filepath.Dir(path), to), nil
	}
	if Printed(path) {
		return path, errors.New("this program prints there: name another file")
	}
	if link, err := os.Lstat(path); err != nil || link.Mode()&fs.ModeSymlink == 0 {
		return path, nil // perhaps removed just now, by who writes it anew
	}
	return filepath.EvalSymlinks(path)
}

// Write implements [io.Writer].
func (f *File) Write(p []byte) (int, error) {
	n, err := f.to.Write(p)
	if err != nil {
		err = f.cannot(err)
	}
	return n, err
}

// Commit completes the file and gives it its name.
func (f *File) Commit() error {
	err := f.finish()
	if err == nil && f.hidden() {
		if err = fault.At("rename", f.path); err == nil {
			err = os.Rename(f.temp.Name(), f.at)
		}
	}
	if err != nil {
		f.remove()
		err = f.cannot(err)
	}
	f.temp = nil
	return err
}

// finish flushes all of the file to the disk, so that a power cut after the renaming does not leave
// an empty one.
func (f *File) finish() error {
	if f.finished {
		return nil
	}
	err := f.to.Flush()
	if err == nil && f.old != nil {
		err = f.temp.Chmod(f.old.Mode().Perm())
	}
	if err == nil && f.hidden() {
		err = cmp.Or(fault.At("sync", f.path), f.temp.Sync())
	}
	if closed := f.temp.Close(); err == nil {
		err = closed
	}
	f.finished = err == nil
	return err
}

// Abandon removes a file that was not committed.
func (f *File) Abandon() {
	if f.temp != nil {
		f.temp.Close()
		f.remove()
		f.temp = nil
	}
}

// hidden reports whether f still has its temporary name.
func (f *File) hidden() bool { return f.temp.Name() != f.path }

func (f *File) remove() {
	if f.hidden() {
		os.Remove(f.temp.Name())
	}
}

// cannot names the file in an error, instead of the temporary one.
func (f *File) cannot(err error) error {
	var temporary *fs.PathError
	if errors.As(err, &temporary) && filepath.Dir(temporary.Path) == filepath.Dir(f.at) {
		err = temporary.Err
	}
	return fmt.Errorf("cannot write %s: %w", f.path, err)
}

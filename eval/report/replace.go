package report

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// ReplaceFile writes a file under a temporary name and renames it when it is
// complete, so that path holds either what it held before or all of the new
// content.
func ReplaceFile(path string, write func(io.Writer) error) error {
	f, err := CreateFile(path)
	if err != nil {
		return err
	}
	defer f.Abandon()
	if err := write(f); err != nil {
		return err
	}
	return f.Commit()
}

// File is a file that is written bit by bit and appears under its name when
// it is committed.
type File struct {
	path string
	temp *os.File
	*bufio.Writer
}

// CreateFile opens a file that will be called path.
func CreateFile(path string) (*File, error) {
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return nil, fmt.Errorf("cannot write %s: it is a directory", path)
	}
	var temp *os.File
	if err == nil && !info.Mode().IsRegular() { // a pipe or a device is there to be written to, not to be replaced
		temp, err = os.OpenFile(path, os.O_WRONLY, 0)
	} else {
		temp, err = os.CreateTemp(filepath.Dir(path), "."+filepath.Base(path)+".*")
	}
	if err != nil {
		return nil, fmt.Errorf("cannot write %s: %w", path, err)
	}
	return &File{path, temp, bufio.NewWriter(temp)}, nil
}

// Write implements [io.Writer].
func (f *File) Write(p []byte) (int, error) {
	n, err := f.Writer.Write(p)
	if err != nil {
		err = fmt.Errorf("cannot write %s: %w", f.path, err)
	}
	return n, err
}

// Commit ends the file and gives it its name.
func (f *File) Commit() error {
	err := f.Flush()
	if err == nil && f.hidden() {
		err = f.temp.Chmod(0o644)
	}
	if closed := f.temp.Close(); err == nil {
		err = closed
	}
	if err == nil && f.hidden() {
		err = os.Rename(f.temp.Name(), f.path)
	}
	if err != nil {
		f.remove()
		err = fmt.Errorf("cannot write %s: %w", f.path, err)
	}
	f.temp = nil
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

// hidden reports whether f has still a name of its own.
func (f *File) hidden() bool { return f.temp.Name() != f.path }

func (f *File) remove() {
	if f.hidden() {
		os.Remove(f.temp.Name())
	}
}

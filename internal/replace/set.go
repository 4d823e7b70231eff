package replace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/internal/fault"
)

// Set is a group of files that belong together, such as those of a report. They appear once all are
// complete. The seal, the file that makes the others valid, goes before the first of an earlier set
// is replaced, and comes after the last of this one. So if it exists, all files are of one set,
// whenever the process was killed.
type Set struct {
	Seal string // its path; it need not be one of the files

	files []*File
	stale []string
}

// Create opens a file of the set, see [Create].
func (s *Set) Create(path string) (*File, error) {
	f, err := Create(path)
	if err == nil {
		s.files = append(s.files, f)
	}
	return f, err
}

// With writes a file of the set by a function.
func (s *Set) With(path string, write func(io.Writer) error) error {
	f, err := s.Create(path)
	if err != nil {
		return err
	}
	if err := write(f.to); err != nil {
		return f.cannot(err)
	}
	return nil
}

// Without marks a file of an earlier set for removal, in case this one does not write it again.
func (s *Set) Without(path string) { s.stale = append(s.stale, path) }

// Commit completes the files and gives them their names. The set is empty afterwards.
func (s *Set) Commit() error {
	defer s.Abandon()
	for _, f := range s.files {
		if err := f.finish(); err != nil {
			return err
		}
	}
	defer lockDir(filepath.Dir(s.Seal))() // or the files of two sets would mix
	for _, path := range append([]string{s.Seal}, s.stale...) {
		if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
			continue
		}
		if err := remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, last := range []bool{false, true} {
		for _, f := range s.files {
			if (f.path == s.Seal) != last {
				continue
			}
			if err := f.Commit(); err != nil {
				return err
			}
		}
	}
	return nil
}

// Abandon removes what was not committed.
func (s *Set) Abandon() {
	for _, f := range s.files {
		f.Abandon()
	}
	s.files, s.stale = nil, nil
}

func remove(path string) error {
	if err := fault.At("remove", path); err != nil {
		return err
	}
	return os.Remove(path)
}

package part

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// Folder is a directory in which the parts of a job gather, with their notes.
type Folder struct {
	dir   string
	note  Note     // common to all parts; number, kind and hash differ
	holds []string // the kinds of files that each part must have
	there []bool   // whether a part is there, by its number less 1
	claim *os.File // keeps other processes from gathering parts here
}

// Content is a file of a part.
type Content struct {
	Holds string
	Data  []byte
}

// OpenFolder opens or makes a directory for the parts of a job and finds those that are there. A part
// is there if it has a file of each kind in holds. One process at a time has a folder, until it
// closes or removes it, or ends.
func OpenFolder(dir string, n Note, holds []string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	claim, err := replace.Claim(filepath.Join(dir, "claim"))
	if errors.Is(err, replace.ErrClaimed) {
		return nil, fmt.Errorf("another command does this job and gathers its parts in %s: wait for it, or write to another directory", dir)
	}
	if err != nil {
		return nil, err
	}
	f := &Folder{dir, n, holds, make([]bool, n.Of), claim}
	if err := f.find(); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// find finds the parts that are there.
func (f *Folder) find() error {
	n := &f.note
	for i := range f.there {
		f.there[i] = true
		for _, what := range f.holds {
			known, err := readNote(f.path(i+1, what))
			if err != nil { // missing or damaged: it has to be made
				f.there[i] = false
				continue
			}
			if d := known.Job.Difference(n.Job); d != "" || known.Of != n.Of {
				return fmt.Errorf("%s holds parts of another job: remove it, or write to another file", f.dir)
			}
		}
	}
	return nil
}

// path returns the file of a part.
func (f *Folder) path(number int, holds string) string {
	return filepath.Join(f.dir, fmt.Sprintf("%s-%d-of-%d.csv", holds, number, f.note.Of))
}

// Missing returns the parts that are not there.
func (f *Folder) Missing() []Part {
	var missing []Part
	for i, there := range f.there {
		if !there {
			missing = append(missing, Part{Number: i + 1, Of: f.note.Of})
		}
	}
	return missing
}

// Keep writes the files of a part, which then is there. It does not wait for the disk: a file that a
// power cut damages no longer matches the hash in its note, and the part is made again.
func (f *Folder) Keep(p Part, files []Content) error {
	for _, file := range files {
		n := f.note
		n.Part, n.Holds, n.SHA256 = p, file.Holds, sum(file.Data)
		text, err := n.text()
		if err != nil {
			return err
		}
		path := f.path(p.Number, file.Holds)
		if err := rename(path, file.Data); err != nil {
			return err
		}
		if err := rename(path+Extension, text); err != nil {
			return err
		}
	}
	f.there[p.Number-1] = true
	return nil
}

// rename writes a file such that it appears complete or not at all.
func rename(path string, content []byte) error {
	temporary := filepath.Join(filepath.Dir(path), "."+filepath.Base(path))
	err := fault.At("write", path)
	if err == nil {
		err = os.WriteFile(temporary, content, 0o666)
	}
	if err == nil {
		err = fault.At("rename", path)
	}
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// Set returns the files of one kind of all parts, none of which may be missing.
func (f *Folder) Set(holds string) (*Set, error) {
	var paths []string
	for i := range f.there {
		paths = append(paths, f.path(i+1, holds))
	}
	return Collect(paths, f.note.Job.Version, f.note.Job.Arch)
}

// Close releases the directory and the parts to other processes. A directory without parts is
// removed.
func (f *Folder) Close() error {
	err := f.claim.Close()
	if !slices.Contains(f.there, true) {
		os.Remove(f.claim.Name())
		os.Remove(f.dir) // unless there is something else in it
	}
	return err
}

// Remove removes the directory and the parts.
func (f *Folder) Remove() error {
	f.Close()
	return os.RemoveAll(f.dir)
}

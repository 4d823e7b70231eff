package part

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// Set is all parts of a job.
type Set struct {
	Note           // of the first part
	Paths []string // of the files, in the order of the parts
}

// Collect opens the files of parts, in any order, and checks that they are all the
// parts of one job, each once, made by this version of hardwood on this
// architecture.
func Collect(paths []string, version, arch string) (*Set, error) {
	var first *Note
	found := map[int]string{} // paths by the numbers of the parts
	for _, path := range paths {
		n, err := Open(path)
		if err != nil {
			return nil, err
		}
		if n.Job.Version != version || n.Job.Arch != arch {
			return nil, fmt.Errorf("%s: was made by hardwood %s on %s, and this is hardwood %s on %s: their results do not mix",
				path, n.Job.Version, n.Job.Arch, version, arch)
		}
		if first == nil {
			first = n
		}
		switch difference := n.Job.Difference(first.Job); {
		case difference != "":
			return nil, fmt.Errorf("%s: is of another job than %s: %s", path, paths[0], difference)
		case n.Holds != first.Holds:
			return nil, fmt.Errorf("%s: holds %s, and %s holds %s: merge them apart", path, n.Holds, paths[0], first.Holds)
		case n.Of != first.Of:
			return nil, fmt.Errorf("%s: is part %s, and %s is part %s: the job was cut in two ways", path, n.Part, paths[0], first.Part)
		case found[n.Number] != "":
			return nil, fmt.Errorf("%s: is part %s, as %s is: parts are doubled", path, n.Part, found[n.Number])
		}
		found[n.Number] = path
	}
	if first == nil {
		return nil, errors.New("no parts")
	}
	if len(found) < first.Of {
		return nil, missing(found, first.Of)
	}
	s := &Set{*first, make([]string, first.Of)}
	for number, path := range found {
		s.Paths[number-1] = path
	}
	return s, nil
}

// missing names the parts that were not found, as many as a line holds.
func missing(found map[int]string, of int) error {
	const shown = 10
	var names []string
	for number := 1; number <= of && len(names) < shown; number++ {
		if found[number] == "" {
			names = append(names, fmt.Sprint(number))
		}
	}
	if of-len(found) > shown {
		names = append(names, "...")
	}
	return fmt.Errorf("of %d parts these are missing: %s", of, strings.Join(names, ", "))
}

// WriteCSV writes the records of all files below the head of the first: the bytes
// of a file that was not cut into parts.
func (s *Set) WriteCSV(w io.Writer) error {
	for i, path := range s.Paths {
		if err := appendCSV(w, path, i == 0); err != nil {
			return err
		}
	}
	return nil
}

// appendCSV writes a CSV file to w, with or without its head.
func appendCSV(w io.Writer, path string, head bool) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	from := int64(0)
	if !head {
		r := csv.NewReader(f)
		if _, err := r.Read(); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		from = r.InputOffset()
	}
	if _, err := f.Seek(from, io.SeekStart); err != nil {
		return err
	}
	_, err = io.Copy(w, f)
	return err
}

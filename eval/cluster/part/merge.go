package part

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// Set is all parts of a job.
type Set struct {
	Note           // of the first part
	Paths []string // paths of the files, in the order of the parts

	sums map[string]string // SHA-256 from the notes, by path
}

// Collect opens the files of parts, in any order, and checks that they are all parts of one job, each
// once, made by the given version of hardwood on the given architecture.
func Collect(paths []string, version, arch string) (*Set, error) {
	var first *Note
	found, sums := map[int]string{}, map[string]string{} // paths by the numbers of the parts
	for _, path := range paths {
		n, err := readNote(path)
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
		found[n.Number], sums[path] = path, n.SHA256
	}
	if first == nil {
		return nil, errors.New("no parts")
	}
	if len(found) < first.Of {
		return nil, missing(found, first.Of)
	}
	s := &Set{*first, make([]string, first.Of), sums}
	for number, path := range found {
		s.Paths[number-1] = path
	}
	return s, nil
}

// missing names the parts that were not found, at most ten.
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

// Open opens the file of a part for reading. At its end, Read returns an error if the file no longer
// matches its note.
func (s *Set) Open(path string) (io.ReadCloser, error) { return OpenSealed(path, s.sums[path]) }

// WriteCSV writes the header of the first file, if the kind has one, and the records of all files:
// the same bytes as the file of a job that was not cut into parts.
func (s *Set) WriteCSV(w io.Writer) error {
	for i, path := range s.Paths {
		if err := s.appendCSV(w, path, i == 0 || s.Holds == Answers); err != nil {
			return err
		}
	}
	return nil
}

// appendCSV writes a CSV file to w, with or without its header.
func (s *Set) appendCSV(w io.Writer, path string, head bool) error {
	f, err := s.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	rows := bufio.NewReader(f)
	if !head {
		if err := skipHeader(rows, s.Job.Settings["no-quotes"] != "true"); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	_, err = io.Copy(w, rows)
	return err
}

// skipHeader reads the first record, whatever separates its cells: up to a line end, outside quotes if
// cells can have some around them.
func skipHeader(rows *bufio.Reader, quoted bool) error {
	for quotes := 0; ; {
		line, err := rows.ReadSlice('\n')
		if err != nil && err != bufio.ErrBufferFull {
			return err
		}
		if quotes += bytes.Count(line, []byte(`"`)); err == nil && (quotes%2 == 0 || !quoted) {
			return nil
		}
	}
}

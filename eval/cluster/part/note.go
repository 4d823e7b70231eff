package part

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// Extension is what the name of a note adds to that of its file.
const Extension = ".part"

// noteFormat is the version of notes.
const noteFormat = 1

// Note is a file beside a file of a part that says what that is. The file itself looks like that of a
// whole job.
type Note struct {
	Format int    `json:"hardwood_part"`
	ID     string `json:"job"`
	Part
	Holds  string   `json:"holds"`
	SHA256 string   `json:"sha256"` // of the file
	Args   []string `json:"args"`   // flags of the command, without those that change no result
	Job    *Job     `json:"of_job"`

	// What the command says about the whole job, which merging could not find out.
	Warns []string `json:"warns,omitempty"` // on stderr, about the rows
	Says  []string `json:"says,omitempty"`  // below the summary, about the table
}

// What files of parts hold.
const (
	Rows     = "rows"     // CSV of an attack or a proof, a line per row
	Examples = "examples" // CSV of adversarial examples, a line per row
	Answers  = "answers"  // lines of JSON, one per row, without a header
	Decided  = "decided"  // CSV that an evaluation is made from, see [eval.Decided]
	Runs     = "runs"     // a store of runs
)

// Seal writes the note of a file that is complete.
func Seal(path string, n Note) error {
	var err error
	if n.SHA256, err = SumFile(path); err != nil {
		return err
	}
	text, err := n.text()
	if err != nil {
		return err
	}
	return replace.With(path+Extension, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
}

// Unseal removes the note of a file that is about to change, if there is one, so that the file is not
// taken for complete until it is sealed again.
func Unseal(path string) error {
	err := fault.At("remove", path+Extension)
	if err == nil {
		err = os.Remove(path + Extension)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// text returns the contents of the note's file.
func (n *Note) text() ([]byte, error) {
	n.Format, n.ID = noteFormat, n.Job.ID()
	text, err := json.MarshalIndent(n, "", "  ")
	return append(text, '\n'), err
}

// readNote reads the note of a file and checks that they belong together.
func readNote(path string) (*Note, error) {
	text, err := regular.ReadText(path + Extension)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, missing := os.Stat(path); missing != nil {
			return nil, missing
		}
		return nil, fmt.Errorf("%s: there is no %s%s beside it: the part is not finished, or the file is none", path, path, Extension)
	case err != nil:
		return nil, err
	}
	n := &Note{}
	switch err := json.Unmarshal(text, n); {
	case err != nil:
		return nil, fmt.Errorf("%s%s: is damaged: %w", path, Extension, err)
	case n.Format != noteFormat:
		return nil, fmt.Errorf("%s%s: is of version %d, this hardwood knows %d", path, Extension, n.Format, noteFormat)
	case n.Job == nil || n.ID != n.Job.ID() || n.Number < 1 || n.Number > n.Of:
		return nil, fmt.Errorf("%s%s: is damaged", path, Extension)
	}
	sum, err := SumFile(path)
	if err != nil {
		return nil, err
	}
	if sum != n.SHA256 {
		return nil, fmt.Errorf("%s: is cut off, or was changed after the part was finished: make the part again", path)
	}
	return n, nil
}

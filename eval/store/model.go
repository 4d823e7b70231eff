package store

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/hardwood-ml/hardwood/internal/fault"
	"github.com/hardwood-ml/hardwood/internal/replace"
)

// Models are files beside the store: 100,000 of them would make a database that
// nobody can copy, and removing one would not make it smaller.

// models is the directory of the models.
func (s *Store) models() string { return s.path + ".models" }

// modelPath returns the path of the model of a run.
func (s *Store) modelPath(id string) (string, error) {
	if id == "" || id != filepath.Base(id) || id == "." || id == ".." {
		return "", fmt.Errorf("store %s: %q is no id of a run", s.path, id)
	}
	return filepath.Join(s.models(), id+".json.gz"), nil
}

// writeModel keeps the model of a run.
func (s *Store) writeModel(id string, model []byte) error {
	path, err := s.modelPath(id)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return fmt.Errorf("store %s: %w", s.path, err)
	}
	err = replace.With(path, func(w io.Writer) error {
		_, err := w.Write(model)
		return err
	})
	if err != nil {
		return fmt.Errorf("store %s: the runs so far are kept: %w", s.path, err)
	}
	return nil
}

// ErrLost reports that the model of a run was kept, but is missing now or is not the same.
var ErrLost = errors.New("the model is lost")

// lost says how the model of a run was lost.
type lost struct{ path, how string }

func (l *lost) Error() string        { return l.path + ": " + l.how }
func (l *lost) Is(target error) bool { return target == ErrLost }

// CheckModel reads the model of a run that was found or listed. The error matches [ErrLost] if it is
// not the one that was kept.
func (s *Store) CheckModel(r *Run) error {
	with := *r
	return s.readModel(&with)
}

// readModel reads the model of a run from its file, unless the run has it already; it is empty if it
// was not kept.
func (s *Store) readModel(r *Run) error {
	if len(r.Model) > 0 {
		return nil
	}
	path, err := s.modelPath(r.ID)
	if err != nil {
		return err
	}
	f, err := os.Open(path)
	switch {
	case errors.Is(err, fs.ErrNotExist) && r.ModelSHA256 != "":
		return &lost{path, "is missing"}
	case errors.Is(err, fs.ErrNotExist):
		r.Model = []byte{}
		return nil
	case err != nil:
		return fmt.Errorf("store %s: %w", s.path, err)
	}
	defer f.Close()
	if r.Model, err = io.ReadAll(fault.NewReader(f, path)); err != nil {
		return fmt.Errorf("store %s: %s: %w", s.path, path, err)
	}
	if r.ModelSHA256 != "" && sumOf(r.Model) != r.ModelSHA256 {
		return &lost{path, "is damaged, or the model of another run"}
	}
	return nil
}

// sumOf returns the SHA-256 of a model in hexadecimal.
func sumOf(model []byte) string { return fmt.Sprintf("%x", sha256.Sum256(model)) }

// removeModel removes the model of a run, if there is one.
func (s *Store) removeModel(id string) error {
	path, err := s.modelPath(id)
	if err != nil {
		return err
	}
	if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("store %s: %w", s.path, err)
	}
	return nil
}

// WithoutModel returns how many of some runs have no model because it was not kept.
func (s *Store) WithoutModel(ctx context.Context, ids []string) (n int, err error) {
	files, err := os.ReadDir(s.models())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return 0, fmt.Errorf("store %s: %w", s.path, err)
	}
	has := map[string]bool{}
	for _, f := range files {
		has[f.Name()] = true
	}
	for _, id := range ids {
		path, err := s.modelPath(id)
		if err != nil {
			return 0, err
		}
		if has[filepath.Base(path)] {
			continue
		}
		inside := false // earlier versions kept models inside the database
		if err := s.db.QueryRowContext(ctx, "SELECT model <> x'' FROM runs WHERE id = ?", id).Scan(&inside); err != nil {
			return 0, s.explain(err)
		}
		if !inside {
			n++
		}
	}
	return n, nil
}

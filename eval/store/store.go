// Package store keeps runs in one SQLite file: what was asked for and what came out. Models are
// beside it, in FILE.models, one file per run. A finished run is written in one transaction, after
// its model: a process that is killed loses only the runs it was working on.
package store

import (
	"context"
	"database/sql"
	"fmt"

	_ "modernc.org/sqlite" // the driver, in pure Go
)

// Run is a finished run.
type Run struct {
	ID       string // hash of what was asked for: settings, data and version
	Spec     string // name of the ablation
	Settings string // JSON object from axis to value
	Seed     uint64
	Data     string  // name of the data set
	Hash     string  // of the training rows as they were read, see data.Table.Hash
	Version  string  // of hardwood
	Finished string  // time, in UTC, as in RFC 3339
	Seconds  float64 // wall time of training and evaluation
	Metrics  string  // JSON, see eval.Document
	Model    []byte  // nil if the run was listed, empty if the model was not kept

	// ModelSHA256 is the SHA-256 of the file beside the store, in hexadecimal; empty if no model was
	// kept, or if a version before 0.2 kept it. [Store.Put] computes it.
	ModelSHA256 string

	// Damaged says that what was read is not what was kept. It is false for what a version before 0.2
	// kept, of which that is not known.
	Damaged bool
}

// Store is an open store.
type Store struct {
	db   *sql.DB
	path string
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

const columns = "id, spec, settings, seed, data, hash, version, finished, seconds, metrics, model_sha256, checksum"

// Put keeps a run, whose id is the name of a file. An existing run with the same id stays as it is, but gets its
// model back if that was lost. The run is kept even if ctx has ended: package sql would roll back some time
// later, when the process may be gone.
func (s *Store) Put(ctx context.Context, r *Run) error {
	if _, err := s.modelPath(r.ID); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	tx, err := s.db.BeginTx(ctx, nil)
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	if err := s.put(ctx, tx, r); err != nil {
		return err
	}
	return s.explain(tx.Commit())
}

// put keeps a run in a transaction, and its model beside the store before the transaction ends.
func (s *Store) put(ctx context.Context, tx *sql.Tx, r *Run) error {
	sum := ""
	if len(r.Model) > 0 {
		sum = sumOf(r.Model)
	}
	made, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO runs ("+columns+", model) VALUES (?,?,?,?,?,?,?,?,?,?,?,?,x'')",
		r.ID, r.Spec, r.Settings, int64(r.Seed), r.Data, r.Hash, r.Version, r.Finished, r.Seconds, r.Metrics, sum, r.checksum())
	if err != nil {
		return s.explain(err)
	}
	n, err := made.RowsAffected()
	if err != nil || sum == "" {
		return s.explain(err)
	}
	if n == 0 {
		had := Run{ID: r.ID}
		if err := tx.QueryRowContext(ctx, "SELECT model_sha256 FROM runs WHERE id = ?", r.ID).Scan(&had.ModelSHA256); err != nil {
			return s.explain(err)
		}
		if had.ModelSHA256 != sum || s.CheckModel(&had) == nil {
			return nil
		}
	}
	return s.writeModel(r.ID, r.Model)
}

// Add keeps all runs of another store, or none if it fails, for instance because one has lost its
// model, see [ErrLost]. Existing runs with the same id stay as they are.
func (s *Store) Add(ctx context.Context, other *Store) error {
	throughout := context.WithoutCancel(ctx) // see Put
	tx, err := s.db.BeginTx(throughout, nil)
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	rows, err := other.db.QueryContext(ctx, "SELECT "+columns+", model FROM runs")
	if err != nil {
		return other.explain(err)
	}
	defer rows.Close()
	for rows.Next() {
		var r Run
		if err := r.scan(rows, &r.Model); err != nil {
			return other.explain(err)
		}
		if r.Damaged {
			return fmt.Errorf("store %s: run %s is damaged", other.path, r.ID)
		}
		if err := other.readModel(&r); err != nil {
			return err
		}
		if err := s.put(throughout, tx, &r); err != nil {
			return err
		}
	}
	if err := rows.Err(); err != nil {
		return other.explain(err)
	}
	return s.explain(tx.Commit())
}

// scan reads the columns of a run, and further ones.
func (r *Run) scan(row interface{ Scan(...any) error }, further ...any) error {
	var seed int64
	var checksum sql.NullInt64
	err := row.Scan(append([]any{&r.ID, &r.Spec, &r.Settings, &seed, &r.Data, &r.Hash, &r.Version, &r.Finished, &r.Seconds, &r.Metrics, &r.ModelSHA256, &checksum}, further...)...)
	r.Seed = uint64(seed)
	r.Damaged = checksum.Valid && checksum.Int64 != r.checksum()
	return err
}

// Drop removes the run whose id starts with prefix, and returns its id.
func (s *Store) Drop(ctx context.Context, prefix string) (id string, err error) {
	r, err := s.Find(ctx, prefix)
	if err != nil {
		return "", err
	}
	if _, err = s.db.ExecContext(ctx, "DELETE FROM runs WHERE id = ?", r.ID); err != nil {
		return r.ID, s.explain(err)
	}
	return r.ID, s.removeModel(r.ID)
}

// DropModel removes the model of a run, and leaves the run.
func (s *Store) DropModel(ctx context.Context, id string) error {
	if _, err := s.db.ExecContext(ctx, "UPDATE runs SET model = x'', model_sha256 = '' WHERE id = ? AND (model <> x'' OR model_sha256 <> '')", id); err != nil {
		return s.explain(err)
	}
	return s.removeModel(id)
}

// Find returns the run whose id starts with prefix, without its model. No such run is an error, and so
// are several.
func (s *Store) Find(ctx context.Context, prefix string) (*Run, error) {
	runs, err := s.query(ctx, "WHERE substr(id, 1, ?) = ? LIMIT 2", len(prefix), prefix)
	switch {
	case err != nil:
		return nil, err
	case len(runs) == 0:
		return nil, fmt.Errorf("store %s: no run %q", s.path, prefix)
	case len(runs) > 1:
		return nil, fmt.Errorf("store %s: more than one run starts with %q", s.path, prefix)
	}
	return &runs[0], nil
}

// Get returns the run whose id starts with prefix, with its model. The error matches [ErrLost] if the
// model is missing now or is not the same.
func (s *Store) Get(ctx context.Context, prefix string) (*Run, error) {
	r, err := s.Find(ctx, prefix)
	if err != nil {
		return nil, err
	}
	if err := s.db.QueryRowContext(ctx, "SELECT model FROM runs WHERE id = ?", r.ID).Scan(&r.Model); err != nil {
		return nil, s.explain(err)
	}
	return r, s.readModel(r)
}

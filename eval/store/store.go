// Package store keeps runs in one SQLite file: what was asked for and what came
// out. Models are beside it, in FILE.models, a file for each run. A run is written in
// one transaction when it is finished, its model before that: a process that is killed
// loses only the runs it was working on.
package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	_ "modernc.org/sqlite" // the driver, in pure Go
)

// schemaVersion is the version of the tables below, kept in the file's
// user_version. A store of a newer version is refused.
const schemaVersion = 1

// schema holds one row per finished run. id names what was asked for, so that
// the same run is never kept twice.
const schema = `CREATE TABLE runs (
	id       TEXT PRIMARY KEY,  -- hash of settings, data and version
	spec     TEXT NOT NULL,     -- name of the ablation
	settings TEXT NOT NULL,     -- JSON object from axis to value
	seed     INTEGER NOT NULL,
	data     TEXT NOT NULL,     -- name of the data set
	hash     TEXT NOT NULL,     -- of the training rows
	version  TEXT NOT NULL,     -- of hardwood
	finished TEXT NOT NULL,     -- time, RFC 3339
	seconds  REAL NOT NULL,     -- to train and to evaluate
	metrics  TEXT NOT NULL,     -- metrics.json
	model    BLOB NOT NULL      -- model file, gzip, as versions before 0.2 kept it; now beside the store
) STRICT, WITHOUT ROWID`

// Run is a finished run.
type Run struct {
	ID       string
	Spec     string
	Settings string // JSON object from axis to value
	Seed     uint64
	Data     string
	Hash     string
	Version  string
	Finished string
	Seconds  float64
	Metrics  string
	Model    []byte // nil where runs are listed, empty where it was not kept
}

// Store is an open store.
type Store struct {
	db   *sql.DB
	path string
}

// Open opens a store, and makes a new one if there is none.
func Open(path string) (*Store, error) {
	if err := looksLikeStore(path); err != nil {
		return nil, err
	}
	name := (&fileURL{path}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, err)
	}
	db.SetMaxOpenConns(1) // one writer at a time, without waiting for oneself
	s := &Store{db, path}
	if err := s.prepare(); err != nil {
		db.Close()
		return nil, err
	}
	return s, nil
}

// OpenExisting opens a store that must be there.
func OpenExisting(path string) (*Store, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("store %s: no such file; hardwood ablate makes one", path)
	case err == nil && info.Mode().IsRegular() && info.Size() == 0:
		return nil, fmt.Errorf("store %s: is empty; hardwood ablate makes a store of it", path)
	}
	return Open(path)
}

// patience is how long to wait for another process.
var patience = 5 * time.Second

// fileURL is a path as SQLite's URI.
type fileURL struct{ path string }

func (f *fileURL) String() string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(filepath.ToSlash(f.path))
	return fmt.Sprintf("file:%s?_pragma=busy_timeout(%d)&_pragma=synchronous(FULL)&_txlock=immediate", escaped, patience.Milliseconds())
}

// looksLikeStore refuses what SQLite would only complain about later.
func looksLikeStore(path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, err := os.Stat(filepath.Dir(path)); err != nil {
			return fmt.Errorf("store %s: %w", path, err)
		}
		return nil
	case err != nil:
		return fmt.Errorf("store %s: %w", path, err)
	case info.IsDir():
		return fmt.Errorf("store %s: is a directory", path)
	case !info.Mode().IsRegular():
		return fmt.Errorf("store %s: is not a regular file", path)
	}
	return nil
}

func (s *Store) prepare() error {
	tx, err := s.db.Begin()
	if err != nil {
		return s.explain(err)
	}
	defer tx.Rollback()
	var version int
	if err := tx.QueryRow("PRAGMA user_version").Scan(&version); err != nil {
		return s.explain(err)
	}
	switch {
	case version > schemaVersion:
		return fmt.Errorf("store %s: is of version %d, this hardwood knows up to %d: use a newer hardwood", s.path, version, schemaVersion)
	case version == schemaVersion:
		return nil
	}
	var tables int
	if err := tx.QueryRow("SELECT count(*) FROM sqlite_master").Scan(&tables); err != nil {
		return s.explain(err)
	}
	if tables > 0 {
		return fmt.Errorf("store %s: is a database of something else", s.path)
	}
	if _, err := tx.Exec(schema); err != nil {
		return s.explain(err)
	}
	if _, err := tx.Exec(fmt.Sprintf("PRAGMA user_version = %d", schemaVersion)); err != nil {
		return s.explain(err)
	}
	return s.explain(tx.Commit())
}

// explain says what an error of SQLite means for the user.
func (s *Store) explain(err error) error {
	if err == nil {
		return nil
	}
	text := err.Error()
	switch {
	case strings.Contains(text, "SQLITE_BUSY") || strings.Contains(text, "locked"):
		return fmt.Errorf("store %s: is in use by another process: wait for it, or use another store: %w", s.path, err)
	case strings.Contains(text, "not a database") || strings.Contains(text, "malformed"):
		return fmt.Errorf("store %s: is damaged, or no store at all: %w", s.path, err)
	case strings.Contains(text, "unable to open"): // for which SQLite blames memory
		f, err := os.Open(filepath.Dir(s.path))
		if err != nil { // such as too many open files
			return fmt.Errorf("store %s: cannot be opened: %w", s.path, err)
		}
		f.Close()
		return fmt.Errorf("store %s: cannot be opened: is its directory one to write to?", s.path)
	case strings.Contains(text, "full") || strings.Contains(text, "disk I/O error"):
		return fmt.Errorf("store %s: the disk is full, or broken; the runs so far are kept: %w", s.path, err)
	}
	return fmt.Errorf("store %s: %w", s.path, err)
}

// Close closes the store.
func (s *Store) Close() error { return s.db.Close() }

const columns = "id, spec, settings, seed, data, hash, version, finished, seconds, metrics"

// Put keeps a run. A run of the same id stays as it is.
func (s *Store) Put(ctx context.Context, r *Run) error {
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

// put keeps a run in a transaction, and its model beside the store before that ends.
func (s *Store) put(ctx context.Context, tx *sql.Tx, r *Run) error {
	made, err := tx.ExecContext(ctx, "INSERT OR IGNORE INTO runs ("+columns+", model) VALUES (?,?,?,?,?,?,?,?,?,?,x'')",
		r.ID, r.Spec, r.Settings, int64(r.Seed), r.Data, r.Hash, r.Version, r.Finished, r.Seconds, r.Metrics)
	if err != nil {
		return s.explain(err)
	}
	if n, err := made.RowsAffected(); err != nil || n == 0 || len(r.Model) == 0 {
		return s.explain(err)
	}
	return s.writeModel(r.ID, r.Model)
}

// Add keeps all runs of another store, or none where it fails. Those of the same
// id stay as they are.
func (s *Store) Add(ctx context.Context, other *Store) error {
	tx, err := s.db.BeginTx(ctx, nil)
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
		if err := other.readModel(&r); err != nil {
			return err
		}
		if err := s.put(ctx, tx, &r); err != nil {
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
	err := row.Scan(append([]any{&r.ID, &r.Spec, &r.Settings, &seed, &r.Data, &r.Hash, &r.Version, &r.Finished, &r.Seconds, &r.Metrics}, further...)...)
	r.Seed = uint64(seed)
	return err
}

// Drop removes the run whose id starts with prefix, and returns its id.
func (s *Store) Drop(ctx context.Context, prefix string) (id string, err error) {
	r, err := s.Get(ctx, prefix)
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
	if _, err := s.db.ExecContext(ctx, "UPDATE runs SET model = x'' WHERE id = ? AND model <> x''", id); err != nil {
		return s.explain(err)
	}
	return s.removeModel(id)
}

// Get returns the run whose id starts with prefix, with its model.
func (s *Store) Get(ctx context.Context, prefix string) (*Run, error) {
	runs, err := s.query(ctx, "WHERE substr(id, 1, ?) = ? LIMIT 2", len(prefix), prefix)
	switch {
	case err != nil:
		return nil, err
	case len(runs) == 0:
		return nil, fmt.Errorf("store %s: no run %q", s.path, prefix)
	case len(runs) > 1:
		return nil, fmt.Errorf("store %s: more than one run starts with %q", s.path, prefix)
	}
	r := &runs[0]
	if err := s.db.QueryRowContext(ctx, "SELECT model FROM runs WHERE id = ?", r.ID).Scan(&r.Model); err != nil {
		return nil, s.explain(err)
	}
	return r, s.readModel(r)
}

// Heads returns all runs without their metrics and models, in no order. It reads
// little of a store: what is left out is nearly all of it.
func (s *Store) Heads(ctx context.Context) iter.Seq2[*Run, error] {
	return func(yield func(*Run, error) bool) {
		rows, err := s.db.QueryContext(ctx, "SELECT "+strings.Replace(columns, "metrics", "''", 1)+" FROM runs")
		if err != nil {
			yield(nil, s.explain(err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			r := &Run{}
			if err := r.scan(rows); err != nil {
				yield(nil, s.explain(err))
				return
			}
			if !yield(r, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(nil, s.explain(err))
		}
	}
}

// Runs returns runs by their ids, one at a time and without their models. They come in
// the order in which the store holds them, that of ids: to look up each is slow, as the
// metrics of all that it is compared with have to be read.
func (s *Store) Runs(ctx context.Context, ids []string) iter.Seq2[*Run, error] {
	const mostAtOnce = 256
	return func(yield func(*Run, error) bool) {
		left, some := slices.Sorted(slices.Values(ids)), 1
		for len(left) > 0 {
			page, err := s.query(ctx, "WHERE id >= ? ORDER BY id LIMIT ?", left[0], some)
			if err != nil {
				yield(nil, err)
				return
			}
			wanted := 0
			for i := range page {
				if len(left) == 0 || page[i].ID != left[0] {
					continue
				}
				if !yield(&page[i], nil) {
					return
				}
				left, wanted = left[1:], wanted+1
			}
			switch { // is most of what is there asked for?
			case wanted == 0:
				yield(nil, fmt.Errorf("no run %q", left[0]))
				return
			case 2*wanted > len(page):
				some = min(2*some, mostAtOnce)
			default:
				some = max(some/2, 1)
			}
		}
	}
}

// List returns all runs without their models, by spec, data, settings and
// seed; those of one spec if it is not empty.
func (s *Store) List(ctx context.Context, spec string) ([]Run, error) {
	return s.query(ctx, "WHERE ? = '' OR spec = ? ORDER BY spec, data, settings, seed, version", spec, spec)
}

func (s *Store) query(ctx context.Context, where string, args ...any) ([]Run, error) {
	rows, err := s.db.QueryContext(ctx, "SELECT "+columns+" FROM runs "+where, args...)
	if err != nil {
		return nil, s.explain(err)
	}
	defer rows.Close()
	var runs []Run
	for rows.Next() {
		var r Run
		if err := r.scan(rows); err != nil {
			return nil, s.explain(err)
		}
		runs = append(runs, r)
	}
	return runs, s.explain(rows.Err())
}

package store

import (
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	_ "modernc.org/sqlite"

	"github.com/hardwood-ml/hardwood/internal/replace"
	"github.com/hardwood-ml/hardwood/internal/terminal"
)

// schemaVersion is the version of the table below, kept in the file's user_version. Stores of a newer
// version are refused.
const schemaVersion = 3

// schema holds one row per finished run. id identifies what was asked for, so that the same run is
// never kept twice.
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
	model    BLOB NOT NULL,     -- model file, gzip, as versions before 0.2 kept it; now beside the store
	model_sha256 TEXT NOT NULL DEFAULT '', -- of the file beside the store, hexadecimal; '' where there is none, or version 1 wrote it
	checksum INTEGER            -- of the columns without those of the model; NULL if version 1 or 2 wrote them
) STRICT, WITHOUT ROWID`

// added are the columns that the versions from 2 on added.
var added = []string{"model_sha256 TEXT NOT NULL DEFAULT ''", "checksum INTEGER"}

// Open opens a store, or makes a new one if there is none. A file that is something else, or a store
// of a later version, is an error, as is a path that is empty.
func Open(path string) (*Store, error) {
	if path == "" { // which SQLite takes for a database of its own that it removes in the end
		return nil, errors.New("no path of a store is given")
	}
	if err := looksLikeStore(path); err != nil {
		return nil, err
	}
	name := (&fileURL{path}).String()
	db, err := sql.Open("sqlite", name)
	if err != nil {
		return nil, fmt.Errorf("store %s: %w", path, err)
	}
	db.SetMaxOpenConns(1) // one writer at a time: two of this process would wait for each other
	s := &Store{db, path}
	if err := s.prepare(); err != nil {
		db.Close()
		return nil, err
	}
	replace.Sweep(s.models())
	return s, nil
}

// OpenExisting opens a store like [Open]; no file, or an empty one, is an error.
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
	case version >= 1:
		for _, column := range added[version-1:] {
			if _, err := tx.Exec("ALTER TABLE runs ADD COLUMN " + column); err != nil {
				return s.explain(err)
			}
		}
		return s.seal(tx)
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
	return s.seal(tx)
}

// seal sets the version of the tables and commits the transaction.
func (s *Store) seal(tx *sql.Tx) error {
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
	text := terminal.Line(err.Error())
	if text != err.Error() { // it quotes a damaged file
		err = errors.New(text)
	}
	switch {
	case strings.Contains(text, "SQLITE_BUSY") || strings.Contains(text, "locked"):
		return fmt.Errorf("store %s: is in use by another process: wait for it, or use another store: %w", s.path, err)
	case strings.Contains(text, "not a database") || strings.Contains(text, "malformed"):
		return fmt.Errorf("store %s: is damaged, or no store at all: %w", s.path, err)
	case strings.Contains(text, "unable to open"): // which SQLite reports as out of memory
		f, err := os.Open(filepath.Dir(s.path))
		if err != nil { // such as too many open files
			return fmt.Errorf("store %s: cannot be opened: %w", s.path, err)
		}
		f.Close()
		return fmt.Errorf("store %s: cannot be opened: is its directory one to write to?", s.path)
	case strings.Contains(text, "readonly"): // to keep a run, or to migrate what an earlier version kept
		return fmt.Errorf("store %s: it has to be written to, and is read-only: take a copy: %w", s.path, err)
	case strings.Contains(text, "full") || strings.Contains(text, "disk I/O error"):
		return fmt.Errorf("store %s: the disk is full, or broken; the runs so far are kept: %w", s.path, err)
	}
	return fmt.Errorf("store %s: %w", s.path, err)
}

package store

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strings"

	_ "modernc.org/sqlite"
)

// Heads returns all runs without their metrics and models, in no particular order. It reads only a
// small part of a store, as metrics are nearly all of it.
func (s *Store) Heads(ctx context.Context) iter.Seq2[*Run, error] {
	return func(yield func(*Run, error) bool) {
		rows, err := s.db.QueryContext(ctx, "SELECT "+strings.NewReplacer("metrics", "''", "checksum", "NULL").Replace(columns)+" FROM runs")
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

// Runs returns runs by their ids, one at a time and without their models. They come in the order of
// ids, in which the store holds them: looking up each would be slow, as it would read the metrics of
// all runs that the id is compared with.
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
			switch { // read ahead while most of what is read is wanted
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

// List returns all runs without their models, or those of spec if it is not empty, sorted by spec,
// data, settings and seed.
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

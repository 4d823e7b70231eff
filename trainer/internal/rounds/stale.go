package rounds

import (
	"slices"
	"sync"
	"sync/atomic"

	"github.com/hardwood-ml/hardwood/trainer/internal/hist"
)

// stale are rows that hooks have changed since their bins and scores were found.
// Hooks change many at a time, so they wait until someone wants to know, and are
// then done by all threads together.
type stale struct {
	some atomic.Bool
	lock sync.Mutex
	rows []int
}

func (s *stale) add(row int) {
	s.rows = append(s.rows, row)
	s.some.Store(true)
}

// Settle brings changed rows up to date.
func (r *Rows) Settle() {
	if !r.stale.some.Load() {
		return
	}
	r.stale.lock.Lock()
	defer r.stale.lock.Unlock()
	slices.Sort(r.stale.rows)
	rows := slices.Compact(r.stale.rows)
	r.Bins.Replace(rows, r.X, r.threads)
	if r.ensemble.Average {
		r.margins = slices.Grow(r.margins, max(0, len(r.Scores)-len(r.margins)))[:len(r.Scores)]
	}
	hist.ParallelRows(r.threads, len(rows), func(lo, hi int) {
		for _, row := range rows[lo:hi] {
			r.score(row)
			if r.ensemble.Average {
				r.average(row)
			}
		}
	})
	r.stale.rows = rows[:0]
	r.stale.some.Store(false)
}

// score sets the scores of row i to those of all trees.
func (r *Rows) score(i int) {
	k := r.ensemble.Outputs
	scores := r.Scores[i*k : (i+1)*k]
	clear(scores)
	if !r.ensemble.Average {
		copy(scores, r.ensemble.Base)
	}
	Add(r.ensemble, r.ensemble.Trees, r.X(i), scores)
}

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
	rows []int // to bin

	unscored []int // to score
}

func (s *stale) add(row int) {
	s.rows, s.unscored = append(s.rows, row), append(s.unscored, row)
	s.some.Store(true)
}

// scored takes the row that was added last out of those to score. It reports false
// if that is another one.
func (s *stale) scored(row int) bool {
	last := len(s.unscored) - 1
	if last < 0 || s.unscored[last] != row {
		return false
	}
	s.unscored = s.unscored[:last]
	return true
}

// Settle brings changed rows up to date.
func (r *Rows) Settle() {
	if !r.stale.some.Load() {
		return
	}
	r.stale.lock.Lock()
	defer r.stale.lock.Unlock()
	rows, unscored := distinct(r.stale.rows), distinct(r.stale.unscored)
	r.Bins.Replace(rows, r.X, r.threads)
	if r.ensemble.Average {
		r.margins = slices.Grow(r.margins, max(0, len(r.Scores)-len(r.margins)))[:len(r.Scores)]
	}
	hist.ParallelRows(r.threads, len(unscored), func(lo, hi int) {
		for _, row := range unscored[lo:hi] {
			r.score(row)
			if r.ensemble.Average {
				r.average(row)
			}
		}
	})
	r.stale.rows, r.stale.unscored = rows[:0], unscored[:0]
	r.stale.some.Store(false)
}

// distinct returns the rows in ascending order, each once, in the same memory.
func distinct(rows []int) []int {
	slices.Sort(rows)
	return slices.Compact(rows)
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

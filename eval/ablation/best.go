package ablation

import (
	"strings"
	"sync"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// Which models a store keeps.
const (
	AllModels  = "all"
	BestModels = "best" // per data set, the model with the highest robust accuracy
	NoModels   = "no"
)

// KeepModels are the words for which models are kept.
var KeepModels = []string{AllModels, BestModels, NoModels}

// best knows the best run of each data set so far. Ties go to the first in the grid, so that the
// result does not depend on the order of execution.
type best struct {
	mu sync.Mutex
	of map[*DataSet]candidate
}

// candidate is a run that may be the best.
type candidate struct {
	id     string
	robust float64 // share of rows
	place  int     // in the grid
}

// add adds a run. It returns the id of the run that is not the best, the former one or this one, or
// "" if this is the first of its data set.
func (b *best) add(t *Task, r *store.Run, place int) (worse string, err error) {
	result, err := ReadRun(r)
	if err != nil {
		return "", err
	}
	held := strings.Join(result.Held, "")
	c := candidate{r.ID, float64(strings.Count(held, string(robust))) / float64(max(len(held), 1)), place}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.of == nil {
		b.of = map[*DataSet]candidate{}
	}
	was, known := b.of[t.Data]
	switch {
	case !known:
		b.of[t.Data] = c
		return "", nil
	case c.robust > was.robust || c.robust == was.robust && c.place < was.place:
		b.of[t.Data] = c
		return was.id, nil
	}
	return c.id, nil
}

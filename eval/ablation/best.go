package ablation

import (
	"strings"
	"sync"

	"github.com/hardwood-ml/hardwood/eval/store"
)

// Which models a store keeps.
const (
	AllModels  = "all"
	BestModels = "best" // of each data set, that of the run that is right on most rows under attack
	NoModels   = "no"
)

// KeepModels are the words for which models are kept.
var KeepModels = []string{AllModels, BestModels, NoModels}

// best knows the best run of each data set so far. Of equals it is the first of the
// grid, so that it does not depend on which was done first.
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

// add adds a run, and returns the id of a run that is not the best any more, or of this
// one, "" if there is none.
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

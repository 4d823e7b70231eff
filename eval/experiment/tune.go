package experiment

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Tuning are the options of [Data.Tune].
type Tuning struct {
	// Spaces say what to try; the first is around the given setting. Radii, seeds, class weights and
	// what the attacker can do are always those of the given setting.
	Spaces []Space

	// Candidates is the number of settings to try besides the given one, 0 for one that depends on
	// the size of the table. With a Budget it is ignored, and what is tried depends on the machine.
	Candidates int
	Budget     time.Duration

	// Progress is called with the steps that are done, or with a Budget Left with what is left of that. Both
	// may be nil, and are called by several goroutines.
	Progress func(done, of int, note string)
	Left     func(left time.Duration, done string)

	// Command returns, for the record, the command that trains the same model without a search, nor a
	// curve, given flags by name; nil for none.
	Command func(flags map[string]string) string
}

// Tuned is what [Data.Tune] takes.
type Tuned struct {
	Params   trainer.Params
	Strategy advboost.Strategy
	Record   *eval.Tuning

	flags map[string]string // of the record's command
}

// A search uses tuneFolds folds, or fewer if there are fewer rows or groups, of at most tuneRows
// training rows or tuneCells values (but at least 1000 rows).
const (
	tuneFolds  = 5
	tuneScored = 400 // rows of a fold that are scored, at most
	tuneRows   = 5000
	tuneCells  = 500_000
)

// Tune looks for a setting with more certified accuracy of the aim than the given one, on rows held
// out in folds of the training rows. All settings are trained and scored on the same rows, those
// that fall behind are dropped early, and each is trained for as many rounds as improve it.
//
// The given setting stays unless another one gains more than a standard error, gains at least what
// it loses in clean accuracy, and is worse in no fold. That one must also keep half of the given
// one's lead over a constant on average over the classes, and clearly beat a constant there, unless
// the given one does not even without an attacker.
//
// Test rows are not used. It is an error if the rows leave no folds to train on.
func (d *Data) Tune(ctx context.Context, p trainer.Params, h advboost.Strategy, aim eval.Aim, o Tuning) (*Tuned, error) {
	h.Booster = cmp.Or(h.Booster, trainer.GBDT)
	if err := o.check(&p, &h); err != nil {
		return nil, err
	}
	folds, err := d.tuneFolds(p.Seed)
	if err != nil {
		return nil, err
	}
	t := &tuning{Tuning: o, rows: d.Train, folds: folds, scored: h, aim: aim, threads: p.Threads, began: time.Now()}
	if t.threads <= 0 {
		t.threads = runtime.GOMAXPROCS(0)
	}
	if t.Candidates == 0 {
		t.Candidates = candidates(folds[0].Train.Rows * d.Train.Cols)
	}
	if t.Progress == nil {
		t.Progress = func(int, int, string) {}
	}
	if t.Left == nil {
		t.Left = func(time.Duration, string) {}
	}
	t.Spaces = slices.Clone(o.Spaces)
	for i := range t.Spaces {
		t.Spaces[i].like(&p, &h)
	}
	given := Space{Params: p, Strategy: h}
	given.like(&p, &h)
	if t.given, err = given.candidate(nil); err != nil {
		return nil, err
	}
	if err := t.search(ctx); err != nil {
		return nil, err
	}
	return t.tuned(&p, &h), nil
}

// candidates returns how many candidates to try on a table with a number of values: fewer on large
// tables, which tell more about each.
func candidates(cells int) int {
	return int(min(40, max(12, 40*math.Sqrt(20_000/float64(max(cells, 1))))))
}

// tuneFolds splits the training rows into folds, each with rows to train on and rows to score.
func (d *Data) tuneFolds(seed uint64) ([]Data, error) {
	sample := d.Train
	if most := max(tuneCells/sample.Cols, 1000); sample.Rows > min(most, tuneRows) {
		sample = sample.Sample(min(most, tuneRows), seed)
	}
	units := sample.Units()
	if units < 2 {
		return nil, errOneGroup
	}
	held, err := sample.Folds(min(tuneFolds, units), seed)
	if err != nil {
		return nil, err
	}
	var folds []Data
	for k := range held {
		f := Data{Train: sample.Subset(others(held, k)), Test: sample.Subset(held[k])}
		if f.Test.Rows > tuneScored {
			f.Test = f.Test.Sample(tuneScored, seed)
		}
		folds = append(folds, f)
		for c, n := range f.Train.Counts() {
			if n == 0 && d.Train.Counts()[c] > 0 {
				return nil, fmt.Errorf("class %q has too few training rows for each of %d folds to be trained on one", sample.Classes[c], len(held))
			}
		}
	}
	return folds, nil
}

// tuning is one run of [Data.Tune].
type tuning struct {
	Tuning
	aim     eval.Aim
	rows    *data.Table // all training rows
	folds   []Data
	scored  advboost.Strategy
	threads int
	began   time.Time

	given  *candidate
	others []*candidate
	keys   map[string]bool
	drawn  int

	mu    sync.Mutex
	done  int // folds trained
	total int
}

// tune chooses the parameters that may be chosen.
func (h *hardening) tune(ctx context.Context) error {
	if h.Tuning == nil {
		return nil
	}
	o := *h.Tuning
	o.Progress = h.Progress.At
	o.Left = func(left time.Duration, done string) { h.Progress.Left(left, o.Budget, done) }
	h.Progress.Start(fmt.Sprintf("tune against eps %g", h.Strategy.Eps))
	tuned, err := h.rows.Tune(ctx, h.Params, h.Strategy, h.Evaluate.Aim, o)
	switch {
	case err != nil && ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		h.Progress.Done("nothing")
		h.Progress.Note(fmt.Sprintf("not tuned: %v; hardened as asked for", err))
		h.chosen = append(h.chosen, fmt.Sprintf("Nothing was tuned: %v.", err))
		return nil
	}
	h.Params, h.Strategy, h.tuning, h.tuned = tuned.Params, tuned.Strategy, tuned.Record, tuned.flags
	h.Progress.Done(tuned.Record.Sentence())
	return nil
}

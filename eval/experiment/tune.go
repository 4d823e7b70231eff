package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/trainer"
)

// Tuning are the options of [Data.Tune].
type Tuning struct {
	// Spaces say what to try; the first is around the setting given. Their radii,
	// seeds, weights of classes and what the attacker can do are those of the
	// setting given.
	Spaces []Space

	// Candidates is the number of settings to try besides the one given, 0 for one
	// that the size of the table decides. With a Budget of time it does not count:
	// what is tried then depends on the machine.
	Candidates int
	Budget     time.Duration

	Progress func(done, of int, note string) // may be nil; called by several goroutines

	// Command writes the command that trains the same model without a search, from
	// flags by their names, for the record; nil for none.
	Command func(flags map[string]string) string
}

// Tuned is what [Data.Tune] takes.
type Tuned struct {
	Params   trainer.Params
	Strategy advboost.Strategy
	Record   *eval.Tuning
}

// The rows held out lie in folds; of each at most a number are scored. A search
// looks at no more training rows than tuneRows, or values than tuneCells.
const (
	tuneFolds  = 5
	tuneScored = 400 // rows of a fold
	tuneRows   = 5000
	tuneCells  = 500_000
)

// rungs are the stages of the search (successive halving, Jamieson and Talwalkar,
// AISTATS 2016): candidates are scored in so many folds, and the given share of
// them, but neither fewer than some nor more than many, goes on to more: the more
// are compared, the more the best one owes to chance.
var rungs = []struct {
	folds int
	share float64
	least int
	most  int
	until float64 // share of the time by which it is over, where time is the budget
}{{1, 1, 0, mostTimed, 0.5}, {3, 0.3, 6, 30, 0.8}, {tuneFolds, 0.12, 4, 6, 1}}

// Tune looks for a setting that is worth more than the given one by certified
// accuracy of the aim on rows held out, in folds of the training rows. All are
// trained and scored on the same rows, candidates that are behind fall out early,
// and each is trained for as many rounds as it gains by. The given one stays
// unless the best is better by more than noise; so does it if no other has at
// least half of what it has over a constant in the mean over the classes. Test rows are not
// looked at. It says by an error what is wrong with rows that leave no folds to
// train on.
func (d *Data) Tune(ctx context.Context, p trainer.Params, h advboost.Strategy, aim eval.Aim, o Tuning) (*Tuned, error) {
	h.Booster = cmp.Or(h.Booster, trainer.GBDT)
	folds, err := d.tuneFolds(p.Seed)
	if err != nil {
		return nil, err
	}
	t := &tuning{Tuning: o, folds: folds, scored: h, weights: weights{aim, len(d.Train.Classes)}, threads: p.Threads, began: time.Now()}
	if t.threads <= 0 {
		t.threads = runtime.GOMAXPROCS(0)
	}
	if t.Candidates == 0 {
		t.Candidates = candidates(folds[0].Train.Rows * d.Train.Cols)
	}
	if t.Progress == nil {
		t.Progress = func(int, int, string) {}
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

// candidates returns how many to try on a table of so many values: fewer on large
// ones, which tell more about each.
func candidates(cells int) int {
	return int(min(40, max(12, 40*math.Sqrt(20_000/float64(max(cells, 1))))))
}

// tuneFolds splits the training rows into rows to train on and rows to score.
func (d *Data) tuneFolds(seed uint64) ([]Data, error) {
	sample := d.Train
	if most := max(tuneCells/sample.Cols, 1000); sample.Rows > min(most, tuneRows) {
		sample = sample.Subset(sample.Sample(min(most, tuneRows), seed))
	}
	held, err := sample.Folds(tuneFolds, seed)
	if err != nil {
		return nil, err
	}
	var folds []Data
	for k := range held {
		f := Data{Train: sample.Subset(others(held, k)), Test: sample.Subset(held[k])}
		if f.Test.Rows > tuneScored {
			f.Test = f.Test.Subset(f.Test.Sample(tuneScored, seed))
		}
		folds = append(folds, f)
		for c, n := range f.Train.Counts() {
			if n == 0 && d.Train.Counts()[c] > 0 {
				return nil, fmt.Errorf("class %q has too few training rows for each of %d folds to be trained on one", sample.Classes[c], tuneFolds)
			}
		}
	}
	return folds, nil
}

// tuning is one run of [Data.Tune].
type tuning struct {
	Tuning
	weights
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

func (t *tuning) search(ctx context.Context) error {
	if t.Budget > 0 {
		limited, cancel := context.WithDeadline(ctx, t.began.Add(t.Budget))
		defer cancel()
		err := t.timed(limited)
		if errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil {
			return nil
		}
		return err
	}
	t.draw(t.Candidates)
	t.total = tuneFolds + t.Candidates
	for r := 1; r < len(rungs); r++ {
		t.total += goOn(r, t.Candidates) * (rungs[r].folds - rungs[r-1].folds)
	}
	if err := t.train(ctx, []*candidate{t.given}, tuneFolds); err != nil {
		return err
	}
	for r := range rungs {
		if err := t.train(ctx, t.ahead(goOn(r, len(t.others))), rungs[r].folds); err != nil {
			return err
		}
	}
	return nil
}

// timed draws candidates, and lets those that are ahead go on, until the time of
// each stage is over.
func (t *tuning) timed(ctx context.Context) error {
	if err := t.train(ctx, []*candidate{t.given}, tuneFolds); err != nil {
		return err
	}
	for r := range rungs {
		over := t.began.Add(time.Duration(rungs[r].until * float64(t.Budget)))
		n := 0
		for ; time.Now().Before(over) && n < mostTimed; n += t.threads {
			if r == 0 {
				before := len(t.others)
				t.draw(t.threads)
				if err := t.train(ctx, t.others[before:], 1); err != nil {
					return err
				}
				continue
			}
			next := t.behind(goOn(r, len(t.others)), rungs[r].folds)
			if next == nil {
				break
			}
			if err := t.train(ctx, next, rungs[r].folds); err != nil {
				return err
			}
		}
	}
	return nil
}

// mostTimed bounds the candidates of a search by time.
const mostTimed = 2000

// goOn returns how many of n candidates reach a rung.
func goOn(rung, n int) int {
	r := &rungs[rung]
	return min(n, r.most, max(r.least, int(r.share*float64(n))))
}

// draw adds candidates that are new, in turn from all spaces, the first of which
// has three of four.
func (t *tuning) draw(n int) {
	if t.keys == nil {
		t.keys = map[string]bool{}
	}
	const attempts = 20 // of drawing what was not drawn before
	for range attempts * n {
		if n == 0 {
			return
		}
		space, number := &t.Spaces[0], t.drawn-1
		if k := len(t.Spaces); k > 1 && t.drawn%4 == 3 {
			space, number = &t.Spaces[1+t.drawn/4%(k-1)], t.drawn/4
		}
		settings := map[string]string{}
		if t.drawn++; number >= 0 { // the first is the given one, with early stopping
			settings = space.draw(number)
		}
		c, err := space.candidate(settings)
		if err != nil || t.keys[c.key()] {
			continue // options that do not go together
		}
		t.keys[c.key()] = true
		t.others = append(t.others, c)
		n--
	}
}

// ahead returns the n candidates of the most value in the folds that they were
// scored in.
func (t *tuning) ahead(n int) []*candidate {
	sorted := slices.Clone(t.others)
	slices.SortStableFunc(sorted, t.compare)
	return sorted[:n]
}

// behind returns the next candidates of the n that are ahead to be scored in more
// folds, as many as there are threads, nil for none.
func (t *tuning) behind(n, folds int) []*candidate {
	var next []*candidate
	for _, c := range t.ahead(n) {
		if len(c.folds) < folds && len(next) < t.threads {
			next = append(next, c)
		}
	}
	return next
}

// compare puts those that were scored in more folds first, then those of more
// value, then the more accurate ones without an attacker.
func (t *tuning) compare(a, b *candidate) int {
	return cmp.Or(cmp.Compare(len(b.folds), len(a.folds)), cmp.Compare(t.value(b), t.value(a)), cmp.Compare(b.score.clean, a.score.clean))
}

// value is what a candidate is compared by.
func (t *tuning) value(c *candidate) float64 { return c.score.robust.Of(t.aim) }

// train scores candidates in the first folds, those that they were not scored in
// yet, and pools what they have.
func (t *tuning) train(ctx context.Context, of []*candidate, folds int) error {
	type job struct {
		c    *candidate
		fold int
	}
	var jobs []job
	for _, c := range of {
		for k := len(c.folds); k < folds; k++ {
			jobs = append(jobs, job{c, k})
		}
	}
	scores, errs := make([]*foldScores, len(jobs)), make([]error, len(jobs))
	parallel.For(t.threads, len(jobs), func(i int) {
		if errs[i] = ctx.Err(); errs[i] == nil {
			scores[i], errs[i] = jobs[i].c.train(ctx, &t.folds[jobs[i].fold], &t.scored, &t.weights)
			t.tell()
		}
	})
	for i, j := range jobs {
		if errs[i] == nil && len(j.c.folds) == j.fold {
			j.c.folds = append(j.c.folds, scores[i])
		}
	}
	for _, c := range of {
		if len(c.folds) > 0 {
			c.pool(t.folds, &t.weights)
		}
	}
	return errors.Join(errs...)
}

// tell tells of progress.
func (t *tuning) tell() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.done++; t.Budget > 0 {
		t.Progress(int(time.Since(t.began).Seconds()), int(math.Ceil(t.Budget.Seconds())), fmt.Sprintf("in seconds, %d settings", 1+len(t.others)))
		return
	}
	t.Progress(t.done, t.total, fmt.Sprintf("%d settings in up to %d folds", 1+len(t.others), tuneFolds))
}

// take returns the candidate to take: the given one, unless another is better by
// more than a standard error and worse in none of the folds. On small tables the
// best of many is mostly so by chance, and what is not worse anywhere holds.
func (t *tuning) take() *candidate {
	if len(t.given.folds) < tuneFolds {
		return t.given
	}
	best := t.given
	for _, c := range t.others {
		if len(c.folds) < tuneFolds || t.isConstant(c) || t.worseInOne(c) {
			continue
		}
		if gain, err := c.score.gain(&t.given.score, t.folds[0].Train.Rows); gain > err && t.compare(c, best) < 0 {
			best = c
		}
	}
	return best
}

// isConstant reports whether a candidate has less than half of what the given one
// has over a constant in the mean over the classes.
func (t *tuning) isConstant(c *candidate) bool {
	even := 1 / float64(t.present())
	return c.score.robust.Balanced-even < keeps*(t.given.score.robust.Balanced-even)
}

// worseInOne reports whether a candidate is worse than the given one in a fold.
func (t *tuning) worseInOne(c *candidate) bool {
	for k := range t.folds {
		of := func(c *candidate) float64 {
			return t.of(t.folds[k].Test.Y, c.folds[k].robust[c.at]).Of(t.aim)
		}
		if of(c) < of(t.given) {
			return true
		}
	}
	return false
}

// present is the number of classes that there are.
func (t *tuning) present() int {
	n := 0
	for _, rows := range t.folds[0].Train.Counts() {
		if rows > 0 {
			n++
		}
	}
	return n
}

// tuned returns the setting to take, and the record of the search.
func (t *tuning) tuned(p *trainer.Params, h *advboost.Strategy) *Tuned {
	best := t.take()
	out := &Tuned{Params: best.params, Strategy: best.strategy}
	out.Params.Threads, out.Strategy.Progress, out.Strategy.Elsewhere = p.Threads, h.Progress, h.Elsewhere
	if best != t.given {
		out.Params.Rounds = best.score.rounds
	}
	r := &eval.Tuning{Eps: h.Eps, Aim: t.aim, Folds: tuneFolds, Budget: t.Budget.Seconds()}
	for i := range t.folds {
		r.Rows += t.folds[i].Test.Rows
	}
	all := slices.DeleteFunc(append([]*candidate{t.given}, t.others...), func(c *candidate) bool { return c != t.given && len(c.folds) == 0 })
	slices.SortStableFunc(all, t.compare)
	for _, c := range all {
		r.Trials = append(r.Trials, t.trial(c, h.Booster))
	}
	r.Given, r.Taken = slices.Index(all, t.given), slices.Index(all, best)
	if t.Command != nil {
		flags := t.flags(best, h.Booster)
		flags["loop"] = cmp.Or(out.Strategy.Loop, advboost.NoAttack) // or else harden may leave it out
		flags["rounds"] = strconv.Itoa(out.Params.Rounds)
		flags[HardenEps] = strconv.FormatFloat(out.Strategy.Eps, 'g', -1, 64)
		if out.Params.Balanced {
			flags["balanced"] = "true"
		}
		r.Command = t.Command(flags)
	}
	out.Record = r
	return out
}

// flags returns the settings of a candidate with its booster, if that is another
// than the given one.
func (t *tuning) flags(c *candidate, booster string) map[string]string {
	flags := map[string]string{}
	maps.Copy(flags, c.settings)
	if of := c.strategy.Booster; of != booster {
		flags["booster"] = of
	}
	return flags
}

// trial returns the record of a candidate.
func (t *tuning) trial(c *candidate, booster string) eval.TuningTrial {
	s := &c.score
	trial := eval.TuningTrial{
		Settings: t.flags(c, booster), Folds: s.folds, Rounds: s.rounds,
		Clean: s.clean, Robust: s.robust.Robust, Balanced: s.robust.Balanced, WorstClass: s.robust.WorstClass,
	}
	if _, ok := trial.Settings[HardenEps]; ok {
		trial.Settings[HardenEps] = strconv.FormatFloat(c.strategy.Eps, 'g', -1, 64)
	}
	if c == t.given || len(t.given.folds) < s.folds {
		return trial
	}
	base := t.given.pooled(t.folds[:s.folds], t.given.at, &t.weights)
	gain, err := s.gain(&base, t.folds[0].Train.Rows)
	trial.Gain = &eval.Interval{Lo: gain - float64(noise*err), Hi: gain + float64(noise*err)}
	return trial
}

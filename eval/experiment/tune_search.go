package experiment

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/hardwood-ml/hardwood/internal/parallel"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// rungs are the stages of the search (successive halving, Jamieson and Talwalkar, AISTATS 2016). A
// share of the candidates, within [least, most], reaches a rung and is scored in its number of
// folds. There is a limit because the more are compared, the more the best one owes to chance.
var rungs = []struct {
	folds int
	share float64
	least int
	most  int
	until float64 // with a time budget, when the rung ends: a share of the time that the given setting leaves
}{{1, 1, 0, mostTimed, 0.5}, {3, 0.3, 6, 30, 0.8}, {tuneFolds, 0.12, 4, 6, 1}}

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
	n := len(t.others)
	t.total = len(t.folds) + n
	for r := 1; r < len(rungs); r++ {
		t.total += goOn(r, n) * (t.foldsOf(r) - t.foldsOf(r-1))
	}
	if err := t.train(ctx, []*candidate{t.given}, len(t.folds)); err != nil {
		return err
	}
	for r := range rungs {
		if err := t.train(ctx, t.ahead(goOn(r, len(t.others))), t.foldsOf(r)); err != nil {
			return err
		}
	}
	return nil
}

// timed draws candidates, and scores those ahead in more folds, until the time of each rung is over.
func (t *tuning) timed(ctx context.Context) error {
	if err := t.train(ctx, []*candidate{t.given}, len(t.folds)); err != nil {
		return err
	}
	start := time.Now() // the setting given may have taken most of the time
	left := t.Budget - start.Sub(t.began)
	over := func(rung int) time.Time { return start.Add(time.Duration(rungs[rung].until * float64(left))) }
	for n := 0; time.Now().Before(over(0)) && n < mostTimed; n += t.threads {
		before := len(t.others)
		t.draw(t.threads)
		if err := t.train(ctx, t.others[before:], 1); err != nil {
			return err
		}
	}
	each := time.Since(start) / time.Duration(max(1, len(t.others)))
	for r := 1; r < len(rungs); r++ {
		// where time is short, one setting in all folds tells more than many in some
		more := time.Duration(t.foldsOf(r) - t.foldsOf(r-1))
		most := max(1, int(time.Until(over(r))/max(1, more*each)))
		for time.Now().Before(over(r)) {
			next := t.behind(min(goOn(r, len(t.others)), most), t.foldsOf(r))
			if next == nil {
				break
			}
			if err := t.train(ctx, next, t.foldsOf(r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// foldsOf returns the number of folds that a rung scores in, limited to those there are.
func (t *tuning) foldsOf(rung int) int { return min(rungs[rung].folds, len(t.folds)) }

// mostTimed bounds the candidates of a search by time.
const mostTimed = 2000

// goOn returns how many of n candidates reach a rung.
func goOn(rung, n int) int {
	r := &rungs[rung]
	return min(n, r.most, max(r.least, int(r.share*float64(n))))
}

// draw adds n new candidates, or fewer if there are no more, three out of four from the first space
// and the rest from the others in turn.
func (t *tuning) draw(n int) {
	if t.keys == nil { // without early stopping, the given one is not new
		t.keys = map[string]bool{t.given.key(): t.Spaces[0].Rounds == 0}
	}
	const attempts = 20 // per candidate, to draw one that is new
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

// ahead returns the n best candidates by the folds that they were scored in. Among equally many
// folds, candidates that may not be chosen come last, or else constants could crowd out the others.
func (t *tuning) ahead(n int) []*candidate {
	allowed := map[*candidate]int{}
	for _, c := range t.others {
		if len(c.folds) > 0 && t.allows(c) {
			allowed[c] = 1
		}
	}
	sorted := slices.Clone(t.others)
	slices.SortStableFunc(sorted, func(a, b *candidate) int {
		return cmp.Or(cmp.Compare(len(b.folds), len(a.folds)), cmp.Compare(allowed[b], allowed[a]), t.compare(a, b))
	})
	return sorted[:n]
}

// behind returns those of the n candidates ahead that have not been scored in enough folds, at most
// as many as there are threads, nil for none.
func (t *tuning) behind(n, folds int) []*candidate {
	var next []*candidate
	for _, c := range t.ahead(n) {
		if len(c.folds) < folds && len(next) < t.threads {
			next = append(next, c)
		}
	}
	return next
}

// compare puts candidates first that were scored in more folds, then those of higher value, then
// those of higher clean accuracy.
func (t *tuning) compare(a, b *candidate) int {
	return cmp.Or(cmp.Compare(len(b.folds), len(a.folds)), cmp.Compare(t.value(b), t.value(a)), cmp.Compare(b.score.clean, a.score.clean))
}

// value is what a candidate is compared by.
func (t *tuning) value(c *candidate) float64 { return c.score.robust.Of(t.aim) }

// train scores candidates in those of the first folds that they were not scored in yet, and pools
// their scores.
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
			scores[i], errs[i] = jobs[i].c.train(ctx, &t.folds[jobs[i].fold], &t.scored, t.aim)
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
			c.pool(t.aim)
		}
	}
	return cmp.Or(errs...)
}

// tell reports progress.
func (t *tuning) tell() {
	t.mu.Lock()
	defer t.mu.Unlock()
	settings := phrase.Count(1+len(t.others), "setting")
	if t.done++; t.Budget > 0 {
		t.Left(max(0, t.Budget-time.Since(t.began)), settings)
		return
	}
	t.Progress(t.done, t.total, fmt.Sprintf("%s in up to %d folds", settings, len(t.folds)))
}

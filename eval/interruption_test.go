package eval

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// ending is an attack that leaves all to decisions, and cancels a context when it has been asked a
// number of times.
type ending struct {
	lazy
	after  int64
	asked  *atomic.Int64
	cancel context.CancelFunc
}

func (e ending) Prepare(p *attack.Problem) (attack.Prepared, error) { return endingPrepared{p, e}, nil }

type endingPrepared struct {
	p  *attack.Problem
	by ending
}

func (e endingPrepared) Searcher() attack.Searcher {
	return &endingSearcher{lazyPrepared{e.p}.Searcher().(*lazySearcher), e.by}
}

type endingSearcher struct {
	*lazySearcher
	by ending
}

func (s *endingSearcher) count() {
	if s.by.asked.Add(1) == s.by.after {
		s.by.cancel()
	}
}

func (s *endingSearcher) Search(ctx context.Context, v attack.Victim) attack.Result {
	s.count()
	return s.lazySearcher.Search(ctx, v)
}

// Decide is wrong once the context is cancelled, as methods are that break off.
func (s *endingSearcher) Decide(ctx context.Context, v attack.Victim, eps float64) (attack.Verdict, attack.Result) {
	if s.count(); ctx.Err() != nil {
		return attack.Undecided, attack.Result{}
	}
	return s.lazySearcher.Decide(ctx, v, eps)
}

// Whenever an evaluation is interrupted, its report is that of the rows that are finished under all
// models, and says so.
func TestInterruptedEvaluation(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	shape := ensembletest.Shapes["plain"]
	both := []Model{{Name: "natural", Ensemble: ensembletest.Random(r, shape)}, {Name: "hardened", Ensemble: ensembletest.Random(r, shape)}}
	table := randomTable(r, both[0].Ensemble, batch+40)
	partial := 0
	for _, models := range [][]Model{both[:1], both} {
		asked := &atomic.Int64{}
		whole := options(ending{asked: asked})
		if _, err := Evaluate(t.Context(), models, table, whole); err != nil {
			t.Fatal(err)
		}
		for _, threads := range []int{1, 3} {
			for k := range 12 {
				after := 1 + asked.Load()*int64(k)/11
				t.Run(fmt.Sprintf("%d models, %d threads, after %d", len(models), threads, after), func(t *testing.T) {
					ctx, cancel := context.WithCancel(t.Context())
					defer cancel()
					o := options(ending{after: after, asked: &atomic.Int64{}, cancel: cancel})
					o.Threads, o.Rest = threads, t.Context()
					var seen []int
					o.Row = func(m *Model, _ []float64, r *attack.Result) error {
						if m == &models[0] {
							seen = append(seen, r.Row)
						} else if r.Row != seen[len(seen)-1] {
							t.Errorf("row %d follows row %d", r.Row, seen[len(seen)-1])
						}
						return nil
					}
					report, err := Evaluate(ctx, models, table, o)
					switch {
					case ctx.Err() == nil: // it was asked less often than in all
						if err != nil || report.Interrupted != nil {
							t.Errorf("not interrupted: %v", err)
						}
						return
					case !errors.Is(err, context.Canceled):
						t.Fatal(err)
					case len(seen) < enoughRows:
						want := fmt.Sprintf("%d of %d rows are finished, too few to report on: context canceled", len(seen), table.Rows)
						if report != nil || err.Error() != want {
							t.Errorf("%v, want %s", err, want)
						}
						return
					case len(seen) == table.Rows:
						if report.Interrupted != nil {
							t.Errorf("a report on all rows says %+v", report.Interrupted)
						}
					default:
						partial++
						saysInterrupted(t, report, seen, table)
					}
					again, err := Evaluate(t.Context(), models, table.Subset(seen), options(lazy{}))
					if err != nil {
						t.Fatal(err)
					}
					if got, want := plain(t, report), plain(t, again); got != want {
						t.Error(cmp.Diff(want, got))
					}
				})
			}
		}
	}
	if partial < 20 {
		t.Errorf("only %d reports are about some of the rows", partial)
	}
}

func options(a attack.Attack) Options {
	return Options{Attack: a, Eps: []float64{0.05, 0.2}, Resamples: 20, Show: 3, Threads: 1}
}

// saysInterrupted checks what a report says about the rows that it is about.
func saysInterrupted(t *testing.T, report *Report, rows []int, table *data.Table) {
	t.Helper()
	i := report.Interrupted
	if i == nil || i.Finished != len(rows) || i.Of != table.Rows {
		t.Fatalf("a report on %d of %d rows says %+v", len(rows), table.Rows, i)
	}
	for k, row := range i.rows {
		if row != rows[k] {
			t.Fatalf("row %d is called %d", rows[k], row)
		}
	}
	text := fmt.Sprintf(", on %d of %d rows (interrupted), the", i.Finished, i.Of)
	if v := report.Verdict; v != nil && !strings.Contains(v.Sentence, text) {
		t.Errorf("the verdict does not say %q: %s", text, v.Sentence)
	}
}

// plain returns metrics.json without what says that it is not about all rows, and without times.
func plain(t *testing.T, r *Report) string {
	t.Helper()
	d := r.Document(Provenance{})
	d.Interrupted = nil
	for _, m := range d.Models {
		m.AttackSeconds = 0
	}
	text, err := json.MarshalIndent(d, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	if i := r.Interrupted; i != nil {
		text = []byte(strings.Replace(string(text), i.Within(), "", 1))
	}
	return string(text)
}

// An interruption of what follows the attack loses nothing, a second one all.
func TestInterruptedAfterRows(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	e := ensembletest.Random(r, ensembletest.Shapes["plain"])
	table := randomTable(r, e, 30)
	models := []Model{{Name: "m", Ensemble: e}}
	want, err := Evaluate(t.Context(), models, table, options(bruteForce{}))
	if err != nil {
		t.Fatal(err)
	}
	for _, second := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		rest, end := context.WithCancel(t.Context())
		o, rows := options(bruteForce{}), 0
		o.Rest = rest
		o.Row = func(*Model, []float64, *attack.Result) error {
			if rows++; rows == table.Rows {
				cancel()
				if second {
					end()
				}
			}
			return nil
		}
		report, err := Evaluate(ctx, models, table, o)
		if !errors.Is(err, context.Canceled) || (report == nil) != second {
			t.Errorf("interrupted twice %v: %v", second, err)
		}
		if report != nil && (report.Interrupted != nil || plain(t, report) != plain(t, want)) {
			t.Error(cmp.Diff(plain(t, want), plain(t, report)))
		}
		end()
	}
}

// The classes of which no row is finished are named.
func TestAbsentClasses(t *testing.T) {
	table := &data.Table{Rows: 6, Y: []int{0, 0, 1, 3, 0, 1}, Classes: []string{"a", "b", "c", "d"}}
	i := newInterruption([]int{0, 2, 4}, table)
	want := `Interrupted: all figures are about 3 of 6 rows, the first ones without those that were under way. None of them is of the class "d".`
	if got := i.Sentence(); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := (*Interruption)(nil).Sentence() + (*Interruption)(nil).Within(); got != "" {
		t.Errorf("of all rows: %s", got)
	}
}

// A failure stays what it is if the context ends with it: no report is made, and no row is blamed.
func TestInterruptedByFailure(t *testing.T) {
	r := rand.New(rand.NewPCG(21, 22))
	m := Model{Name: "natural", Ensemble: ensembletest.Random(r, ensembletest.Shapes["plain"])}
	table := randomTable(r, m.Ensemble, 60)
	for after := range 30 {
		ctx, cancel := context.WithCancel(t.Context())
		failure, rows := errors.New("no space left"), 0
		o := options(lazy{})
		o.Rest = t.Context()
		o.Row = func(*Model, []float64, *attack.Result) error {
			if rows++; rows <= after {
				return nil
			}
			cancel()
			return failure
		}
		report, err := Evaluate(ctx, []Model{m}, table, o)
		if report != nil || err != failure {
			t.Errorf("after %d rows: %v, %v", after, report, err)
		}
	}
}

package eval

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// lazy finds no examples on its own, but decides by brute force.
type lazy struct{ bruteForce }

func (lazy) Prepare(p *attack.Problem) (attack.Prepared, error) { return lazyPrepared{p}, nil }

type lazyPrepared struct{ p *attack.Problem }

func (l lazyPrepared) Searcher() attack.Searcher {
	return &lazySearcher{preparedForce(l).Searcher().(*forceSearcher)}
}

type lazySearcher struct{ force *forceSearcher }

func (s *lazySearcher) Search(context.Context, attack.Victim) attack.Result {
	return attack.Result{Status: attack.None, Class: -1, Distance: math.Inf(1)}
}

func (s *lazySearcher) Decide(ctx context.Context, v attack.Victim, eps float64) (attack.Verdict, attack.Result) {
	r := s.force.Search(ctx, v)
	if r.Distance <= eps {
		return attack.Broken, r
	}
	return attack.Certified, r
}

// TestDecide: what the search leaves open, the Decider settles.
func TestDecide(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	e := ensembletest.Random(r, ensembletest.Shapes["plain"])
	table := randomTable(r, e, 40)
	eps := []float64{0.05, 0.2}
	var at [2][]AtEps
	for i, a := range []attack.Attack{bruteForce{}, lazy{}} {
		report, err := Evaluate(context.Background(), []Model{{Name: "m", Ensemble: e}}, table, Options{Attack: a, Eps: eps, Resamples: 5, Threads: 2})
		if err != nil {
			t.Fatal(err)
		}
		at[i] = report.Models[0].Metrics.At
	}
	for k := range eps {
		if at[0][k] != at[1][k] || at[0][k].Certified == 0 || at[0][k].Broken == 0 {
			t.Errorf("eps %v: by the search %+v, by decisions %+v", eps[k], at[0][k], at[1][k])
		}
	}
}

// counting counts how often it is prepared.
type counting struct {
	bruteForce
	prepared *int
}

func (c counting) Prepare(p *attack.Problem) (attack.Prepared, error) {
	*c.prepared++
	return c.bruteForce.Prepare(p)
}

// TestPrepared: an attack is prepared once for all parts of the rows, which have the
// results of all rows at once.
func TestPrepared(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	e := ensembletest.Random(r, ensembletest.Shapes["plain"])
	table := randomTable(r, e, 30)
	prepared := 0
	o := Options{Attack: counting{prepared: &prepared}, Eps: []float64{0.1}, Threads: 1}
	p, err := Prepare([]Model{{Name: "a", Ensemble: e}, {Name: "b", Ensemble: e}}, o)
	if err != nil {
		t.Fatal(err)
	}
	decided := func(rows ...int) map[string][]Outcome {
		found := map[string][]Outcome{}
		if err := p.Decide(t.Context(), table.Subset(rows), func(m *Model, d *Decided) error {
			d.Outcome.Seconds = 0
			found[m.Name] = append(found[m.Name], d.Outcome)
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return found
	}
	all := make([]int, table.Rows)
	for i := range all {
		all[i] = i
	}
	whole := decided(all...)
	if prepared != 2 {
		t.Errorf("prepared %d times for two models", prepared)
	}
	for i := range all {
		if some := decided(i); !reflect.DeepEqual(some["a"], whole["a"][i:i+1]) || !reflect.DeepEqual(some["b"], whole["b"][i:i+1]) {
			t.Errorf("row %d alone: %+v", i, some)
		}
	}
	if prepared != 2 {
		t.Errorf("prepared %d times in all", prepared)
	}
}

// fleeting is an attack on one problem; that of a row without values is another.
type fleeting struct {
	bruteForce
	prepared *atomic.Int64
}

var errFleeting = errors.New("a second problem")

func (f fleeting) Prepare(p *attack.Problem) (attack.Prepared, error) {
	if f.prepared.Add(1) > 1 {
		return nil, errFleeting
	}
	return f.bruteForce.Prepare(p)
}

// TestAttackFails: an attack that fails on a row ends the evaluation.
func TestAttackFails(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 8))
	m := Model{Name: "a", Ensemble: ensembletest.Random(r, ensembletest.Shapes["plain"])}
	table := randomTable(r, m.Ensemble, 30)
	x := table.Row(17)
	for f := range x {
		x[f] = math.NaN()
	}
	table.Y[17] = m.Ensemble.Class(x)
	for threads := range 4 {
		o := Options{Attack: fleeting{prepared: &atomic.Int64{}}, Eps: []float64{0.1}, Resamples: 10, Threads: threads, Rest: t.Context()}
		if report, err := Evaluate(t.Context(), []Model{m}, table, o); report != nil || !errors.Is(err, errFleeting) {
			t.Errorf("%d threads: %v, %v", threads, report, err)
		}
	}
}

// TestDecidedRows: what was found earlier makes the same report, if it is about the same rows.
func TestDecidedRows(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	models := []Model{{Name: "a", Ensemble: ensembletest.Random(r, ensembletest.Shapes["plain"])}, {Name: "b"}}
	models[1].Ensemble = models[0].Ensemble
	table := randomTable(r, models[0].Ensemble, 12)
	o := Options{Attack: bruteForce{}, Eps: []float64{0.1}, Resamples: 10}
	p, err := Prepare(models, o)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][]*Decided{}
	if err := p.Decide(t.Context(), table, func(m *Model, d *Decided) error {
		found[m.Name] = append(found[m.Name], d)
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	want, err := Evaluate(t.Context(), models, table, o)
	if err != nil {
		t.Fatal(err)
	}
	all := found["b"]
	for fault, some := range map[string][]*Decided{
		"": all, "11 of 12 rows were decided under b": all[:11], "0 of 12 rows were decided under b": nil,
		"what was decided of b is about other rows": append(slices.Clone(all), all[11]),
		"what was decided of b is about other ":     append([]*Decided{all[1], all[0]}, all[2:]...),
	} {
		found["b"] = some
		o.Decided = func(m *Model) iter.Seq2[*Decided, error] {
			return func(yield func(*Decided, error) bool) {
				for _, d := range found[m.Name] {
					if !yield(d, nil) {
						return
					}
				}
			}
		}
		got, err := Evaluate(t.Context(), models, table, o)
		switch {
		case fault != "":
			if err == nil || !strings.HasPrefix(err.Error(), fault) {
				t.Errorf("%d rows: %v, want %q", len(some), err, fault)
			}
		case err != nil:
			t.Error(err)
		case got.Verdict.Sentence != want.Verdict.Sentence || !reflect.DeepEqual(got.Models[1].Metrics.At, want.Models[1].Metrics.At):
			t.Errorf("%q of earlier results, want %q", got.Verdict.Sentence, want.Verdict.Sentence)
		}
	}
}

// TestDecideAtTheSameTime: Prepared are safe for several goroutines, as the race detector sees.
func TestDecideAtTheSameTime(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	model := Model{Name: "a", Ensemble: ensembletest.Random(r, ensembletest.Shapes["plain"])}
	table := randomTable(r, model.Ensemble, 12)
	p, err := Prepare([]Model{model}, Options{Attack: bruteForce{}, Eps: []float64{0.1}})
	if err != nil {
		t.Fatal(err)
	}
	var all sync.WaitGroup
	for range 3 {
		all.Go(func() {
			if err := p.Decide(t.Context(), table, func(*Model, *Decided) error { return nil }); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

// TestDecidedAtOtherEps: verdicts at other eps are not taken for answers at these.
func TestDecidedAtOtherEps(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 8))
	model := Model{Name: "a", Ensemble: ensembletest.Random(r, ensembletest.Shapes["plain"])}
	table := randomTable(r, model.Ensemble, 1)
	class := model.Ensemble.Class(table.Row(0))
	table.Y[0] = class
	for _, c := range []struct {
		bound, distance float64
		verdicts        []attack.Verdict
		fits            bool
	}{
		{0.15, 0.3, []attack.Verdict{attack.Certified}, true},
		{0.05, 0.3, []attack.Verdict{attack.Certified}, false}, // at 0.04, say
		{0.05, 0.1, []attack.Verdict{attack.Broken}, true},
		{0.05, 0.3, []attack.Verdict{attack.Broken}, false},
		{0.05, 0.3, []attack.Verdict{attack.Undecided}, true},
		{0.05, 0.3, []attack.Verdict{attack.Undecided, attack.Broken}, false},
		{0.05, 0.3, nil, true},
	} {
		d := newDecided(attack.Result{
			Row: table.Position(0), Label: class, Predicted: class, Class: -1, Distance: c.distance, LowerBound: c.bound,
		})
		d.Outcome.Decided = c.verdicts
		o := Options{Attack: bruteForce{}, Eps: []float64{0.1}, Resamples: 10, Decided: func(*Model) iter.Seq2[*Decided, error] {
			return func(yield func(*Decided, error) bool) { yield(d, nil) }
		}}
		_, err := Evaluate(t.Context(), []Model{model}, table, o)
		if want := fmt.Sprintf("row %d: what was decided of a is not about eps [0.1]", d.Row); c.fits && err != nil || !c.fits && (err == nil || err.Error() != want) {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestSuggestEps(t *testing.T) {
	var outcomes []Outcome
	for i := range 100 {
		outcomes = append(outcomes, Outcome{Distance: float64(i+1) / 1000})
	}
	outcomes = append(outcomes, Outcome{Label: 1, Distance: 0}, Outcome{Distance: math.Inf(1)}) // a wrong row, and one without example
	got := SuggestEps(outcomesOf(outcomes...))
	want := []float64{0.025, 0.05, 0.09} // the 25th, 50th and 90th of 100 distances
	if len(got) != 3 || got[0] != want[0] || got[1] != want[1] || got[2] != want[2] {
		t.Errorf("got %v, want %v", got, want)
	}
	steps := []Outcome{{Distance: 1. / 32}, {Distance: 1. / 32}, {Distance: 123}} // as in images of few grey values
	if got := SuggestEps(outcomesOf(steps...)); len(got) != 2 || got[0] != 0.032 || got[1] != 130 {
		t.Errorf("got %v, which does not break what is at 1/32 and at 123", got)
	}
	if got := SuggestEps(outcomesOf(outcomes[100:]...)); got != nil {
		t.Errorf("without examples: %v", got)
	}
}

// TestResamplesAreCancelled: cancelling does not wait for resamples that take a year.
func TestResamplesAreCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	const year = math.MaxInt
	outcomes, eps, by := outcomesOf(Outcome{Distance: 1}, Outcome{Distance: 2, Label: 1}), []float64{1.5}, Resampling{Count: year}
	for name, resample := range map[string]func() error{
		"bootstrap": func() error { _, err := bootstrap(ctx, newSample(outcomes), nil, eps, by); return err },
		"band":      func() error { _, err := RobustBand(ctx, outcomes, AimRobust, eps, by); return err },
		"evidence": func() error {
			_, err := Weigh(ctx, outcomes, outcomes, Weighing{eps, []string{"a", "b"}, 0, by})
			return err
		},
		"means": func() error { _, err := MeanIntervals(ctx, by, nil, []float64{1, 2}); return err },
	} {
		done := make(chan error, 1)
		go func() { done <- resample() }()
		select {
		case err := <-done:
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s: %v", name, err)
			}
		case <-time.After(time.Minute):
			t.Errorf("%s: not cancelled within a minute", name)
		}
	}
}

// intervals are those of bootstrap, which no test cancels.
func intervals(t *testing.T, a, b *sample, eps []float64, by Resampling) Intervals {
	in, err := bootstrap(t.Context(), a, b, eps, by)
	if err != nil {
		t.Fatal(err)
	}
	return in
}

// TestBootstrap: intervals hold the value, shrink with the number of rows,
// and those of the difference of a model to itself are 0.
func TestBootstrap(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	width := map[int]float64{}
	for _, n := range []int{50, 800} {
		outcomes, eps := &Outcomes{}, []float64{0.3}
		for range n {
			outcomes.Add(Outcome{Distance: r.Float64(), Label: 0, Predicted: r.IntN(4) / 3})
		}
		s := newSample(outcomes)
		in := intervals(t, s, nil, eps, Resampling{1, 300})
		m := Measure(outcomes, eps)
		for name, v := range map[string]struct {
			Interval
			value float64
		}{"clean": {in.CleanAccuracy, m.CleanAccuracy}, "robust": {in.Robust[0], m.At[0].Robust}, "mean": {in.MeanDistance, m.MeanDistance}, "median": {in.MedianDistance, m.MedianDistance}} {
			if !(v.Lo <= v.value && v.value <= v.Hi) || v.Lo == v.Hi {
				t.Errorf("%d rows, %s: %v outside of %v", n, name, v.value, v.Interval)
			}
		}
		if band, err := RobustBand(t.Context(), outcomes, AimRobust, []float64{0.1, 0.3}, Resampling{1, 300}); err != nil || band[1] != in.Robust[0] {
			t.Errorf("the band has %v at eps 0.3, the interval is %v: %v", band, in.Robust[0], err)
		}
		width[n] = in.MeanDistance.Hi - in.MeanDistance.Lo
		if d := intervals(t, s, s, eps, Resampling{1, 50}); d.Robust[0] != (Interval{}) || d.MeanDistance != (Interval{}) {
			t.Errorf("difference to itself: %+v", d)
		}
	}
	// the root of 16 times as many rows is 4
	if ratio := width[50] / width[800]; ratio < 2.5 || ratio > 6.5 {
		t.Errorf("the interval shrinks by a factor of %v from 50 to 800 rows", ratio)
	}
}

// TestOutcomesOfOtherRows: outcomes that do not go together, and eps that do not ascend, would give wrong
// intervals.
func TestOutcomesOfOtherRows(t *testing.T) {
	two := []Outcome{{Distance: 0.3}, {Label: 1, Predicted: 1, Distance: 0.1}}
	of := Weighing{Eps: []float64{0.2}, Classes: []string{"a", "b"}, Resampling: Resampling{Count: 9}}
	for name, other := range map[string][]Outcome{"fewer": two[:1], "more": {two[0], two[1], two[0]}, "others": {two[1], two[0]}} {
		if _, err := Weigh(t.Context(), outcomesOf(two...), outcomesOf(other...), of); err == nil {
			t.Errorf("%s: weighed", name)
		}
	}
	if _, err := Weigh(t.Context(), outcomesOf(two...), outcomesOf(two...), of); err != nil {
		t.Error(err)
	}
	if _, err := RobustBand(t.Context(), outcomesOf(two...), AimRobust, []float64{0.2, 0.1}, of.Resampling); err == nil {
		t.Error("a band over eps that fall")
	}
}

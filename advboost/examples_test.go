package advboost

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data/moved"
	"github.com/hardwood-ml/hardwood/trainer"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// step attacks a model of one threshold: it moves the victim to its other
// side, and remembers where it was asked to start.
type step struct {
	g      *ensemble.Grid
	starts map[int][]float64
	fail   error
}

func (s *step) Name() string { return "step" }

func (s *step) Prepare(p *attack.Problem) (attack.Prepared, error) {
	s.g = p.Grid
	return s, s.fail
}

func (s *step) Searcher() attack.Searcher { return s }

func (s *step) Search(_ context.Context, v attack.Victim) attack.Result {
	s.starts[v.Row] = v.Guess()
	to := s.g.Cuts[0][0]
	if v.Label == 0 {
		to = s.g.Above[0][0]
	}
	return attack.Result{Status: attack.Optimal, Example: []float64{to}, Class: 1 - v.Label, Distance: math.Abs(to - v.X[0])}
}

// threshold is a model that predicts class 1 above t.
func threshold(t float64) *ensemble.Ensemble {
	return &ensemble.Ensemble{
		Features: 1, Classes: 2, Outputs: 1, Base: []float64{0}, Link: ensemble.Logistic,
		Trees: []ensemble.Tree{{Splits: []ensemble.Split{{Left: -1, Right: -2, Threshold: t}}, Leaves: []float64{-1, 1}}},
	}
}

func TestExamplesAreAppendedWithTheTrueLabel(t *testing.T) {
	method := &step{starts: map[int][]float64{}}
	var said Progress
	hook, err := NewExamples(ExamplesOptions{
		Attack: method, Eps: 1.5, Weight: 0.5, Threads: 1, Progress: func(p Progress) { said = p },
	})
	if err != nil {
		t.Fatal(err)
	}
	table := newRows(0, 0, 1, 1, 0) // the values 0 to 4: the last is misclassified, the first safe
	round := &trainer.Round{Of: 3, Rows: table, Ensemble: &ensemble.Ensemble{}}
	for number, e := range []*ensemble.Ensemble{{}, threshold(1.6), threshold(1.7)} {
		round.Number, round.Ensemble = number, e
		if err := hook.Before(t.Context(), round); err != nil {
			t.Fatal(err)
		}
	}
	if table.Len() != 8 {
		t.Fatalf("%d rows, want the 5 of the table and 3 examples", table.Len())
	}
	for i := table.Table(); i < table.Len(); i++ {
		if got := round.Ensemble.Class(table.X(i)); got == table.Class(i) {
			t.Errorf("row %d at %v is no example against the newest model", i, table.X(i))
		}
		if table.Weight(i) != 0.5 {
			t.Errorf("row %d has weight %v", i, table.Weight(i))
		}
	}
	if d := cmp.Diff([]float64{1.6}, method.starts[2]); d != "" {
		t.Error("the second attack on row 2 does not start from the first example:", d)
	}
	if said.Misclassified != 1 || said.Found != 3 || said.Kept != 3 || said.Attacked != 4 || said.Safe != 1 {
		t.Errorf("progress is %+v", said)
	}
}

// The values 0 to 3 cross a threshold between 1 and 2 at distances whose mean is 1.
func TestPowerWeighsByDistance(t *testing.T) {
	for _, use := range []Use{Append, Reweigh} {
		hook, err := NewExamples(ExamplesOptions{
			Attack: &step{starts: map[int][]float64{}}, Use: use, Weight: 0.5, DistanceWeight: 2, Threads: 1,
		})
		if err != nil {
			t.Fatal(err)
		}
		table := newRows(0, 0, 1, 1)
		round := &trainer.Round{Of: 3, Rows: table}
		for number, at := range []float64{0, 1.5, 1.6} {
			round.Number, round.Ensemble = number, threshold(at)
			if err := hook.Before(t.Context(), round); err != nil {
				t.Fatal(err)
			}
			if number == 0 {
				continue
			}
			d := []float64{at, at - 1, 2 - at, 3 - at} // of the values 0 to 3
			for row, d := range d {
				want, i := 0.5*d*d, row+4
				if use == Reweigh {
					want, i = 1+want, row
				}
				if got := table.Weight(i); math.Abs(got-want) > 1e-6 {
					t.Errorf("%s: row %d at distance %v weighs %v, want %v", Uses[use], row, d, got, want)
				}
			}
		}
	}
}

func TestCold(t *testing.T) {
	method := &step{starts: map[int][]float64{}}
	hook, err := NewExamples(ExamplesOptions{Attack: method, NoWarmStart: true, Threads: 1})
	if err != nil {
		t.Fatal(err)
	}
	round := &trainer.Round{Of: 3, Rows: newRows(0, 0, 1)}
	for number, e := range []*ensemble.Ensemble{{}, threshold(1.6), threshold(1.7)} {
		round.Number, round.Ensemble = number, e
		if err := hook.Before(t.Context(), round); err != nil {
			t.Fatal(err)
		}
	}
	if d := cmp.Diff(map[int][]float64{0: nil, 1: nil, 2: nil}, method.starts); d != "" {
		t.Error(d)
	}
}

// If any example will do, rows whose example is recent and still misclassified are passed over.
func TestStandingExamples(t *testing.T) {
	for _, c := range []struct {
		options ExamplesOptions
		want    []int // rows passed over before rounds 9, 10, 11 and 20
	}{
		{ExamplesOptions{}, []int{0, 2, 0, 0}},
		{ExamplesOptions{NoWarmStart: true}, []int{0, 0, 0, 0}},
		{ExamplesOptions{Eps: 1.5}, []int{0, 0, 0, 0}},
		{ExamplesOptions{DistanceWeight: 1}, []int{0, 0, 0, 0}},
		{ExamplesOptions{Use: Replace}, []int{0, 2, 0, 0}},
	} {
		var got []int
		c.options.Attack, c.options.Threads = &step{starts: map[int][]float64{}}, 1
		c.options.Progress = func(p Progress) {
			got = append(got, p.Standing)
			if p.Attacked+p.Standing != 2 {
				t.Errorf("%+v: %+v of 2 rows", c.options, p)
			}
		}
		hook, err := NewExamples(c.options)
		if err != nil {
			t.Fatal(err)
		}
		table := &scored{rows: newRows(1, 1)} // at 0 and 1
		round := &trainer.Round{Rows: table}
		for _, at := range []struct {
			number int
			model  *ensemble.Ensemble
		}{{0, &ensemble.Ensemble{}}, {9, threshold(-0.5)}, {10, threshold(-0.5)}, {11, threshold(-1)}, {20, threshold(-1)}} {
			round.Number, round.Ensemble, table.model = at.number, at.model, at.model
			if err := hook.Before(t.Context(), round); err != nil {
				t.Fatal(err)
			}
		}
		if d := cmp.Diff(c.want, got); d != "" {
			t.Errorf("%+v: %s", c.options, d)
		}
	}
}

func TestBudgetKeepsTheNewest(t *testing.T) {
	table := newRows(0, 1, 0, 1)
	p := newPool(2, table.Table())
	for round, row := range []int{0, 1, 2, 0, 3} {
		r := &trainer.Round{Number: round, Rows: table}
		table.Put(p.put(nil, r, &attack.Result{
			Row: row, Label: table.Class(row), Trace: attack.Trace{Moved: moved.Cells{{Value: float64(10 + round)}}},
		}, 1, true))
		p.trim(table)
		if table.Len() > 6 {
			t.Fatalf("round %d: %d rows", round, table.Len())
		}
	}
	for row, want := range map[int]float64{0: 13, 3: 14} {
		at := table.Table() + int(p.of[row].at)
		if at < 4 || table.X(at)[0] != want || table.Class(at) != table.Class(row) {
			t.Errorf("row %d: example %d, want the one at %v", row, at, want)
		}
	}
	if p.of[1].at >= 0 || p.of[2].at >= 0 {
		t.Error("old examples are still there")
	}
}

func TestScheduleGrows(t *testing.T) {
	for _, test := range []struct {
		schedule Schedule
		want     []int
	}{
		{Schedule{}, []int{1, 2, 3, 4, 5, 6, 7, 8, 9}},
		{Schedule{Every: 4}, []int{4, 8}},
		{Schedule{Every: 1, Growth: 2}, []int{1, 3, 7}},
		{Schedule{Every: 3, Growth: 1e308}, []int{3}}, // the next is beyond every whole number
	} {
		var got []int
		for round := range 10 {
			if test.schedule.Due(round) {
				got = append(got, round)
			}
		}
		if d := cmp.Diff(test.want, got); d != "" {
			t.Error(test.schedule, d)
		}
	}
}

func TestErrorsOfTheAttackEndTraining(t *testing.T) {
	boom := errors.New("boom")
	hook, err := NewExamples(ExamplesOptions{Attack: &step{starts: map[int][]float64{}, fail: boom}})
	if err != nil {
		t.Fatal(err)
	}
	err = hook.Before(t.Context(), &trainer.Round{Number: 1, Rows: newRows(0, 1), Ensemble: threshold(0.5)})
	if !errors.Is(err, boom) {
		t.Errorf("error is %v", err)
	}
}

func TestOptionsAreChecked(t *testing.T) {
	method := &step{}
	for want, o := range map[string]ExamplesOptions{
		"no attack":      {},
		"eps":            {Attack: method, Eps: -1},
		"share":          {Attack: method, Share: 2},
		"budget":         {Attack: method, Budget: -1},
		"weight":         {Attack: method, Weight: math.NaN()},
		"DistanceWeight": {Attack: method, DistanceWeight: -1},
		"every":          {Attack: method, Schedule: Schedule{Every: -1}},
		"grow":           {Attack: method, Schedule: Schedule{Growth: 0.5}},
	} {
		if _, err := NewExamples(o); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error is %v, want one about %s", err, want)
		}
	}
}

package ablation

import (
	"fmt"
	"iter"
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// held returns a run of which letters say what its rows are, all of one class.
func held(letters, trees, hash string, trained int) *standing {
	share := float64(strings.Count(letters, "r")) / float64(len(letters))
	return &standing{rows: len(letters), clean: share, accuracies: eval.Accuracies{Robust: share}, hash: hash,
		Rows: Rows{Trained: trained, Trees: trees, Held: []string{letters}}}
}

func TestDifferenceOver(t *testing.T) {
	g := &Group{Eps: 0.1}
	robust := g.measure(eval.AimRobust)
	bad, good := strings.Repeat("rrrrbbbbbb", 20), strings.Repeat("rrrrrbbbbb", 20)
	twice := func(plus, minus [2]*standing) contrast { return contrast{{{plus[0], minus[0]}}, {{plus[1], minus[1]}}} }

	// seeds that change nothing: the interval is over the rows, of which 20 of
	// 200 differ, and as wide as with one seed
	same := twice([2]*standing{held(good, "x", "t", 600), held(good, "x", "t", 600)}, [2]*standing{held(bad, "y", "t", 600), held(bad, "y", "t", 600)})
	d := same.differences(t.Context(), robust)[0]
	if half := 1.96 * math.Sqrt(0.1*0.9/200); d.Over != OverRows || math.Abs(d.Mean-0.1) > 1e-9 ||
		math.Abs(d.Interval.Hi-d.Interval.Lo-2*half) > 0.015 {
		t.Errorf("equal runs: %+v, want a half width of %.3f", d, half)
	}
	if one := same[:1].differences(t.Context(), robust)[0]; one.Interval != d.Interval || one.Over != OverRows {
		t.Errorf("one seed: %+v, want %+v", one, d)
	}

	// models that differ on the same rows: at least that wide
	other := twice([2]*standing{held(good, "x", "t", 600), held(good, "z", "t", 600)}, [2]*standing{held(bad, "y", "t", 600), held(bad, "y", "t", 600)})
	if e := other.differences(t.Context(), robust)[0]; e.Over != OverSeeds || e.Interval.Lo > d.Interval.Lo+1e-9 {
		t.Errorf("seeds on the same rows: %+v", e)
	}

	// splits of a table, of which 25 of 100 rows are test rows: Nadeau and
	// Bengio's variance is (1/2 + 1/3) s², not s²/2
	better := strings.Repeat("rrrrrrbbbb", 20)
	splits := twice([2]*standing{held(good, "x", "t", 600), held(better, "z", "u", 600)}, [2]*standing{held(bad, "y", "t", 600), held(bad, "v", "u", 600)})
	d = splits.differences(t.Context(), robust)[0]
	const t975 = 12.7062 // one degree of freedom
	deviation := 0.1 / math.Sqrt2
	if half := t975 * deviation * math.Sqrt(1./2+1./3); d.Over != OverSplits || math.Abs(d.Mean-0.15) > 1e-9 ||
		math.Abs(d.Interval.Hi-d.Mean-half) > 1e-3 || math.Abs(d.Mean-d.Interval.Lo-half) > 1e-3 {
		t.Errorf("splits: %+v, want a half width of %.3f", d, half)
	}
	// splits that say the same: a row of each 40 more is within noise, as the rows are a
	// sample, and what they are a sample of is drawn from again
	one, none := strings.Repeat("r", 20)+strings.Repeat("b", 20), strings.Repeat("r", 19)+strings.Repeat("b", 21)
	equal := twice([2]*standing{held(one, "x", "t", 120), held(one, "z", "u", 120)}, [2]*standing{held(none, "y", "t", 120), held(none, "v", "u", 120)})
	d = equal.differences(t.Context(), robust)[0]
	half := 1.96 * math.Sqrt(1./40*(1-1./40)/40) * math.Sqrt(1./2+1./3)
	if math.Abs(d.Mean-1./40) > 1e-12 || math.Abs(d.Interval.Hi-d.Mean-half) > 1e-12 || d.Clear() || d.Same {
		t.Errorf("splits that say the same: %+v, want a half width of %.4f", d, half)
	}
	// two seeds that say the opposite leave all open, but not what no share can be
	all, nothing := strings.Repeat("r", 40), strings.Repeat("b", 40)
	opposite := twice([2]*standing{held(all, "x", "t", 120), held(nothing, "z", "u", 120)}, [2]*standing{held(nothing, "y", "t", 120), held(all, "v", "u", 120)})
	if d = opposite.differences(t.Context(), robust)[0]; d.Interval != (eval.Interval{Lo: -1, Hi: 1}) {
		t.Errorf("opposite seeds: %+v", d)
	}
	// equal models differ in nothing
	d = twice([2]*standing{held(one, "x", "t", 120), held(one, "z", "u", 120)}, [2]*standing{held(one, "x", "t", 120), held(one, "z", "u", 120)}).differences(t.Context(), robust)[0]
	if !d.Same || d.Mean != 0 || d.Clear() || d.cell().Text != "same models" {
		t.Errorf("equal models: %+v, %q", d, d.cell().Text)
	}
}

// Rows that are there four times, as one group each, say what the rows themselves do, on
// the same rows and on splits; as rows by themselves they would say more.
func TestDifferenceOverGroups(t *testing.T) {
	g := &Group{Eps: 0.1}
	measures := []measure{g.measure(eval.AimRobust), g.measure(eval.AimBalanced), cleanMeasure}
	bad, good := strings.Repeat("rrrrbbbbbb", 20), strings.Repeat("rrrcrbbrbb", 20)
	contrasts := func(times int, grouped bool) [2]contrast {
		of := func(letters, trees, hash string) *standing {
			s := held("", trees, hash, 150*times)
			s.Held = []string{""}
			for i, letter := range letters {
				s.Held[0] += strings.Repeat(string(letter), times)
				if grouped {
					s.Groups = append(s.Groups, slices.Repeat([]int{1000 - i}, times)...)
				}
			}
			s.rows = len(s.Held[0])
			s.accuracies.Robust = stat.Mean(s.values("r", false), nil)
			s.accuracies.Balanced, s.clean = s.accuracies.Robust, stat.Mean(s.values("rc", false), nil)
			return s
		}
		return [2]contrast{
			{{{of(good, "x", "t"), of(bad, "y", "t")}}},
			{{{of(good, "x", "t"), of(bad, "y", "t")}}, {{of(good, "z", "u"), of(bad, "v", "u")}}},
		}
	}
	once, four, loose := contrasts(1, true), contrasts(4, true), contrasts(4, false)
	for k := range once {
		want, got, narrow := once[k].differences(t.Context(), measures...), four[k].differences(t.Context(), measures...), loose[k].differences(t.Context(), measures...)
		for i := range want {
			a, b, c := want[i].Interval, got[i].Interval, narrow[i].Interval
			if math.Abs(a.Lo-b.Lo) > 1e-9 || math.Abs(a.Hi-b.Hi) > 1e-9 || want[i].Over != got[i].Over {
				t.Errorf("%s, measure %d: groups of four have %v, one row each %v", want[i].Over, i, b, a)
			}
			if ratio := (b.Hi - b.Lo) / (c.Hi - c.Lo); ratio < 1.8 || ratio > 2.2 {
				t.Errorf("%s, measure %d: rows by themselves have %v, groups of four %v", want[i].Over, i, c, b)
			}
		}
	}
}

// What is known of rows without their letters is as much less certain.
func TestGroupedError(t *testing.T) {
	s := held(strings.Repeat("rrrrbbbb", 50), "x", "t", 400)
	if got := s.groupedError(); got != 1 {
		t.Errorf("rows by themselves: %v times the error", got)
	}
	for i := range 400 {
		s.Groups = append(s.Groups, i/4) // each of one letter
	}
	if got := s.groupedError(); math.Abs(got-2) > 0.05 { // and a little more, as 100 groups are few
		t.Errorf("groups of four equal rows: %v times the error, want 2", got)
	}
	for i := range s.Groups {
		s.Groups[i] = i%8/4*50 + i/8%50 // of one letter each, as they stand
	}
	if got := s.groupedError(); math.Abs(got-2) > 0.05 {
		t.Errorf("numbers in another order: %v times the error, want 2", got)
	}
	for i := range s.Groups {
		s.Groups[i] = i / 8 // of both letters
	}
	if got := s.groupedError(); got != 1 {
		t.Errorf("groups that are alike: %v times the error, want 1", got)
	}
	clear(s.Groups)
	if got := s.groupedError(); got != 20 { // the root of the rows: as if there were one
		t.Errorf("one group: %v times the error", got)
	}
}

// The values of rows have the accuracies as their means.
func TestRowValues(t *testing.T) {
	r := Rows{Held: []string{"rrcb", "", "rb"}}
	for name, c := range map[string]struct {
		values []float64
		want   float64
	}{
		"robust":   {r.values("r", false), 3. / 6},
		"clean":    {r.values("rc", false), 4. / 6},
		"balanced": {r.values("r", true), (2./4 + 1./2) / 2},
	} {
		sum := 0.0
		for _, v := range c.values {
			sum += v
		}
		if math.Abs(sum/6-c.want) > 1e-12 || len(c.values) != 6 {
			t.Errorf("%s: %v, want a mean of %v", name, c.values, c.want)
		}
	}
	if err := (&Rows{Held: []string{"rx"}}).check(); err == nil || err.Error() != `rows of class 0 are "rx"` {
		t.Error(err)
	}
	if err := (&Rows{Held: []string{"rc", "b"}, Groups: []int{1, 2}}).check(); err == nil || err.Error() != "groups of 2 rows for 3" {
		t.Error(err)
	}
}

// specOf returns a spec without faults.
func specOf(t testing.TB, text string) *Spec {
	t.Helper()
	s, err := Parse([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// gridOf returns a spec and its runs.
func gridOf(t *testing.T, text string) (*Spec, *Grid) {
	t.Helper()
	s := specOf(t, text)
	grid, err := s.Grid()
	if err != nil {
		t.Fatal(err)
	}
	return s, grid
}

// fakeRuns does the runs of a spec: robust says the letters of the rows.
func fakeRuns(t *testing.T, s *Spec, robust func(Task) string) []store.Run {
	tasks, err := s.Grid()
	if err != nil {
		t.Fatal(err)
	}
	var runs []store.Run
	for _, task := range tasks.Tasks() {
		letters := robust(*task)
		share := float64(strings.Count(letters, "r")) / float64(len(letters))
		metrics := fmt.Sprintf(`{"schema": 2, "constant": {"accuracy": 0.1}, "models": {"model": {"rows": %d, "clean_accuracy": 1, "robust_accuracy": {"0.1": %v},
			"balanced_robust_accuracy": {"0.1": %v}}}, "rows": {"trained": 500, "trees": %q, "held": [%q]}}`, len(letters), share, share, task.Settings.JSON(), letters)
		runs = append(runs, store.Run{Data: task.Data.Name, Settings: task.Settings.JSON(), Seed: task.Seed, Metrics: metrics})
	}
	return runs
}

// grouped returns the groups of runs.
func grouped(t *testing.T, s *Spec, runs []store.Run) []Group {
	t.Helper()
	groups, err := groupsOf(t.Context(), s, nil, each(runs))
	if err != nil {
		t.Fatal(err)
	}
	return groups
}

// each is how a store hands out runs.
func each(runs []store.Run) iter.Seq2[*store.Run, error] {
	return func(yield func(*store.Run, error) bool) {
		for i := range runs {
			if !yield(&runs[i], nil) {
				return
			}
		}
	}
}

// Main effects are means over the settings that differ in nothing else, and
// what is within noise of the best is not called worse than it.
func TestEffects(t *testing.T) {
	s := specOf(t, "seeds = [0, 1]\nloop = [\"none\", \"lt\"]\nsplit = [0, 1]\nevery = [1, 2]\n"+wdbc)
	letters := func(right int) string { return strings.Repeat("r", right) + strings.Repeat("c", 200-right) }
	groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
		right := 40
		if task.Settings["split"] == "1" {
			right += 60
		}
		if task.Settings["loop"] == "lt" {
			right += 20
		}
		if task.Settings["every"] == "2" { // with a loop only
			right++
		}
		return letters(right)
	})))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]Effect{}
	for _, e := range effectsOf(t.Context(), s, groups) {
		got[e.Axis+" "+e.Value+" against "+e.Against] = e
	}
	for name, want := range map[string]struct {
		pairs int
		mean  float64
		clear bool
	}{
		"split 1 against 0":    {3, 0.3, true},
		"loop lt against none": {4, 0.1025, true},
		"every 2 against 1":    {2, 0.005, false},
	} {
		e, ok := got[name]
		if !ok || e.Pairs != want.pairs || math.Abs(e.Robust.Mean-want.mean) > 1e-9 || e.Robust.Clear() != want.clear || e.Robust.Over != OverRows {
			t.Errorf("%s: %+v", name, e)
		}
	}
	if len(got) != 3 {
		t.Errorf("effects: %v", got)
	}
	want := "More robust than the baseline, on average over the data: split 1, loop lt, every 2, by +40.5 points of robust accuracy; " +
		"within noise of that: split 1, loop lt, every 1, by +40.0 points."
	if a := answerOf(t.Context(), groups); a != want {
		t.Errorf("answer: %s\nwant %s", a, want)
	}
	if cell := groups[len(groups)-1].gain().Beside; strings.Contains(cell, "+40.5 to +40.5") || !strings.Contains(cell, " to ") {
		t.Errorf("equal runs have the gain %s", cell)
	}
}

package eval

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
)

// Rows that are there three times, as one group each, are no more evidence than the rows
// themselves: metrics and intervals are the same. Without groups intervals are narrower.
func TestGroupsAreDrawnTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 2))
	models := []Model{{Name: "natural", Ensemble: ensembletest.Random(r, ensembletest.Shapes["plain"])}, {Name: "hardened", Ensemble: ensembletest.Random(r, ensembletest.Shapes["plain"])}}
	once := randomTable(r, models[0].Ensemble, 40)
	var rows []int
	for i := range once.Rows {
		rows = append(rows, i, i, i)
	}
	thrice := once.Subset(rows)
	o := Options{Attack: bruteForce{}, Eps: []float64{0.1, 0.5}, Resamples: 300}
	evaluate := func() *Report {
		report, err := Evaluate(t.Context(), models, thrice, o)
		if err != nil {
			t.Fatal(err)
		}
		return report
	}
	loose := evaluate()
	for i := range once.Rows {
		once.Groups = append(once.Groups, i)
	}
	want, err := Evaluate(t.Context(), models, once, o)
	if err != nil {
		t.Fatal(err)
	}
	for i := range thrice.Rows {
		thrice.Groups = append(thrice.Groups, 100-i/3)
	}
	got := evaluate()
	near := cmp.Options{cmpopts.EquateNaNs(), cmpopts.EquateApprox(1e-9, 1e-12)}
	for i, m := range want.Models {
		if d := cmp.Diff(m.Intervals, got.Models[i].Intervals, near); d != "" {
			t.Errorf("%s: %s", m.Name, d)
		}
		a, b := m.Intervals.CleanAccuracy, loose.Models[i].Intervals.CleanAccuracy
		if b.Hi-b.Lo >= a.Hi-a.Lo {
			t.Errorf("%s: rows by themselves give %v, groups %v", m.Name, b, a)
		}
	}
	if d := cmp.Diff(want.Differences, got.Differences, near); d != "" {
		t.Error(d)
	}
	for k, e := range want.Evidence {
		if d := cmp.Diff([]ByAim{e.Gain, e.Lead}, []ByAim{got.Evidence[k].Gain, got.Evidence[k].Lead}, near); d != "" {
			t.Errorf("eps %v: %s", e.Eps, d)
		}
	}
	band := func(r *Report) []Interval {
		band, err := RobustBand(t.Context(), r.Models[1].Outcomes, AimRobust, o.Eps, Resampling{Count: 200})
		if err != nil {
			t.Fatal(err)
		}
		return band
	}
	if d := cmp.Diff(band(want), band(got), near); d != "" {
		t.Error(d)
	}
}

// Few groups tell little, whatever the number of rows, and one nothing: intervals are wider
// than the draws, as Student's are, and no verdict rests on one.
func TestFewGroups(t *testing.T) {
	var first, second Outcomes
	var groups []int
	for i := range 300 {
		o := Outcome{Label: i % 2, Predicted: i % 2, Status: attack.Optimal, Distance: 0.05, LowerBound: 0.05}
		first.Add(o)
		if i%10 > 0 {
			o.Distance, o.LowerBound = 1, 1
		}
		second.Add(o)
		groups = append(groups, i/3)
	}
	table := &data.Table{Rows: 300, Classes: []string{"no", "yes"}}
	for i := range 300 {
		table.Y = append(table.Y, i%2)
	}
	for number, word := range map[int]Word{1: IsConstant, 2: IsConstant, 8: MoreRobust, 100: MoreRobust} {
		for i := range groups {
			groups[i] = i / 3 % number
		}
		first.groups, second.groups = groups, groups
		r := reportOn(table, &first, &second, AimRobust)
		gain := r.Evidence[0].Gain.Robust
		if r.Verdict.Word != word || gain.Lo < -1 || gain.Hi > 1 || (number == 1) != (gain == Interval{-1, 1}) {
			t.Errorf("%d groups: %s, gain %v", number, r.Verdict.Sentence, gain)
		}
		says := map[bool]string{true: "as one tells nothing.", false: "as " + strconv.Itoa(number) + " tell little."}[number == 1]
		if few := strings.Contains(r.Verdict.Sentence, says); few != (number < 6) {
			t.Errorf("%d groups: %s", number, r.Verdict.Sentence)
		}
	}
	// the widths of Student's quantiles, from a table, over the normal one
	for groups, want := range map[int]float64{2: 12.706 / 1.95996 * math.Sqrt2, 5: 2.776 / 1.95996 * math.Sqrt(1.25), 10: 2.262 / 1.95996 * math.Sqrt(10.0/9)} {
		var of []int
		for g := range groups {
			of = append(of, g)
		}
		if got := newResampler(Resampling{}, groups, of).wider; math.Abs(got/want-1) > 1e-3 {
			t.Errorf("%d groups: intervals are %v times as wide, want %v", groups, got, want)
		}
	}
}

// The median distance may be infinite in most resamples, and finite in some.
func TestFewGroupsInfinite(t *testing.T) {
	inf := math.Inf(1)
	r := newResampler(Resampling{}, 6, []int{0, 0, 1, 1, 2, 2})
	for want, draws := range map[Interval][]float64{
		{inf, inf}:         {inf, inf, inf, inf, inf},
		{0, inf}:           {1, inf, inf, inf, inf},
		{0.5, inf}:         {0.5, 0.5, 0.5, 0.5, inf},
		{math.Inf(-1), -2}: {-inf, -2, -2, -2, -2},
	} {
		least := min(0, want.Lo)
		if got := r.middle(draws, least, inf); got != want {
			t.Errorf("%v of %v, want %v", got, draws, want)
		}
	}
}

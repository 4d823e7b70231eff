package experiment

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/advboost"
	"github.com/hardwood-ml/hardwood/attack"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/trainer"
)

// With sparse rows, too many to become dense, the natural model of each fold is judged on the columns
// that it reads: the result is the same as with dense rows.
func TestCurveOfSparseRows(t *testing.T) {
	d := few(t)
	o := Default(trainer.GBDT, attack.LInf, d.Train)
	o.Natural, o.Params, o.Strategy.Eps = small(trainer.GBDT), small(trainer.GBDT), 0.1
	var natural []eval.TradeOffPoint
	for range 2 {
		c, err := d.Curve(t.Context(), &o, 0.1, nil)
		if err != nil {
			t.Fatal(err)
		}
		natural = append(natural, c.Points[0])
		cells := &data.Sparse{Start: []int{0}}
		for i := range d.Train.Rows {
			for f, v := range d.Train.Row(i) {
				cells.Column, cells.Value = append(cells.Column, int32(f)), append(cells.Value, v)
			}
			cells.Start = append(cells.Start, len(cells.Value))
		}
		d.Train.Sparse, d.Train.X = cells, nil
	}
	if natural[0] != natural[1] {
		t.Errorf("of sparse rows %+v, of dense ones %+v", natural[1], natural[0])
	}
}

// In norm 0 a share of the radius that is not a whole number of columns counts as fewer, or none.
func TestSweepCountsColumns(t *testing.T) {
	for eps, want := range map[float64][]float64{1: {1}, 1.5: {1.5}, 2: {1, 2}, 3: {1, 2, 3}, 8: {2, 4, 6, 8}} {
		s := advboost.Strategy{Booster: trainer.GBDT, Norm: attack.L0, Eps: eps, Clean: 1}
		var got []float64
		for _, p := range sweep(&s)[1:] {
			got = append(got, at(s, &p, eps).Eps)
		}
		if !slices.Equal(got, want) {
			t.Errorf("radius %v: %v, want %v", eps, got, want)
		}
	}
}

// If the first column tells the classes apart by a small gap and the second by a larger one, the natural
// model certifies fewer rows than the hardened one; no model exceeds the ceiling, and the constant is
// that of the rows.
func TestCurve(t *testing.T) {
	table := apart(300, 0.1, 0.3)
	for i, y := range table.Y {
		row := table.Row(i)
		row[0], row[1] = 0.5+0.01*float64(2*y-1), row[0]
	}
	d := &Data{Train: table}
	for _, aim := range []eval.Aim{eval.AimRobust, eval.AimBalanced} {
		o := Default(trainer.GBDT, attack.LInf, table)
		o.Strategy.Eps, o.Evaluate.Aim = 0.08, aim
		o.Natural.Rounds, o.Params.Rounds, o.Params.Threads = 10, 10, 1
		c, err := d.Curve(t.Context(), &o, 0.08, nil)
		if err != nil {
			t.Fatal(err)
		}
		if c.Rows != 300 || len(c.Points) != 7 || c.Points[0].Share != 0 || c.Points[c.Taken].Share != 1 || c.Points[c.Taken].Mix != o.Strategy.Clean {
			t.Errorf("%+v", c)
		}
		if hard := c.Points[c.Taken].Robust; hard <= c.Points[0].Robust || hard < 0.9 {
			t.Errorf("aim %s: natural holds %v, hardened %v", aim, c.Points[0].Robust, hard)
		}
		for _, point := range c.Points {
			if point.Robust > c.Ceiling+1e-9 || aim == eval.AimRobust && point.Robust > point.Clean {
				t.Errorf("aim %s: %+v, the ceiling is %v", aim, point, c.Ceiling)
			}
		}
		counts := table.Counts()
		want := float64(slices.Max(counts)) / 300
		if aim == eval.AimBalanced {
			want = 0.5
		}
		if math.Abs(c.Constant-want) > 1e-9 {
			t.Errorf("aim %s: constant %v, want %v", aim, c.Constant, want)
		}
		o.Params.Threads = 4
		o.Strategy.Eps = 0 // stands for the radius that rows are decided at
		if again, err := d.Curve(t.Context(), &o, 0.08, nil); err != nil || cmp.Diff(c, again) != "" {
			t.Errorf("with other threads: %v %s", err, cmp.Diff(c, again))
		}
	}
}

// A radius can be taken from the report and given: it has few digits.
func TestCurveRadii(t *testing.T) {
	for _, eps := range []float64{0.1, 1. / 3, 8. / 255} {
		s := advboost.Strategy{Booster: trainer.GBDT, Eps: eps, Gradient: advboost.TreeBound, Clean: 0.1}
		for _, p := range sweep(&s)[1:] {
			switch got := at(s, &p, eps); {
			case p.Share == 1 && (got.Eps != eps || got.Clean != p.Mix), math.Abs(got.Eps-p.Share*eps) > 1e-5*eps:
				t.Errorf("share %v of %v is %v", p.Share, eps, got.Eps)
			case p.Share == 0.75 && eps == 0.1 && got.Eps != 0.075:
				t.Errorf("three quarters of 0.1 are %v", got.Eps)
			}
		}
	}
}

func TestCurveMixesHaveFewDigits(t *testing.T) {
	s := advboost.Strategy{Booster: trainer.GBDT, Eps: 0.1, Gradient: advboost.TreeBound, Clean: 0.7}
	points := sweep(&s)
	for i, want := range []float64{0.8, 0.9} { // 0.7999999999999999 and 0.8999999999999999 without rounding
		if got := points[len(points)-2+i].Mix; got != want {
			t.Errorf("mixing weight %v, want %v", got, want)
		}
	}
}

// In boosting, rounds times learning rate are half of what was given. No point has fewer than ten
// rounds or trees, unless half of those given are fewer.
func TestCurveRounds(t *testing.T) {
	for _, c := range []struct {
		booster  string
		norm     attack.Norm
		rounds   int
		rate     float64
		want     int
		wantRate float64
	}{
		{trainer.GBDT, attack.LInf, 60, 0.1, 10, 0.3},
		{"", attack.LInf, 60, 0.1, 10, 0.3},
		{trainer.GBDT, attack.LInf, 100, 0.1, 17, 0.1 * 50 / 17},
		{trainer.GBDT, attack.LInf, 300, 0.02, 10, 0.3},
		{trainer.GBDT, attack.LInf, 40, 0.1, 10, 0.2},
		{trainer.GBDT, attack.LInf, 60, 0.5, 30, 0.5},
		{trainer.GBDT, attack.LInf, 60, 1, 30, 1},
		{trainer.GBDT, attack.LInf, 7, 0.1, 4, 0.1},
		{trainer.GBDT, attack.L2, 60, 0.1, 20, 0.15},
		{trainer.GBDT, attack.L0, 60, 0.2, 30, 0.2},
		{trainer.Forest, attack.LInf, 60, 1, 15, 1},
		{trainer.Forest, attack.L1, 30, 1, 10, 1},
		{trainer.Forest, attack.LInf, 7, 1, 4, 1},
	} {
		p := trainer.Params{Rounds: c.rounds, LearningRate: c.rate}
		got := inFewRounds(p, &advboost.Strategy{Booster: c.booster, Norm: c.norm})
		if got.Rounds != c.want || math.Abs(got.LearningRate-c.wantRate) > 1e-12 {
			t.Errorf("%+v: %d rounds at %v", c, got.Rounds, got.LearningRate)
		}
	}
}

func TestCurveRefuses(t *testing.T) {
	table := apart(12, 0.1, 0.3)
	for i := range table.Y {
		table.Y[i] = 0
	}
	table.Y[3] = 1
	o := Default(trainer.GBDT, attack.LInf, table)
	o.Strategy.Eps = 0.1
	_, err := (&Data{Train: table}).Curve(t.Context(), &o, 0.1, nil)
	if err == nil || err.Error() != `class "yes" has 1 training row, too few for each of 3 folds to have one` {
		t.Error(err)
	}
}

// A curve alone changes nothing about the model; a limit takes a point of it,
// which is judged at the radius that was asked for.
func TestHardenWithCurve(t *testing.T) {
	if testing.Short() {
		t.Skip("TestHardenPhases has the goroutines")
	}
	train := func(c *Curve) (*Result, []byte) {
		d := few(t)
		o := quick(t, d)
		o.Evaluate.Eps, o.Curve = []float64{0.1}, c
		r := harden(t, d, o)
		model, err := os.ReadFile(filepath.Join(o.Dir, "hardened.json"))
		if err != nil {
			t.Fatal(err)
		}
		page, err := os.ReadFile(filepath.Join(o.Dir, "report.html"))
		if drawn := strings.Contains(string(page), "What robustness costs at eps 0.1"); err != nil || drawn != (c != nil) {
			t.Errorf("a curve in the report: %v, %v", drawn, err)
		}
		return r, model
	}
	_, plain := train(nil)
	_, same := train(&Curve{})
	if string(plain) != string(same) {
		t.Error("the curve changes the model")
	}
	none := 0.0
	r, _ := train(&Curve{MaxCleanLoss: &none})
	c := r.Report.Report.TradeOff
	if got := r.Hardened.Ensemble.Origin.Trainer["harden-eps"]; c.Taken == 0 || r.Report.Report.Verdict.Eps != 0.1 ||
		got != tenth(c.Points[c.Taken].Share) {
		t.Errorf("took %+v, trained against %s, judged at %v", c.Points[c.Taken], got, r.Report.Report.Verdict.Eps)
	}
	for k := range c.Points[1:] {
		if c.Loss(k+1) <= 0 && c.Loss(c.Taken) > 0 {
			t.Errorf("took a loss of %v, point %d has none", c.Loss(c.Taken), k+1)
		}
	}
}

// After a search that took another booster and another radius, the natural point is still of the
// natural model that is written, shares are of the radius that models are judged at, and the command
// recorded needs no curve for the point taken.
func TestCurveAfterTuning(t *testing.T) {
	d := few(t)
	o := quick(t, d)
	o.Evaluate.Eps, o.Evaluate.Aim, o.Params.Threads = []float64{0.1}, eval.AimRobust, 1
	want, err := d.Curve(t.Context(), &o, 0.1, nil)
	if err != nil {
		t.Fatal(err)
	}
	var most float64
	o.Curve, o.Tuning = &Curve{MaxCleanLoss: &most}, &Tuning{
		Spaces:  []Space{SpaceAround(o.Params, o.Strategy, d.Train)},
		Command: func(flags map[string]string) string { return fmt.Sprint(flags[HardenEps], " ", flags["loop"]) },
	}
	h := hardeningOf(t, d, o)
	h.Evaluate.Focus, h.Params = 0.1, small(trainer.Forest)
	h.Strategy = advboost.Strategy{Booster: trainer.Forest, Eps: 0.2, Split: 1, Constraints: h.Strategy.Constraints}
	h.tuning, h.tuned = &eval.Tuning{}, map[string]string{HardenEps: "0.2", "loop": "none"}
	if err := h.curve(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := h.tradeOff.Points[0]; got != want.Points[0] {
		t.Errorf("natural: %+v, want %+v", got, want.Points[0])
	}
	for k, share := range []float64{0, 0.5, 1, 1.5, 2} { // of 0.1, for shares of 0.2
		if got := h.tradeOff.Points[k].Share; got != share {
			t.Errorf("point %d is hardened against %v of the radius, want %v", k, got, share)
		}
	}
	taken := h.tradeOff.Points[h.tradeOff.Taken].Share
	if got, want := h.tuning.Command, fmt.Sprint(taken/10, " none"); got != want || taken == 0 {
		t.Errorf("command %q, want %q", got, want)
	}
}

// tenth is the radius of a share of 0.1.
func tenth(share float64) string {
	return map[float64]string{0.25: "0.025", 0.5: "0.05", 0.75: "0.075", 1: "0.1"}[share]
}

package ablation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
)

// drawnFrom returns a contrast of two models on some rows of a file, which each seed draws;
// letters are those of all of its rows, by model.
func drawnFrom(letters [2]string, places [][]int, trees func(seed int) string) contrast {
	var c contrast
	for seed, some := range places {
		var p [2]*standing
		for k := range p {
			var of []byte
			for _, i := range some {
				of = append(of, letters[k][i])
			}
			p[k] = held(string(of), fmt.Sprint(k)+trees(seed), fmt.Sprint("scaled by seed ", seed), 600)
			p[k].File, p[k].Places = len(letters[k]), some
		}
		c = append(c, []pair{{p[0], p[1]}})
	}
	return c
}

// Seeds that draw rows of one file, with the same models, tell of the rows that they drew
// in all: their intervals are as wide as those of one seed on these, hold the mean of what
// the rows are from in 95 of 100 cases, and do not shrink with the number of seeds.
func TestRowsOfOneFile(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	robust := (&Group{}).measure(eval.AimRobust)
	random := rand.New(rand.NewPCG(1, 2))
	const rows, times = 200, 400
	for name, some := range map[string]struct{ seeds, rows int }{
		"all rows": {3, rows}, "most rows": {20, 180}, "few rows": {4, 60}, "one seed": {1, 60},
	} {
		held, wide, want := 0, 0.0, 0.0
		for range times {
			var letters [2][]byte
			for range rows {
				l := [2]byte{'b', 'b'}
				for k, share := range []float64{0.6, 0.5} {
					if random.Float64() < share {
						l[k] = 'r'
					}
				}
				letters[0], letters[1] = append(letters[0], l[0]), append(letters[1], l[1])
			}
			var places [][]int
			union := map[int]bool{}
			for range some.seeds {
				drawn := random.Perm(rows)[:some.rows]
				places = append(places, drawn)
				for _, i := range drawn {
					union[i] = true
				}
			}
			c := drawnFrom([2]string{string(letters[0]), string(letters[1])}, places, func(int) string { return "" })
			d := c.differences(t.Context(), robust)[0]
			if d.Over != OverRows {
				t.Fatalf("%s: over %s", name, d.Over)
			}
			values, _ := c.byRow(robust, c.judged())
			sum := 0.0
			for _, v := range values {
				sum += v / float64(len(values))
			}
			if len(values) != len(union) || math.Abs(sum-d.Mean) > 1e-9 {
				t.Fatalf("%s: %d rows with a mean of %v, want %d and %v", name, len(values), sum, len(union), d.Mean)
			}
			if d.Interval.Lo <= 0.1 && 0.1 <= d.Interval.Hi {
				held++
			}
			wide += (d.Interval.Hi - d.Interval.Lo) / times
			want += 2 * 1.96 * math.Sqrt((0.6*0.4+0.5*0.5)/float64(len(union))) / times
		}
		if rate := float64(held) / times; rate < 0.92 || wide < 0.95*want || wide > 1.15*want {
			t.Errorf("%s: %.3f of the intervals hold the mean, which are %.3f wide in the mean, want %.3f", name, rate, wide, want)
		}
	}
}

// Seeds with models of their own are a sample too, beside the rows of one file, however the
// training rows of each scale these.
func TestSeedsOnRowsOfOneFile(t *testing.T) {
	robust := (&Group{}).measure(eval.AimRobust)
	letters := [2]string{strings.Repeat("rrrrrbbbbb", 20), strings.Repeat("rrrrbbbbbb", 20)}
	all := make([]int, 200)
	for i := range all {
		all[i] = i
	}
	for name, places := range map[string][][]int{"all": {nil, nil, nil}, "some": {all[:150], all[50:], slices.Concat(all[:50], all[100:])}} {
		c := drawnFrom(letters, places, func(seed int) string { return fmt.Sprint(seed) })
		if name == "all" {
			c = nil
			for seed := range places {
				p := [2]*standing{}
				for k := range p {
					p[k] = held(letters[k], fmt.Sprint(k, seed), fmt.Sprint(seed), 600)
					p[k].File = 200
				}
				c = append(c, []pair{{p[0], p[1]}})
			}
		}
		rows := 1.96 * math.Sqrt(0.1*0.9/200)
		if d := c.differences(t.Context(), robust)[0]; d.Over != OverSeeds || math.Abs((d.Interval.Hi-d.Interval.Lo)/2-rows) > 0.1*rows {
			t.Errorf("%s: %+v, want a half width of %.3f", name, d, rows)
		}
		c[1][0].plus.File = 100
		if over := c.over(); over != OverSplits {
			t.Errorf("%s, of two files: over %s", name, over)
		}
	}
}

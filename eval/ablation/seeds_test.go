package ablation

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/store"
)

// share is a measure of what is in clean alone.
var share = measure{of: func(s *standing) float64 { return s.clean }}

// drawn returns a contrast of settings of which each has some of the seeds, and whose
// runs have a value each.
func drawn(has [][]int, value func(setting, seed int) float64) contrast {
	var c contrast
	for seed := range 5 {
		pairs, some := make([]pair, len(has)), false
		for i, seeds := range has {
			if slices.Contains(seeds, seed) {
				pairs[i], some = pair{&standing{clean: value(i, seed)}, &standing{}}, true
			}
		}
		if some {
			c = append(c, pairs)
		}
	}
	return c
}

// Settings count alike, however many seeds they have, and intervals hold the mean in 95 of
// 100 cases or about that, whether all settings have the noise of a seed or each its own.
func TestSeedsThatSomeLack(t *testing.T) {
	if testing.Short() {
		t.Skip("one goroutine, and so no races")
	}
	for name, has := range map[string][][]int{
		"all":           {{0, 1, 2}, {0, 1, 2}, {0, 1, 2}},
		"one lacks one": {{0, 1, 2}, {0, 1}, {0, 1, 2}},
		"no other":      {{0, 1}, {2, 3}},
		"half":          {{0, 1, 2}, {2, 3, 4}, {0, 2, 4}},
		"two of five":   {{0, 1, 2, 3, 4}, {0, 4}},
	} {
		for of, noise := range map[string]func(own, seed float64, setting int) float64{
			"their own":        func(own, _ float64, _ int) float64 { return own },
			"that of the seed": func(_, seed float64, _ int) float64 { return seed },
			"both":             func(own, seed float64, _ int) float64 { return own + seed },
			"of one alone":     func(own, _ float64, setting int) float64 { return own * float64(setting/(len(has)-1)) },
		} {
			random := rand.New(rand.NewPCG(1, 2))
			const times = 4000
			held := 0
			for range times {
				var seeds [5]float64
				for k := range seeds {
					seeds[k] = random.NormFloat64()
				}
				values := map[int]float64{}
				c := drawn(has, func(setting, seed int) float64 {
					off := noise(random.NormFloat64(), seeds[seed], setting)
					values[setting] += off / float64(len(has[setting]))
					return float64(10*setting) + off // that settings differ is no noise
				})
				s, want := c.seeds(share), 0.0
				for setting, mean := range values {
					want += (float64(10*setting) + mean) / float64(len(has))
				}
				if math.Abs(s.mean-want) > 1e-9 {
					t.Fatalf("%s: mean %v, want %v", name, s.mean, want)
				}
				if true := float64(10*(len(has)-1)) / 2; math.Abs(s.mean-true) <= s.half(0) {
					held++
				}
			}
			if rate := float64(held) / times; rate < 0.93 {
				t.Errorf("%s, with noise %s: %.3f of the intervals hold the mean", name, of, rate)
			}
		}
	}
	if s := drawn([][]int{{0}, {1}}, func(int, int) float64 { return 1 }).seeds(share); !math.IsInf(s.half(0), 1) {
		t.Errorf("a seed each: %+v", s)
	}
}

// What one seed of several says is neither praise nor an effect, and main effects are of
// the seeds that each two settings share.
func TestLeftOutSeeds(t *testing.T) {
	s := specOf(t, "seeds = [0, 1, 2]\nloop = [\"none\", \"lt\", \"cube\"]\nsplit = [0, 1]\n"+wdbc)
	all := fakeRuns(t, s, func(task Task) string {
		right := 40
		if task.Settings["split"] == "1" {
			right = 90
		}
		return robustRows(float64(right+int(task.Seed)) / 200)
	})
	find := func(left func(loop, split string, seed uint64) bool) *Findings {
		kept := slices.DeleteFunc(slices.Clone(all), func(r store.Run) bool {
			for _, loop := range []string{"none", "lt", "cube"} {
				for _, split := range []string{"0", "1"} {
					if strings.Contains(r.Settings, fmt.Sprintf("%q:%q", "loop", loop)) && strings.Contains(r.Settings, fmt.Sprintf("%q:%q", "split", split)) {
						return left(loop, split, r.Seed)
					}
				}
			}
			panic(r.Settings)
		})
		f, err := Find(t.Context(), s, nil, each(kept))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	effect := func(f *Findings) (Effect, string) {
		for i, e := range f.Effects {
			if e.Axis == "split" {
				var cells []string
				for _, c := range f.EffectTable().Rows[i] {
					cells = append(cells, c.Text)
				}
				return e, strings.Join(cells, "|")
			}
		}
		return Effect{}, f.EffectTable().Caption
	}

	// two of three seeds of a setting are left out
	f := find(func(loop, split string, seed uint64) bool { return loop == "cube" && split == "1" && seed > 0 })
	for _, g := range f.Groups {
		if cube := g.Settings["loop"] == "cube" && g.Settings["split"] == "1"; cube != (g.doubt == ofSeed) || cube != (g.Gain != nil && g.Gain.Alone) || cube && g.Verdict != eval.NoDifference {
			t.Errorf("%v: %s, %q, %+v", g.Settings, g.Verdict, g.doubt, g.Gain)
		}
	}
	if note := strings.Join(f.Notes(), "\n"); !strings.Contains(note, "One seed is all that some share with the baseline, and what others would say is not known: they are neither praised nor blamed (builtin:wdbc, split 1, loop cube).") {
		t.Error(note)
	}
	if strings.Contains(f.Answer, "split 1, loop cube") {
		t.Error(f.Answer)
	}
	if e, row := effect(f); e.Pairs != 2 || e.Robust.Seeds != 3 || e.Robust.Fewest != 3 || !strings.Contains(row, "|2 of 3|3|") {
		t.Errorf("%+v, %s", e, row)
	}

	// one of them is
	f = find(func(loop, split string, seed uint64) bool { return loop == "cube" && split == "1" && seed == 1 })
	if e, row := effect(f); e.Pairs != 3 || e.Robust.Seeds != 3 || e.Robust.Fewest != 2 || !strings.Contains(row, "|3|2 to 3|") {
		t.Errorf("%+v, %s", e, row)
	}

	// each two settings share other seeds than the next two
	f = find(func(loop, split string, seed uint64) bool {
		return loop == "lt" && split == "1" && seed == 1 || loop == "cube" && split == "0" && seed == 0 || loop == "none" && split == "0" && seed == 2
	})
	if e, row := effect(f); e.Pairs != 3 || e.Robust.Seeds != 2 || e.Robust.Fewest != 2 || math.Abs(e.Robust.Mean-0.25) > 0.05 {
		t.Errorf("%+v, %s", e, row)
	}

	// no two settings share a seed
	f = find(func(_, split string, seed uint64) bool { return (split == "0") != (seed == 0) })
	if e, row := effect(f); e.Pairs != 0 || !strings.HasSuffix(row, "|0 of 3|0|–|–|no seed in common") {
		t.Errorf("%+v, %s", e, row)
	}
}

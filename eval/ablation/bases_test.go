package ablation

import (
	"strings"
	"testing"
)

// robustRows are 400 rows, of which a share is robust, the others broken.
func robustRows(share float64) string {
	n := int(400*share + 0.5)
	return strings.Repeat("r", n) + strings.Repeat("b", 400-n)
}

// TestAnswerOverBaselines ranks no gains over different baselines: it goes by robust
// accuracy, and names the baseline of each.
func TestAnswerOverBaselines(t *testing.T) {
	for name, c := range map[string]struct {
		spec        string
		share       map[string]float64 // by booster, or another axis, and split
		axis        string
		want, never string
	}{
		"boosters": {
			"booster = [\"gbdt\", \"forest\"]\nsplit = [0, 1]\n", map[string]float64{"gbdt 0": 0.80, "gbdt 1": 0.95, "forest 0": 0.93, "forest 1": 0.99}, "booster",
			"More robust than its own baseline, on average over the data: " +
				"booster forest, split 1, with 99.0 % robust accuracy (+6.0 points over booster forest, split 0), more than any other by more than noise.", "a baseline, has",
		},
		"a baseline that has more": {
			"booster = [\"gbdt\", \"forest\"]\nsplit = [0, 1]\n", map[string]float64{"gbdt 0": 0.80, "gbdt 1": 0.95, "forest 0": 0.99, "forest 1": 0.99}, "booster",
			": booster gbdt, split 1, with 95.0 % robust accuracy (+15.0 points over booster gbdt, split 0); booster forest, split 0, a baseline, has 99.0 %.", "",
		},
		"norms": {
			"norm = [\"inf\", 2]\nsplit = [0, 1]\n", map[string]float64{"inf 0": 0.3, "inf 1": 0.5, "2 0": 0.6, "2 1": 0.9}, "norm",
			"In norm inf: More robust than the baseline, on average over the data: split 1, by +20.0 points of robust accuracy. " +
				"In norm 2: More robust than the baseline, on average over the data: split 1, by +30.0 points of robust accuracy.", "noise",
		},
		"none that gains": {
			"booster = [\"gbdt\", \"forest\"]\nsplit = [0, 1]\n", map[string]float64{"gbdt 0": 0.8, "gbdt 1": 0.8, "forest 0": 0.9, "forest 1": 0.9}, "booster",
			"None is more robust than its own baseline by more than noise.", "the baseline",
		},
		"one baseline": {
			"split = [0, 1]\n", map[string]float64{"gbdt 0": 0.3, "gbdt 1": 0.5}, "booster",
			"More robust than the baseline, on average over the data: split 1, by +20.0 points of robust accuracy.", "",
		},
	} {
		s := specOf(t, c.spec+wdbc)
		groups, err := groupsOf(t.Context(), s, nil, each(fakeRuns(t, s, func(task Task) string {
			return robustRows(c.share[task.Settings[c.axis]+" "+task.Settings["split"]])
		})))
		if err != nil {
			t.Fatal(err)
		}
		got, warned := strings.CutSuffix(answerOf(t.Context(), groups), " One seed tells little of what is noise: the intervals leave out how runs differ from seed to seed, which 5 show.")
		if !warned || !strings.HasSuffix(got, c.want) || c.never != "" && strings.Contains(got, c.never) {
			t.Errorf("%s: %s", name, got)
		}
		const same = "over the baseline with the same "
		if caption := caption(groups); strings.Contains(caption, same+c.axis+" on the same seeds") == (name == "one baseline") || name == "one baseline" && strings.Contains(caption, same) {
			t.Errorf("%s: %s", name, caption)
		}
	}
}

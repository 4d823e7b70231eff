package ablation

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/eval"
)

// standing is what a run is worth at the eps of its group.
type standing struct {
	accuracies, constant eval.Accuracies
	errors               eval.Accuracies // standard errors, since the rows are a sample
	clean, robust        map[string]class
}

// class is the share of the rows of a class that is right.
type class struct {
	rows, share float64
}

func (c class) variance() float64 { return c.share * (1 - c.share) / max(c.rows, 1) }

func standingOf(r *Result, key string) standing {
	m := r.Model
	s := standing{
		accuracies: eval.Accuracies{Robust: float64(m.Robust[key]), Balanced: float64(m.BalancedRobust[key]), WorstClass: 1},
		clean:      map[string]class{}, robust: map[string]class{},
	}
	even, worst := 0.0, 0.0
	for _, name := range slices.Sorted(maps.Keys(m.Classes)) {
		of := m.Classes[name]
		if of.Rows == 0 {
			continue
		}
		c := class{float64(of.Rows), float64(of.Robust[key])}
		s.clean[name], s.robust[name] = class{c.rows, of.Clean}, c
		part := c.rows / float64(m.Rows)
		s.errors.Robust += part * part * c.variance()
		s.errors.Balanced += c.variance()
		if even++; c.share < s.accuracies.WorstClass {
			s.accuracies.WorstClass, worst = c.share, c.variance()
		}
	}
	even = max(even, 1)
	s.constant = eval.Accuracies{Robust: r.Metrics.Constant.Accuracy, Balanced: 1 / even, WorstClass: 1 / even}
	s.errors = eval.Accuracies{Robust: math.Sqrt(s.errors.Robust), Balanced: math.Sqrt(s.errors.Balanced) / even, WorstClass: math.Sqrt(worst)}
	return s
}

// judge comes to the verdict on a group against the baseline. Intervals are over
// the seeds; where all seeds share the rows that are evaluated, or there is one
// seed, the error of these rows is in them too, taken as large as if the two
// models were evaluated on rows of their own.
func (g *Group) judge(baseline *Group) {
	key := eval.EpsName(g.Eps)
	var mine, theirs []standing
	sameRows := true
	for k := range g.runs {
		mine, theirs = append(mine, standingOf(g.runs[k], key)), append(theirs, standingOf(baseline.runs[k], key))
		sameRows = sameRows && g.runs[k].Metrics.Data.Hash == g.runs[0].Metrics.Data.Hash
	}
	interval := func(aim eval.Aim, less func(k int) (value, err float64)) eval.Interval {
		values, errors := make([]float64, len(mine)), make([]float64, len(mine))
		for k := range mine {
			other, err := less(k)
			values[k], errors[k] = mine[k].accuracies.Of(aim)-other, math.Hypot(mine[k].errors.Of(aim), err)
		}
		mean, half := stat.Mean(values, nil), 0.0
		if len(values) > 1 {
			_, lo, hi := tInterval(values)
			half = (hi - lo) / 2
		}
		if sameRows {
			half = math.Hypot(half, normal*stat.Mean(errors, nil))
		}
		return eval.Interval{Lo: mean - half, Hi: mean + half}
	}
	all := func(less func(aim eval.Aim) func(k int) (float64, float64)) eval.ByAim {
		of := func(aim eval.Aim) eval.Interval { return interval(aim, less(aim)) }
		return eval.ByAim{Robust: of(eval.AimRobust), Balanced: of(eval.AimBalanced), WorstClass: of(eval.AimWorstClass)}
	}
	e := eval.Evidence{
		Eps: g.Eps, First: eval.Accuracies{Balanced: stat.Mean(baseline.Balanced, nil)}, Second: eval.Accuracies{Balanced: stat.Mean(g.Balanced, nil)},
		Gain: all(func(aim eval.Aim) func(int) (float64, float64) {
			return func(k int) (float64, float64) { return theirs[k].accuracies.Of(aim), theirs[k].errors.Of(aim) }
		}),
		Lead: all(func(aim eval.Aim) func(int) (float64, float64) {
			return func(k int) (float64, float64) { return mine[k].constant.Of(aim), 0 }
		}),
		OnlyClass: onlyClass(mine), GivenUp: givenUp(mine, theirs),
	}
	g.Verdict = e.Word(g.aim())
}

// normal is how many standard errors an interval of 95 % reaches.
const normal = 1.96

// aim returns what the runs were judged by; earlier versions had one aim.
func (g *Group) aim() eval.Aim { return cmp.Or(g.runs[0].Metrics.Aim, eval.AimRobust) }

// onlyClass returns the class that all runs say for every row, "" for none.
func onlyClass(runs []standing) string {
	for name := range runs[0].clean {
		if !slices.ContainsFunc(runs, func(s standing) bool {
			for other, c := range s.clean {
				if other == name && c.share < 1 || other != name && c.share > 0 {
					return true
				}
			}
			return false
		}) {
			return name
		}
	}
	return ""
}

// givenUp returns a class that the runs give up in the mean, against the
// baseline's, nil for none.
func givenUp(mine, theirs []standing) *eval.Fall {
	of := func(runs []standing, name string, share func(*standing) map[string]class) class {
		var mean class
		for i := range runs {
			c := share(&runs[i])[name]
			mean.rows += c.rows / float64(len(runs))
			mean.share += c.share / float64(len(runs))
		}
		return mean
	}
	for _, name := range slices.Sorted(maps.Keys(mine[0].clean)) {
		for i, share := range []func(*standing) map[string]class{
			func(s *standing) map[string]class { return s.clean }, func(s *standing) map[string]class { return s.robust },
		} {
			from, to := of(theirs, name, share), of(mine, name, share)
			clear := from.share-to.share > normal*math.Sqrt(from.variance()+to.variance())
			if eval.GivesUp(i == 0, to.rows, from.share, to.share, clear) {
				return &eval.Fall{Class: name, From: from.share, To: to.share}
			}
		}
	}
	return nil
}

// answer names the setting that gains most over the baseline, in the mean over
// the data, of those that are praised.
func answer(groups []Group) string {
	axes := varying(groups)
	var labels []string
	of := map[string][]*Group{}
	for i := range groups {
		if g := &groups[i]; g.RobustGain != nil {
			label := g.label(axes)
			if of[label] == nil {
				labels = append(labels, label)
			}
			of[label] = append(of[label], g)
		}
	}
	if labels == nil {
		return fmt.Sprintf("%d groups of runs, none with a baseline to compare with.", len(groups))
	}
	best, most := "", 0.0
	for _, label := range labels {
		if gain, praised := praise(of[label]); praised && (best == "" || gain > most) {
			best, most = label, gain
		}
	}
	if best == "" {
		return "None is more robust than the baseline by more than noise."
	}
	return fmt.Sprintf("More robust than the baseline, by most in the mean over the data: %s, by %+.1f points of robust accuracy.", best, 100*most)
}

// praise returns the mean gain of groups of one setting, and whether it is
// praised: on some data, with no worse than noise on any other.
func praise(groups []*Group) (gain float64, praised bool) {
	blamed := false
	for _, g := range groups {
		praised = praised || g.Verdict == eval.MoreRobust
		blamed = blamed || g.Verdict != eval.MoreRobust && g.Verdict != eval.NoDifference
		gain += stat.Mean(g.RobustGain, nil) / float64(len(groups))
	}
	return gain, praised && !blamed
}

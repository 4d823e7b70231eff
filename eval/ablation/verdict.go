package ablation

import (
	"cmp"
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
		s.errors.Robust += float64(part * part * c.variance())
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

// measure returns what is compared for an aim: accuracy at the eps of the group.
func (g *Group) measure(aim eval.Aim) measure {
	key := eval.EpsName(g.Eps)
	return measure{
		of: func(r *Result) float64 {
			if aim == eval.AimRobust {
				return float64(r.Model.Robust[key])
			}
			s := standingOf(r, key)
			return s.accuracies.Of(aim)
		},
		values: func(r *Result) []float64 {
			if aim == eval.AimWorstClass {
				return nil // no mean of rows
			}
			return r.values(string(robust), aim == eval.AimBalanced)
		},
		err: func(r *Result) float64 { s := standingOf(r, key); return s.errors.Of(aim) },
	}
}

// cleanMeasure is accuracy without an attacker.
var cleanMeasure = measure{
	of:     func(r *Result) float64 { return r.Model.Clean },
	values: func(r *Result) []float64 { return r.values(string(robust)+string(clean), false) },
	err: func(r *Result) float64 {
		return math.Sqrt(class{float64(r.Model.Rows), r.Model.Clean}.variance() / max(float64(r.Model.Rows), 1))
	},
}

// lead returns how much more than the constant the first runs of a contrast
// have, and whether the rows of one split alone make that clear.
func (g *Group) lead(c contrast, aim eval.Aim) (over eval.Interval, clear bool) {
	key := eval.EpsName(g.Eps)
	var alone contrast
	values, errors := make([]float64, len(c)), 0.0
	for k, pairs := range c {
		alone = append(alone, []pair{{pairs[0].plus, pairs[0].plus}})
		s := standingOf(pairs[0].plus, key)
		values[k] = s.accuracies.Of(aim) - s.constant.Of(aim)
		errors += s.errors.Of(aim) / float64(len(c))
	}
	half := normal * errors
	switch alone.over() {
	case OverSplits:
		half = tHalf(values, alone.overlap())
	case OverSeeds:
		half = math.Hypot(tHalf(values, 0), half)
	}
	mean := stat.Mean(values, nil)
	return eval.Interval{Lo: mean - half, Hi: mean + half}, mean > normal*errors
}

// judge comes to the verdict on a group by its contrast to the baseline.
func (g *Group) judge(c contrast) {
	key := eval.EpsName(g.Eps)
	var mine, theirs []standing
	for _, pairs := range c {
		mine, theirs = append(mine, standingOf(pairs[0].plus, key)), append(theirs, standingOf(pairs[0].minus, key))
	}
	balanced := func(of []standing) (mean float64) {
		for i := range of {
			mean += of[i].accuracies.Balanced / float64(len(of))
		}
		return mean
	}
	all := func(of func(eval.Aim) eval.Interval) eval.ByAim {
		return eval.ByAim{Robust: of(eval.AimRobust), Balanced: of(eval.AimBalanced), WorstClass: of(eval.AimWorstClass)}
	}
	e := eval.Evidence{
		Eps: g.Eps, Holds: eval.Accuracies{Balanced: balanced(theirs)}, Second: eval.Accuracies{Balanced: balanced(mine)},
		Gain:      all(func(aim eval.Aim) eval.Interval { return c.difference(g.measure(aim)).Interval }),
		Lead:      all(func(aim eval.Aim) eval.Interval { over, _ := g.lead(c, aim); return over }),
		OnlyClass: onlyClass(mine), GivenUp: givenUp(mine, theirs),
	}
	g.Verdict = e.Word(g.aim())
	if _, clear := g.lead(c, g.aim()); clear && g.Verdict == eval.IsConstant && e.OnlyClass == "" {
		g.Verdict = eval.NoDifference // seeds too few to tell
	}
}

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

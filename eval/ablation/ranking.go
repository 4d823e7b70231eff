package ablation

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/hardwood-ml/hardwood/eval"
)

// ranking is the settings of groups of one norm, with the praised ones in order.
type ranking struct {
	groups   []Group
	axes     []string // axes that tell settings apart
	bases    []base   // baselines that gains are over
	compared bool     // some group has a baseline
	praised  []praised
}

// praised is a setting that is more robust than its baseline, on average or on some data sets.
type praised struct {
	label     string
	groups    []*Group // one for each of these data sets
	gain      float64  // mean over the groups
	elsewhere []*Group // on the other data sets

	// Compared with the best one, for which these are not set:

	shared []*Group // groups of the best one on the data of this one
	seeds  bool     // both share some seeds
	beaten bool     // the best one is better by more than noise
}

// rank sorts the praised settings, by the number of data sets and then by gain, or by robust accuracy
// if there are several baselines, and compares the best one with the others.
func rank(ctx context.Context, groups []Group) *ranking {
	r := &ranking{groups: groups, axes: telling(groups)}
	r.bases = basesOf(groups, r.axes)
	var labels []string
	of := map[string][]*Group{}
	for i := range groups {
		if g := &groups[i]; g.Gain != nil {
			label := g.label(r.axes)
			if of[label] == nil {
				labels = append(labels, label)
			}
			of[label] = append(of[label], g)
		}
	}
	r.compared = labels != nil
	for _, label := range labels {
		if on := praiseOn(of[label]); len(on) > 0 {
			r.praised = append(r.praised, praised{label: label, groups: on, gain: meanGain(on), elsewhere: without(of[label], on)})
		}
	}
	worth := func(p *praised) float64 {
		if len(r.bases) > 1 { // gains over different ones are not compared
			return mean(p.groups)
		}
		return p.gain
	}
	slices.SortStableFunc(r.praised, func(a, b praised) int {
		return cmp.Or(cmp.Compare(len(b.groups), len(a.groups)), cmp.Compare(worth(&b), worth(&a)))
	})
	for i := 1; i < len(r.praised); i++ {
		best, p := &r.praised[0], &r.praised[i]
		p.beaten, p.seeds = beats(ctx, best.groups, p.groups)
		p.shared = sharing(best.groups, p.groups)
	}
	return r
}

// without returns the groups that are none of some.
func without(groups, some []*Group) []*Group {
	return slices.DeleteFunc(slices.Clone(groups), func(g *Group) bool { return slices.Contains(some, g) })
}

// sharing returns those groups whose data set is also that of one of the others.
func sharing(groups, others []*Group) []*Group {
	return slices.DeleteFunc(slices.Clone(groups), func(g *Group) bool {
		return !slices.ContainsFunc(others, func(o *Group) bool { return o.Data == g.Data })
	})
}

// base is a baseline: its label and its groups, one for each data set.
type base struct {
	label  string
	groups []*Group
}

// basesOf returns the baselines that gains are over, in order.
func basesOf(groups []Group, axes []string) []base {
	var bases []base
	var known []*Group
	for i := range groups {
		b := groups[i].base
		if b == nil || slices.Contains(known, b) {
			continue
		}
		known = append(known, b)
		label := b.label(axes)
		at := slices.IndexFunc(bases, func(of base) bool { return of.label == label })
		if at < 0 {
			at = len(bases)
			bases = append(bases, base{label: label})
		}
		bases[at].groups = append(bases[at].groups, b)
	}
	return bases
}

// mean returns the robust accuracy that groups of one setting are judged by, averaged over data sets
// and seeds.
func mean(groups []*Group) float64 {
	sum := 0.0
	for _, g := range groups {
		for _, s := range g.runs {
			sum += s.accuracies.Of(g.aim()) / float64(len(g.runs)*len(groups))
		}
	}
	return sum
}

// beats reports whether groups of one setting are better than those of another by more than noise on
// some data set, and not clearly worse on any, on the seeds that both share; and whether they share
// any.
func beats(ctx context.Context, groups, others []*Group) (clear, seeds bool) {
	for _, g := range groups {
		for _, o := range others {
			if g.Data != o.Data {
				continue
			}
			c := contrastOf([][2]*Group{{g, o}})
			if c == nil {
				continue
			}
			seeds = true
			d := c.differences(ctx, g.measure(g.aim()))[0]
			if d.Clear() && d.Mean < 0 {
				return false, true
			}
			clear = clear || d.Clear()
		}
	}
	return clear, seeds
}

// praiseOn returns the groups of one setting that it is praised on: all, if it gains on average by more
// than noise, is more robust on some data set and no verdict is worse than no difference; else those
// on which it is more robust.
func praiseOn(groups []*Group) []*Group {
	robust := slices.DeleteFunc(slices.Clone(groups), func(g *Group) bool { return g.Verdict != eval.MoreRobust })
	blamed := slices.ContainsFunc(groups, func(g *Group) bool { return g.Verdict != eval.MoreRobust && g.Verdict != eval.NoDifference })
	if len(robust) > 0 && !blamed && gainsOnAverage(groups) {
		return groups
	}
	return robust
}

// gainsOnAverage reports whether the mean gain of groups of one setting is above 0 by more than noise,
// which is independent from data set to data set.
func gainsOnAverage(groups []*Group) bool {
	below := 0.0
	for _, g := range groups {
		if g.Gain.Alone {
			return false
		}
		below = math.Hypot(below, g.Gain.Mean-g.Gain.Interval.Lo)
	}
	return meanGain(groups) > below/float64(len(groups))
}

// meanGain returns the mean gain of groups of one setting.
func meanGain(groups []*Group) (gain float64) {
	for _, g := range groups {
		gain += g.Gain.Mean / float64(len(groups))
	}
	return gain
}

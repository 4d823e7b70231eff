package ablation

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
)

// answerOf names the settings that are praised, and which of them is right on most under
// attack, in the mean over the data, unless others are within noise of it. Settings of
// different norms are not compared, as an eps is another one in each.
func answerOf(ctx context.Context, groups []Group) string {
	var norms []string
	of := map[string][]Group{}
	for _, g := range groups {
		norm := g.Settings["norm"]
		if of[norm] == nil {
			norms = append(norms, norm)
		}
		of[norm] = append(of[norm], g)
	}
	if len(norms) < 2 {
		return answerIn(ctx, groups) + ofOneSeed(groups)
	}
	said := make([]string, len(norms))
	for i, norm := range norms {
		said[i] = fmt.Sprintf("In norm %s: %s", norm, answerIn(ctx, of[norm]))
	}
	return strings.Join(said, " ") + ofOneSeed(groups)
}

// enough seeds tell what is noise.
const enough = 5

// ofOneSeed says that one seed tells little, "" where the spec has more.
func ofOneSeed(groups []Group) string {
	if !slices.ContainsFunc(groups, func(g Group) bool { return g.Gain != nil && !g.Gain.Same && g.runs != nil && g.runs[0].ofSeeds == 1 }) {
		return ""
	}
	return fmt.Sprintf(" One seed tells little of what is noise: the intervals leave out how runs differ from seed to seed, which %d show.", enough)
}

// answerIn is answerOf for groups of one norm.
func answerIn(ctx context.Context, groups []Group) string {
	axes := telling(groups)
	var labels []string
	of := map[string][]*Group{}
	for i := range groups {
		if g := &groups[i]; g.Gain != nil {
			label := g.label(axes)
			if of[label] == nil {
				labels = append(labels, label)
			}
			of[label] = append(of[label], g)
		}
	}
	if labels == nil {
		if len(groups) == 1 {
			return "One setting, with nothing to compare it with."
		}
		return fmt.Sprintf("%d groups of runs, none with a baseline to compare with.", len(groups))
	}
	gains := map[string]float64{}
	var praised []string
	for _, label := range labels {
		if gain, is := praise(of[label]); is {
			gains[label] = gain
			praised = append(praised, label)
		}
	}
	if praised == nil {
		return unpraised(groups)
	}
	bases := basesOf(groups, axes)
	worth := func(label string) float64 {
		if len(bases) > 1 { // gains over different ones are not compared
			return mean(of[label])
		}
		return gains[label]
	}
	slices.SortStableFunc(praised, func(a, b string) int { // means over more of the data first
		return cmp.Or(cmp.Compare(len(of[b]), len(of[a])), cmp.Compare(worth(b), worth(a)))
	})
	best := praised[0]
	said := func(label string) string { return fmt.Sprintf("%s, by %+.1f points", label, 100*gains[label]) }
	scope := "in the mean over the data"
	if names := namesOf(of[best]); len(names) < len(dataOf(groups)) {
		scope = "on " + strings.Join(names, " and ") + " alone"
	}
	text := "More robust than the baseline, " + scope + ": " + said(best) + " of " + unit(groups) + onSome(of[best])
	if len(bases) > 1 {
		over := func(label, unit string) string {
			return fmt.Sprintf("%s, with %.1f %%%s (%+.1f points over %s)", label, 100*mean(of[label]), unit, 100*gains[label], of[label][0].base.label(axes))
		}
		said = func(label string) string { return over(label, "") }
		text = "More robust than its own baseline, " + scope + ": " + over(best, " "+unit(groups)) + onSome(of[best])
	}
	var near, elsewhere []string
	for _, label := range praised[1:] {
		clear, seeds := beats(ctx, of[best], of[label])
		names, both := namesOf(of[label]), sharing(of[best], of[label])
		switch where := "on " + strings.Join(names, " and "); {
		case clear && len(both) == len(names):
		case len(both) < max(len(names), len(of[best])):
			if len(both) == len(names) {
				gain, _ := praise(both)
				where += fmt.Sprintf(", where %s has %+.1f", best, 100*gain)
			}
			elsewhere = append(elsewhere, said(label)+" "+where)
		case !seeds:
			near = append(near, said(label)+" (no seed in common)")
		default:
			near = append(near, said(label))
		}
	}
	switch {
	case near != nil:
		text += "; within noise of that: " + strings.Join(near, "; ")
	case len(praised) > 1 && elsewhere == nil:
		text += ", more than any other by more than noise"
	}
	if elsewhere != nil {
		text += "; not on the same data: " + strings.Join(elsewhere, "; ")
	}
	if len(bases) > 1 {
		text += unbeaten(bases, mean(of[best]))
	}
	return text + "."
}

// namesOf returns the names of the data of groups of one setting.
func namesOf(groups []*Group) []string {
	var names []string
	for _, g := range groups {
		names = append(names, g.Data)
	}
	return names
}

// sharing returns those of the groups of one setting on whose data there is another one.
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

// unbeaten names the best of the baselines that are right on more than a setting under
// attack, "" where none are.
func unbeaten(bases []base, worth float64) string {
	text := ""
	for _, b := range bases {
		if of := mean(b.groups); of > worth {
			worth = of
			text = fmt.Sprintf("; %s, a baseline, has %.1f %%", b.label, 100*of)
		}
	}
	return text
}

// mean returns the robust accuracy that groups of one setting are judged by, in the mean
// over data and seeds.
func mean(groups []*Group) float64 {
	sum := 0.0
	for _, g := range groups {
		for _, s := range g.runs {
			sum += s.accuracies.Of(g.aim()) / float64(len(g.runs)*len(groups))
		}
	}
	return sum
}

// onSome says on how many of several data sets groups of one setting gain more than noise,
// and on how many they are praised; "" where on all.
func onSome(groups []*Group) string {
	clear, praised := 0, 0
	for _, g := range groups {
		if g.Verdict == eval.MoreRobust {
			praised++
		}
		if g.Verdict == eval.MoreRobust || g.doubt != "" && g.doubt != ofSeed {
			clear++
		}
	}
	switch {
	case praised == len(groups):
		return ""
	case clear > praised:
		return fmt.Sprintf(" (by more than noise on %d of %d data sets, and %s on %d)", clear, len(groups), eval.MoreRobust, praised)
	}
	return fmt.Sprintf(" (by more than noise on %d of %d data sets)", clear, len(groups))
}

// unpraised says that no setting is praised, and where seeds are too few to tell.
func unpraised(groups []Group) string {
	text := "None is more robust than the baseline by more than noise."
	if slices.ContainsFunc(groups, func(g Group) bool { return g.Gain != nil && g.Gain.Clear() && g.Gain.Mean > 0 }) {
		text = "None is more robust than the baseline and better than the constant, both by more than noise and at the expense of no class."
	}
	const few = 2 // of whose spread next to nothing is known
	if slices.ContainsFunc(groups, func(g Group) bool {
		return g.Gain != nil && g.Gain.Over != OverRows && len(g.Seeds) == few && g.Verdict == eval.NoDifference
	}) {
		text += fmt.Sprintf(" Two seeds tell little of what is noise: %d make the intervals several times narrower.", enough)
	}
	return text
}

// beats reports whether groups of one setting are better than those of another
// on some data by more than noise, and worse on none, on the seeds that both were run with,
// and whether there are any.
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

// praise returns the mean gain of groups of one setting, and whether it is
// praised: on some data, with no worse than noise on any other.
func praise(groups []*Group) (gain float64, praised bool) {
	blamed := false
	for _, g := range groups {
		praised = praised || g.Verdict == eval.MoreRobust
		blamed = blamed || g.Verdict != eval.MoreRobust && g.Verdict != eval.NoDifference
		gain += g.Gain.Mean / float64(len(groups))
	}
	return gain, praised && !blamed
}

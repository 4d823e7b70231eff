package ablation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
)

// answerOf names the settings that are praised, and which of them gains most over
// the baseline, in the mean over the data, unless others are within noise of it.
func answerOf(ctx context.Context, groups []Group) string {
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
		return fmt.Sprintf("%d groups of runs, none with a baseline to compare with.", len(groups))
	}
	best, most := "", 0.0
	gains := map[string]float64{}
	for _, label := range labels {
		if gain, praised := praise(of[label]); praised {
			if gains[label] = gain; best == "" || gain > most {
				best, most = label, gain
			}
		}
	}
	if best == "" {
		return unpraised(groups)
	}
	said := func(label string) string { return fmt.Sprintf("%s, by %+.1f points", label, 100*gains[label]) }
	text := "More robust than the baseline, in the mean over the data: " + said(best) + " of " + unit(groups) + onSome(of[best])
	var near []string
	for _, label := range labels {
		if _, praised := gains[label]; praised && label != best && !beats(ctx, of[best], of[label]) {
			near = append(near, said(label))
		}
	}
	switch {
	case near != nil:
		return text + "; within noise of that: " + strings.Join(near, "; ") + "."
	case len(gains) > 1:
		return text + ", more than any other by more than noise."
	}
	return text + "."
}

// onSome says on how many of several data sets groups of one setting gain more than noise,
// and on how many they are praised; "" where on all.
func onSome(groups []*Group) string {
	clear, praised := 0, 0
	for _, g := range groups {
		if g.Verdict == eval.MoreRobust {
			praised++
		}
		if g.Verdict == eval.MoreRobust || g.doubt != "" {
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
	if slices.ContainsFunc(groups, func(g Group) bool { return g.Gain != nil && g.Gain.Interval.Lo > 0 }) {
		text = "None is more robust than the baseline and better than the constant, both by more than noise and at the expense of no class."
	}
	const few, enough = 2, 5 // of whose spread next to nothing is known
	if slices.ContainsFunc(groups, func(g Group) bool {
		return g.Gain != nil && g.Gain.Over != OverRows && len(g.Seeds) == few && g.Verdict == eval.NoDifference
	}) {
		text += fmt.Sprintf(" Two seeds tell little of what is noise: %d make the intervals several times narrower.", enough)
	}
	return text
}

// beats reports whether groups of one setting are better than those of another
// on some data by more than noise, and worse on none.
func beats(ctx context.Context, groups, others []*Group) (clear bool) {
	for _, g := range groups {
		for _, o := range others {
			if g.Data != o.Data {
				continue
			}
			d := contrastOf([][2]*Group{{g, o}}).differences(ctx, g.measure(g.aim()))[0]
			if d.Interval.Hi < 0 {
				return false
			}
			clear = clear || d.Interval.Lo > 0
		}
	}
	return clear
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

package ablation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// answerOf names the praised settings, the one with the highest robust accuracy averaged over the
// data sets first, and those within noise of it. Settings of different norms are not compared, as an
// eps means something else in each.
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
		return rank(ctx, groups).sentence() + ofOneSeed(groups)
	}
	said := make([]string, len(norms))
	for i, norm := range norms {
		said[i] = fmt.Sprintf("In norm %s: %s", norm, rank(ctx, of[norm]).sentence())
	}
	return strings.Join(said, " ") + ofOneSeed(groups)
}

// enough is a number of seeds that shows what is noise.
const enough = 5

// ofOneSeed says that one seed tells little, "" if the spec has more.
func ofOneSeed(groups []Group) string {
	if !slices.ContainsFunc(groups, func(g Group) bool { return g.Gain != nil && !g.Gain.Same && g.runs != nil && g.runs[0].ofSeeds == 1 }) {
		return ""
	}
	return fmt.Sprintf(" One seed tells little of what is noise: the intervals leave out how runs differ from seed to seed, which %d show.", enough)
}

// sentence says which settings are praised.
func (r *ranking) sentence() string {
	switch {
	case !r.compared && len(r.groups) == 1:
		return "One setting, with nothing to compare it with."
	case !r.compared:
		return fmt.Sprintf("%d groups of runs, none with a baseline to compare with.", len(r.groups))
	case r.praised == nil:
		return unpraised(r.groups, r.baseline())
	}
	best, scope := &r.praised[0], "on average over the data"
	if names := namesOf(best.groups); len(names) < len(dataOf(r.groups)) {
		scope = "on " + strings.Join(names, " and ") + " alone"
	}
	text := "More robust than " + r.baseline() + ", " + scope + ": " + r.worth(best, unit(best.groups)) + onSome(best.groups) + verdictsOn(best.elsewhere) + r.others()
	if len(r.bases) > 1 {
		text += unbeaten(r.bases, mean(best.groups))
	}
	return text + "."
}

// baseline names what a setting is compared with.
func (r *ranking) baseline() string {
	if len(r.bases) > 1 {
		return "its own baseline"
	}
	return "the baseline"
}

// worth says what a praised setting gains, in a unit if one is given.
func (r *ranking) worth(p *praised, unit string) string {
	if len(r.bases) > 1 {
		if unit != "" {
			unit = " " + unit
		}
		return fmt.Sprintf("%s, with %.1f %%%s (%s points over %s)", p.label, 100*mean(p.groups), unit, report.Signed(p.gain), p.groups[0].base.label(r.axes))
	}
	if unit != "" {
		unit = " of " + unit
	}
	return fmt.Sprintf("%s, by %s points%s", p.label, report.Signed(p.gain), unit)
}

// others says how the other praised settings compare with the best, "" if there are none.
func (r *ranking) others() string {
	best := &r.praised[0]
	var near, elsewhere []string
	for i := range r.praised[1:] {
		p := &r.praised[1+i]
		names := namesOf(p.groups)
		switch where := "on " + strings.Join(names, " and "); {
		case p.beaten && len(p.shared) == len(names):
		case len(p.shared) < max(len(names), len(best.groups)):
			if len(p.shared) == len(names) {
				where += fmt.Sprintf(", where %s has %s", best.label, report.Signed(meanGain(p.shared)))
			}
			elsewhere = append(elsewhere, r.worth(p, "")+" "+where)
		case !p.seeds:
			near = append(near, r.worth(p, "")+" (no seed in common)")
		default:
			near = append(near, r.worth(p, ""))
		}
	}
	text := ""
	switch {
	case near != nil:
		text = "; within noise of that: " + strings.Join(near, "; ")
	case len(r.praised) > 1 && elsewhere == nil:
		text = ", more than any other by more than noise"
	}
	if elsewhere != nil {
		text += "; not on the same data: " + strings.Join(elsewhere, "; ")
	}
	return text
}

// namesOf returns the data sets of the groups of one setting.
func namesOf(groups []*Group) []string {
	var names []string
	for _, g := range groups {
		names = append(names, g.Data)
	}
	return names
}

// unbeaten names the best baseline with a higher robust accuracy than worth, "" if there is none.
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

// onSome says on how many data sets the groups of one setting gain more than noise, and on how many
// they are praised; "" if on all.
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

// verdictsOn says what the verdicts of a setting are on the data sets that it is not praised on, "" if
// there are none.
func verdictsOn(groups []*Group) string {
	if len(groups) == 0 {
		return ""
	}
	var parts []string
	for _, g := range groups {
		parts = append(parts, fmt.Sprintf("%s on %s", g.Verdict, g.Data))
	}
	return " (" + strings.Join(parts, ", ") + ")"
}

// unpraised says that no setting is praised, and whether there are too few seeds to tell.
func unpraised(groups []Group, baseline string) string {
	text := "None is more robust than " + baseline + " by more than noise."
	if slices.ContainsFunc(groups, func(g Group) bool { return g.Gain != nil && g.Gain.Clear() && g.Gain.Mean > 0 }) {
		text = "None is more robust than " + baseline + " and better than the constant, both by more than noise and at the expense of no class."
	}
	const few = 2 // seeds, which show almost nothing of the spread
	if slices.ContainsFunc(groups, func(g Group) bool {
		return g.Gain != nil && g.Gain.Over != OverRows && len(g.Seeds) == few && g.Verdict == eval.NoDifference
	}) {
		text += fmt.Sprintf(" Two seeds tell little of what is noise: %d make the intervals several times narrower.", enough)
	}
	return text
}

package ablation

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/eval"
)

// lead returns the interval of the lead of the first runs of a contrast over the constant, and
// whether the mean lead exceeds the noise of the test rows alone.
func (g *Group) lead(c contrast, aim eval.Aim) (over eval.Interval, clear bool) {
	var alone contrast
	values, errors := make([]float64, len(c)), 0.0
	for k, pairs := range c {
		alone = append(alone, []pair{{pairs[0].plus, pairs[0].plus}})
		s := pairs[0].plus
		values[k] = s.accuracies.Of(aim) - s.constant.Of(aim)
		errors += s.errors.Of(aim) / float64(len(c))
	}
	if rows := alone.judged(); rows.number != nil { // more than one seed drew
		errors *= math.Sqrt(float64(c.first().rows) / float64(rows.rows))
	}
	half := normal * errors
	switch alone.over() {
	case OverSplits:
		half = seedsOf(values).splitsHalf(errors, alone.overlap())
	case OverSeeds:
		half = math.Hypot(seedsOf(values).half(0), half)
	}
	mean := stat.Mean(values, nil)
	return eval.Interval{Lo: mean - half, Hi: mean + half}, mean > normal*errors
}

// constant reports whether a group, which may be a baseline, is no better than the constant. One that
// only undecided rows can put above it may be.
func (g *Group) constant() bool {
	if g.Verdict != "" || g.Gain != nil {
		return g.Verdict == eval.IsConstant
	}
	if onlyClass(g.runs) != "" {
		return true
	}
	aim := g.aim()
	robust := meanOf(g.runs, func(s *standing) eval.Accuracies { return s.accuracies }).Of(aim)
	open := meanOf(g.runs, func(s *standing) eval.Accuracies { return s.open }).Of(aim)
	constant := meanOf(g.runs, func(s *standing) eval.Accuracies { return s.constant }).Of(aim)
	if robust <= constant && constant < robust+open {
		return false
	}
	over, clear := g.lead(contrastOf([][2]*Group{{g, g}}), aim)
	return !(over.Lo > 0 || clear)
}

// judge sets the gain of a group from its contrast with the baseline, and the verdict on it.
func (g *Group) judge(ctx context.Context, c contrast) {
	var measures []measure
	for _, aim := range eval.Aims {
		measures = append(measures, g.measure(aim))
	}
	more := c.differences(ctx, measures...)
	gain := func(aim eval.Aim) *Difference { return &more[slices.Index(eval.Aims, aim)] }
	g.Gain = gain(g.aim())
	var mine, theirs []*standing
	for _, pairs := range c {
		mine, theirs = append(mine, pairs[0].plus), append(theirs, pairs[0].minus)
	}
	proved := func(s *standing) eval.Accuracies { return s.accuracies }
	holds := func(s *standing) eval.Accuracies { return plus(s.accuracies, s.open, 1) }
	constant := func(s *standing) eval.Accuracies { return s.constant }
	all := func(of func(eval.Aim) eval.Interval) eval.ByAim {
		return eval.ByAim{Robust: of(eval.AimRobust), Balanced: of(eval.AimBalanced), WorstClass: of(eval.AimWorstClass)}
	}
	e := eval.Evidence{
		Eps: g.Eps, First: meanOf(theirs, proved), Second: meanOf(mine, proved), Constant: meanOf(mine, constant),
		Holds:     [2]eval.Accuracies{meanOf(theirs, holds), meanOf(mine, holds)},
		Gain:      all(func(aim eval.Aim) eval.Interval { return gain(aim).Interval }),
		Lead:      all(func(aim eval.Aim) eval.Interval { over, _ := g.lead(c, aim); return over }),
		OnlyClass: onlyClass(mine), GivenUp: givenUp(mine, theirs),
	}
	if c.same() { // the same models as the baseline give up nothing
		e.GivenUp = nil
	}
	g.Verdict = e.Word(g.aim())
	alone := g.Gain.Alone && (g.Verdict == eval.MoreRobust || g.Verdict == eval.LessRobust)
	if alone {
		g.Verdict = eval.NoDifference
	}
	leadOpen := false
	if _, clear := g.lead(c, g.aim()); clear && g.Verdict == eval.IsConstant && e.OnlyClass == "" {
		g.Verdict, leadOpen = eval.NoDifference, true // seeds too few to tell
	}
	switch {
	case alone:
		g.doubt = ofSeed
	case g.Verdict != eval.NoDifference || !(g.Gain.Interval.Lo > 0):
	case leadOpen:
		g.doubt = ofLead
	case e.Second.Of(g.aim()) <= e.Constant.Of(g.aim()):
		g.doubt = ofOpen
	default:
		g.doubt = ofClasses
	}
}

// meanOf returns the mean accuracies of runs.
func meanOf(runs []*standing, of func(*standing) eval.Accuracies) (mean eval.Accuracies) {
	for _, s := range runs {
		mean = plus(mean, of(s), 1/float64(len(runs)))
	}
	return mean
}

// plus returns a plus a share of b.
func plus(a, b eval.Accuracies, share float64) eval.Accuracies {
	return eval.Accuracies{
		Robust: a.Robust + float64(share*b.Robust), Balanced: a.Balanced + float64(share*b.Balanced), WorstClass: a.WorstClass + float64(share*b.WorstClass),
	}
}

// doubt is why a setting is not praised although its gain is more than noise, or not blamed for its
// loss.
type doubt string

// The doubts.
const (
	ofSeed    doubt = "seed"    // it shares only one seed with the baseline
	ofLead    doubt = "lead"    // its lead over the constant is unsure
	ofOpen    doubt = "open"    // only undecided rows can put it above the constant
	ofClasses doubt = "classes" // it is worse on average over the classes
)

// doubts are their words, beside the verdict and in a note.
var doubts = map[doubt]struct{ beside, says string }{
	ofSeed:    {"one seed only", ""},
	ofLead:    {"lead over the constant unsure", "their lead over the constant differs so much from seed to seed that it may be noise, and more seeds would tell"},
	ofOpen:    {"no more than the constant without open rows", "only rows left open can put them above the constant"},
	ofClasses: {"less over the classes", "on average over the classes they are right on less than the baseline, or may be by rows left open"},
}

// doubtNote says why settings that gain more than noise are not praised, or that lose are not blamed,
// "" if there are none.
func doubtNote(groups []Group) string {
	axes := telling(groups)
	of := map[doubt][]string{}
	for i := range groups {
		g := &groups[i]
		of[g.doubt] = append(of[g.doubt], strings.TrimSuffix(g.Data+", "+g.Settings.label(axes), ", "))
	}
	var said, notes []string
	for _, why := range []doubt{ofLead, ofOpen, ofClasses} {
		if names := of[why]; names != nil {
			said = append(said, fmt.Sprintf("%s (%s)", doubts[why].says, strings.Join(names, "; ")))
		}
	}
	if said != nil {
		notes = append(notes, fmt.Sprintf("Settings that gain more than noise have the verdict %s if %s.", eval.NoDifference, strings.Join(said, ", or if ")))
	}
	if names := of[ofSeed]; names != nil {
		notes = append(notes, fmt.Sprintf("One seed is all that some share with the baseline, and what others would say is not known: they are neither praised nor blamed (%s).", strings.Join(names, "; ")))
	}
	return strings.Join(notes, " ")
}

// onlyClass returns the class that all runs predict for every row, "" if there is none.
func onlyClass(runs []*standing) string {
	for _, only := range runs[0].classes {
		if !slices.ContainsFunc(runs, func(s *standing) bool {
			return slices.ContainsFunc(s.classes, func(c classStanding) bool {
				return c.name == only.name && c.clean < 1 || c.name != only.name && c.clean > 0
			})
		}) {
			return only.name
		}
	}
	return ""
}

// givenUp returns a class that the runs give up on average, compared with those of the baseline, nil
// for none.
func givenUp(mine, theirs []*standing) *eval.Fall {
	of := func(runs []*standing, name string, share func(*classStanding) float64) class {
		var mean class
		for _, s := range runs {
			if c := s.class(name); c != nil {
				mean.rows += c.rows / float64(len(runs))
				mean.share += share(c) / float64(len(runs))
				mean.grouped += s.grouped / float64(len(runs))
			}
		}
		return mean
	}
	for _, c := range mine[0].classes {
		for i, share := range []func(*classStanding) float64{
			func(c *classStanding) float64 { return c.clean }, func(c *classStanding) float64 { return c.robust },
		} {
			mineOf := share
			if i > 0 { // undecided rows are no reason for blame
				mineOf = func(c *classStanding) float64 { return c.holds }
			}
			from, to := of(theirs, c.name, share), of(mine, c.name, mineOf)
			clear := from.share-to.share > normal*math.Sqrt(from.variance()+to.variance())
			if eval.GivesUp(i == 0, to.rows, from.share, to.share, clear) {
				return &eval.Fall{Class: c.name, From: from.share, To: to.share}
			}
		}
	}
	return nil
}

package ablation

import (
	"cmp"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// Table returns the table of an ablation: a row per group, with the axes on which groups differ. It
// has no times, so that it depends only on the spec and the version.
func (f *Findings) Table() *report.Table {
	groups := f.Groups
	const verdict = "verdict"
	t := &report.Table{Caption: caption(groups),
		Columns: []report.Column{{Name: "data", Text: true}}}
	axes := varying(groups)
	for _, a := range axes {
		t.Columns = append(t.Columns, ColumnOf(strings.TrimPrefix(a, trainPrefix)))
	}
	names := []string{"eps", "clean", "robust", "gain", verdict, "balanced robust"}
	if len(groups) > 0 {
		for _, multiple := range groups[0].Multiples {
			names = append(names, "robust at "+eval.EpsName(multiple)+" eps")
		}
	}
	some := anyOpen(groups)
	if some {
		names = append(names, "open")
	}
	for _, name := range append(names, "mean distance", "constant", "seeds") {
		t.Columns = append(t.Columns, report.Column{Name: name, Text: name == verdict})
	}
	for i := range groups {
		g := &groups[i]
		row := []report.Cell{report.Word(g.Data)}
		for _, a := range axes {
			row = append(row, report.Word(g.Settings.shown(a)))
		}
		row = append(row, report.Number(g.Eps), spread(g.Clean), spread(g.Robust), g.gain(), g.verdict(), spread(g.Balanced))
		for _, robust := range g.Further {
			row = append(row, spread(robust))
		}
		if some {
			row = append(row, spread(g.Open))
		}
		t.Rows = append(t.Rows, append(row, distance(g.Mean), report.Percent(g.Constant), report.Count(len(g.Seeds))))
	}
	return t
}

// shown returns the value of an axis for tables, a dash if it does not apply.
func (s Settings) shown(axis string) string { return cmp.Or(s[axis], "–") }

// varying returns the axes on which groups differ from others of their data.
func varying(groups []Group) []string {
	return varyingWithin(func(yield func(string, Settings) bool) {
		for i := range groups {
			if !yield(groups[i].Data, groups[i].Settings) {
				return
			}
		}
	})
}

// varyingWithin returns the axes on which settings differ from others of the same data:
// what a spec leaves out differs between data sets.
func varyingWithin(all iter.Seq2[string, Settings]) []string {
	of := map[string][]Settings{}
	for data, s := range all {
		of[data] = append(of[data], s)
	}
	differ := map[string]bool{}
	for _, settings := range of {
		for _, name := range Varying(slices.Values(settings)) {
			differ[name] = true
		}
	}
	names := slices.Collect(maps.Keys(differ))
	sortAxes(names)
	return names
}

// Varying returns the axes on which settings that have them differ.
func Varying(all iter.Seq[Settings]) []string {
	first, differ := map[string]string{}, map[string]bool{}
	for s := range all {
		for name, v := range s {
			if had, known := first[name]; !known {
				first[name] = v
			} else if v != had {
				differ[name] = true
			}
		}
	}
	names := slices.Collect(maps.Keys(differ))
	sortAxes(names)
	return names
}

// sortAxes puts names of axes in the order of tables.
func sortAxes(names []string) {
	rank := func(name string) int {
		if at := slices.Index(axisNames, name); at >= 0 {
			return at
		}
		return len(axisNames)
	}
	slices.SortFunc(names, func(a, b string) int {
		if d := rank(a) - rank(b); d != 0 {
			return d
		}
		return strings.Compare(a, b)
	})
}

// spread shows a mean share, with the standard deviation if there are at least two seeds.
func spread(values []float64) report.Cell {
	c := report.Percent(stat.Mean(values, nil))
	if len(values) > 1 {
		c.Text = fmt.Sprintf("%.1f ± %.1f %%", 100*c.Value, 100*stat.StdDev(values, nil))
	}
	return c
}

func distance(values []float64) report.Cell { return report.Number(stat.Mean(values, nil)) }

// gain shows the mean difference with its 95 % interval.
func (g *Group) gain() report.Cell {
	switch {
	case g.IsBaseline:
		return report.Cell{Text: "baseline", Value: math.NaN()}
	case g.Gain == nil:
		return report.Number(math.NaN())
	}
	return g.Gain.cell()
}

// verdict shows the verdict and, if the gain does not tell, why it is not praise.
func (g *Group) verdict() report.Cell {
	c := report.Word(cmp.Or(string(g.Verdict), "–"))
	c.Beside = doubts[g.doubt].beside
	return c
}

// cell shows a difference in points.
func (d *Difference) cell() report.Cell {
	switch {
	case d.Seeds == 0:
		return report.Number(math.NaN())
	case d.Same:
		return report.Cell{Text: "same models", Value: d.Mean}
	}
	c := report.Cell{Text: report.Signed(d.Mean), Value: d.Mean}
	if !math.IsInf(d.Interval.Lo, 0) {
		c.Beside = report.Signed(d.Interval.Lo) + " to " + report.Signed(d.Interval.Hi)
	}
	return c
}

// byChance says how many of n 95 % intervals miss 0 by chance although nothing differs, "" for few.
func byChance(n int) string {
	if n < 10 {
		return ""
	}
	return fmt.Sprintf("; of %d such intervals about %d miss 0 by chance", n, (n+10)/20)
}

// ofBase says on which of the axes in which baselines differ a setting agrees with its own baseline,
// "" if there is one baseline.
func ofBase(groups []Group) string {
	var bases []Group
	for i := range groups {
		if groups[i].IsBaseline {
			bases = append(bases, groups[i])
		}
	}
	var names []string
	for _, axis := range telling(bases) {
		names = append(names, strings.TrimPrefix(axis, trainPrefix))
	}
	if names == nil {
		return ""
	}
	return "with the same " + strings.Join(names, " and ") + " "
}

// caption returns the caption of the table, which says what the intervals of the gains cover.
func caption(groups []Group) string {
	text := "Mean over seeds, with the standard deviation; gains are in points over the baseline " + ofBase(groups) + "on the same seeds, with the 95 % interval"
	for _, over := range []struct{ what, says string }{
		{OverSplits, "over splits, corrected for the rows that they share"},
		{OverSeeds, "over seeds and over the test rows, which all seeds have from one file"},
		{OverRows, "over the test rows alone: one seed, or seeds that make the same models"},
	} {
		if slices.ContainsFunc(groups, func(g Group) bool { return g.Gain != nil && g.Gain.Over == over.what }) {
			text += "; " + over.says
		}
	}
	if slices.ContainsFunc(groups, func(g Group) bool {
		return slices.ContainsFunc(g.runs, func(s *standing) bool { return s.Groups != nil })
	}) {
		text += "; test rows that split-by keeps together count together"
	}
	compared := 0
	for i := range groups {
		if g := &groups[i]; g.Gain != nil && !g.Gain.Same {
			compared++
		}
	}
	return text + ofAims(groups) + byChance(compared)
}

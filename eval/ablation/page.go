package ablation

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval/report"
)

// Plots returns a plot per data set: the clean and the robust accuracy of each group, in terms of
// the aim of the data set, with a point per seed.
func (f *Findings) Plots() []*report.Plot {
	groups := f.Groups
	var plots []*report.Plot
	axes := telling(groups)
	for _, data := range dataOf(groups) {
		name := "ablation-" + fileName(data)
		if slices.ContainsFunc(plots, func(p *report.Plot) bool { return strings.EqualFold(p.Name, name) }) { // a-b and a b
			name += fmt.Sprintf("-%d", len(plots)+1)
		}
		p := &report.Plot{Name: name, Title: data, Share: true, Both: true}
		for i := range groups {
			g := &groups[i]
			if g.Data != data {
				continue
			}
			of := wordOf(g.aim())
			p.X, p.Y = "clean accuracy"+of, "robust accuracy"+of
			points := report.Series{Name: g.label(axes), Marks: true, Color: len(p.Series)}
			for _, s := range g.runs {
				points.X, points.Y = append(points.X, s.cleanly().Of(g.aim())), append(points.Y, s.accuracies.Of(g.aim()))
			}
			p.Series = append(p.Series, points)
		}
		plots = append(plots, p)
	}
	return plots
}

// telling returns the axes that tell groups of one data set apart: those that vary, without those
// that depend on booster and norm alone, as defaults do.
func telling(groups []Group) []string {
	return slices.DeleteFunc(varying(groups), func(axis string) bool {
		if axis == "booster" || axis == "norm" {
			return false
		}
		of := map[[3]string]string{}
		for i := range groups {
			s := groups[i].Settings
			with := [3]string{groups[i].Data, s["booster"], s["norm"]}
			if had, known := of[with]; known && had != s[axis] {
				return false
			}
			of[with] = s[axis]
		}
		return true
	})
}

// label names a group by some axes.
func (g *Group) label(axes []string) string {
	return cmp.Or(g.Settings.label(axes), g.Data)
}

// label names settings by some axes, "" if they have none of them.
func (s Settings) label(axes []string) string {
	var parts []string
	for _, a := range axes {
		if v := s[a]; v != "" {
			parts = append(parts, strings.TrimPrefix(a, trainPrefix)+" "+v)
		}
	}
	return strings.Join(parts, ", ")
}

// fileName replaces everything except letters, digits and dashes by dashes.
func fileName(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return '-'
	}, s)
}

// Page returns the report of an ablation.
func (f *Findings) Page(command, version string) *report.Page {
	s, groups := f.Spec, f.Groups
	tables := []report.Table{*f.Table()}
	if effects := f.EffectTable(); effects != nil {
		tables = append(tables, *effects)
	}
	if interactions := f.InteractionTable(); interactions != nil {
		tables = append(tables, *interactions)
	}
	p := &report.Page{
		Title: s.Name, Answer: f.Answer, Command: command,
		Sections: []report.Section{
			{Heading: "Runs", Text: strings.Join(f.Notes(), " "), Tables: tables},
			{Heading: "Clean and robust accuracy", Plots: f.Plots(), Text: "A point per seed: the higher, the better under attack; the further right, the better without an attacker."},
		},
		Footer: "hardwood " + version,
	}
	for _, d := range s.Data {
		p.Settings = append(p.Settings, [2]string{"data " + d.Name, d.said()})
	}
	p.Settings = append(p.Settings, [2]string{"seeds", fmt.Sprint(s.Seeds)}, [2]string{"evaluated by", s.Evaluate.Method})
	values := newLeftOut() // includes what has no effect in some groups, such as natural ones
	for i := range groups {
		values.add(groups[i].Data, groups[i].Settings, nil)
	}
	for i := range groups {
		values.addPlain(groups[i].Data, groups[i].Settings)
	}
	for _, name := range varying(groups) {
		delete(values.of, name)
	}
	for _, name := range slices.Sorted(maps.Keys(values.of)) {
		p.Settings = append(p.Settings, [2]string{strings.TrimPrefix(name, trainPrefix), values.said(name)})
	}
	return p
}

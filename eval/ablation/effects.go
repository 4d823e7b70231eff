package ablation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval"
	"github.com/hardwood-ml/hardwood/eval/report"
)

// Effect is the main effect of a value of an axis on one data set and in one norm: what it adds over
// another value, averaged over all settings with a partner that differs in nothing else, on the seeds
// that both share.
type Effect struct {
	Data, Norm     string
	Axis           string
	Value, Against string
	Pairs, PairsOf int        // pairs of settings compared, and including those that share too few seeds
	Robust, Clean  Difference // with Seeds 0 if no pair shares a seed
	Constant       bool       // all settings with the value are no better than the constant
}

// byNorm returns the groups of each data set and norm, in order: an eps means something else in
// another norm.
func byNorm(groups []Group) [][]*Group {
	of, place := [][]*Group(nil), map[[2]string]int{}
	for i := range groups {
		g := &groups[i]
		key := [2]string{g.Data, g.Settings["norm"]}
		at, known := place[key]
		if !known {
			at, place[key] = len(of), len(of)
			of = append(of, nil)
		}
		of[at] = append(of[at], g)
	}
	return of
}

// effectsOf returns the main effects of the axes on which groups differ. Values are compared with
// that of the baseline, or the first.
func effectsOf(ctx context.Context, s *Spec, groups []Group) []Effect {
	place := s.placesOf(groups)
	var effects []Effect
	for _, some := range byNorm(groups) {
		for _, axis := range varying(groups) {
			values, against := s.values(some, axis)
			for _, value := range values {
				e := Effect{Data: some[0].Data, Norm: some[0].Settings["norm"], Axis: axis, Value: value, Against: against}
				if e.measure(ctx, some, place) {
					effects = append(effects, e)
				}
			}
		}
	}
	return effects
}

// values returns the values of an axis among groups without the one that they are compared with, and
// that one; nil if there are none.
func (s *Spec) values(groups []*Group, axis string) (values []string, against string) {
	for _, g := range groups {
		if v := g.Settings[axis]; v != "" && !slices.Contains(values, v) {
			values = append(values, v)
		}
	}
	if values == nil {
		return nil, ""
	}
	against = values[0]
	if v, set := s.Baseline[axis]; set && slices.Contains(values, text(v)) {
		against = text(v)
	}
	return slices.DeleteFunc(values, func(v string) bool { return v == against }), against
}

// places finds groups by their data and settings.
type places struct {
	spec *Spec
	of   map[string]*Group
	bare map[*Group]string // settings without those that have no effect
}

func (s *Spec) placesOf(groups []Group) places {
	p := places{s, map[string]*Group{}, map[*Group]string{}}
	for i := range groups {
		g := &groups[i]
		p.of[g.Data+"\n"+g.Settings.JSON()], p.bare[g] = g, g.Settings.bare().JSON()
	}
	return p
}

// partners returns the groups that differ from one in the value of an axis and in nothing else that
// applies to both: the partners of a forest among boosted trees are those with any learning rate. It
// leaves out groups with the same models because the value has no effect.
func (p places) partners(g *Group, axis, value string) []*Group {
	first := p.of[g.Data+"\n"+p.spec.with(g.Data, g.Settings, map[string]string{axis: value}).JSON()]
	if first == nil {
		return nil
	}
	all := []*Group{first}
	axes := p.spec.axes()
	for k := range axes {
		a := &axes[k]
		_, means := g.Settings[a.name]
		if _, has := first.Settings[a.name]; means || !has {
			continue
		}
		for _, o := range all {
			for _, v := range a.values {
				if other := p.of[g.Data+"\n"+p.spec.with(g.Data, o.Settings, map[string]string{a.name: v}).JSON()]; other != nil && !slices.Contains(all, other) {
					all = append(all, other)
				}
			}
		}
	}
	return slices.DeleteFunc(all, func(o *Group) bool { return p.bare[o] == p.bare[g] })
}

// measure measures an effect, and reports whether there are groups for it.
func (e *Effect) measure(ctx context.Context, groups []*Group, place places) bool {
	var pairs [][][2]*Group
	e.Constant = true
	for _, g := range groups {
		if g.Settings[e.Axis] != e.Value {
			continue
		}
		for _, o := range place.partners(g, e.Axis, e.Against) {
			pairs = append(pairs, [][2]*Group{{g, o}})
			e.Constant = e.Constant && g.constant()
		}
	}
	if pairs == nil {
		return false
	}
	e.PairsOf = len(pairs)
	if c := contrastOf(pairs...); c != nil {
		e.Pairs = len(c[0])
		of := pairs[0][0][0]
		d := c.differences(ctx, of.measure(of.aim()), cleanMeasure)
		e.Robust, e.Clean = d[0], d[1]
	}
	return true
}

// contrastOf pairs the runs of groups, each set of pairs on the seeds that all its groups have. It
// leaves out sets without such seeds and, if other sets have more, those with a single one, whose
// noise is unknown. It is nil if no set has a seed.
func contrastOf(sets ...[][2]*Group) contrast {
	type shared struct {
		groups [2]*Group
		seeds  []uint64
	}
	var pairs []shared
	var all []uint64
	of, most := make([][]uint64, len(sets)), 1
	for i, set := range sets {
		for _, seed := range set[0][0].Seeds {
			if !slices.ContainsFunc(set, func(g [2]*Group) bool { return g[0].run(seed) == nil || g[1].run(seed) == nil }) {
				of[i] = append(of[i], seed)
			}
		}
		most = max(most, len(of[i]))
	}
	for i, set := range sets {
		if len(of[i]) < min(most, 2) {
			continue
		}
		for _, g := range set {
			pairs = append(pairs, shared{g, of[i]})
		}
		for _, seed := range of[i] {
			if !slices.Contains(all, seed) {
				all = append(all, seed)
			}
		}
	}
	var c contrast
	for _, seed := range all {
		row := make([]pair, len(pairs))
		for i, p := range pairs {
			if slices.Contains(p.seeds, seed) {
				row[i] = pair{p.groups[0].run(seed), p.groups[1].run(seed)}
			}
		}
		c = append(c, row)
	}
	return c
}

// run returns the run of a seed, nil if there is none.
func (g *Group) run(seed uint64) *standing {
	at := slices.Index(g.Seeds, seed)
	if at < 0 {
		return nil
	}
	return g.runs[at]
}

// EffectTable shows main effects, nil if there are none besides the gains over a baseline.
func (f *Findings) EffectTable() *report.Table {
	effects, groups := f.Effects, f.Groups
	axes := slices.DeleteFunc(varying(groups), func(axis string) bool { return axis == "norm" })
	if len(axes) < 2 || effects == nil {
		return nil
	}
	t := &report.Table{Caption: "Main effects: what each value adds, in points, on average over the settings that differ in nothing else, with the 95 % interval" + ofAims(groups) + byChance(len(effects)),
		Columns: []report.Column{{Name: "data", Text: true}, {Name: "axis", Text: true}, {Name: "value", Text: true},
			{Name: "against", Text: true}, {Name: "pairs"}, seedsColumn, {Name: "robust"}, {Name: "clean"}, {Name: "on robust accuracy", Text: true}}}
	if slices.ContainsFunc(effects, Effect.gainsAsConstant) {
		t.Caption += fmt.Sprintf("; a gain of settings that are all %s is called that", eval.IsConstant)
	}
	var mixed []string
	for _, axis := range telling(groups) {
		if axis != "norm" && !slices.ContainsFunc(effects, func(e Effect) bool { return e.Axis == axis }) && !idleOf(groups, axis) {
			mixed = append(mixed, strings.TrimPrefix(axis, trainPrefix))
		}
	}
	if len(telling(groups)) < len(varying(groups)) && slices.ContainsFunc(effects, func(e Effect) bool { return e.Axis == "booster" }) {
		t.Caption += "; a booster has what the spec leaves out as hardwood harden has it"
	}
	if mixed != nil { // such as a default that hangs on the loop
		t.Caption += "; none differ in " + strings.Join(mixed, " or ") + " alone"
	}
	for i := range effects {
		e := &effects[i]
		t.Rows = append(t.Rows, []report.Cell{report.Word(e.Data), report.Word(strings.TrimPrefix(e.Axis, trainPrefix)), report.Word(e.Value),
			report.Word(e.Against), someOf(e.Pairs, e.PairsOf), e.Robust.seeds(), e.Robust.cell(), e.Clean.cell(), report.Word(e.word())})
	}
	nameNorms(t, groups, func(i int) string { return effects[i].Norm })
	return t
}

// nameNorms adds a column with the norm of each row behind the data, if groups are of several norms.
func nameNorms(t *report.Table, groups []Group, norm func(row int) string) {
	if !slices.Contains(varying(groups), "norm") {
		return
	}
	t.Columns = slices.Insert(t.Columns, 1, ColumnOf("norm"))
	for i := range t.Rows {
		t.Rows[i] = slices.Insert(t.Rows[i], 1, report.Word(norm(i)))
	}
}

// gainsAsConstant reports whether an effect is a clear gain, but only of settings that are no better
// than the constant.
func (e Effect) gainsAsConstant() bool { return e.Constant && e.Robust.Clear() && e.Robust.Mean > 0 }

// word says in which direction an effect is clear.
func (e *Effect) word() string {
	if e.gainsAsConstant() {
		return string(eval.IsConstant)
	}
	return e.Robust.word("gain", "loss")
}

// word says in which direction a difference is clear.
func (d Difference) word(more, less string) string {
	switch {
	case d.Seeds == 0:
		return "no seed in common"
	case d.Alone:
		return "one seed only"
	case !d.Clear():
		return "within noise"
	case d.Mean > 0:
		return more
	}
	return less
}

// someOf shows a number and, if it is smaller, the total.
func someOf(n, of int) report.Cell {
	c := report.Count(n)
	if n < of {
		c.Text = fmt.Sprintf("%d of %d", n, of)
	}
	return c
}

// seedsColumn is the column for the seeds of a difference.
var seedsColumn = report.Column{Name: "seeds", Help: "shared by the settings that are compared"}

// seeds shows how many seeds a difference is from.
func (d *Difference) seeds() report.Cell {
	c := report.Count(d.Seeds)
	if d.Fewest < d.Seeds {
		c.Text = fmt.Sprintf("%d to %d", d.Fewest, d.Seeds)
	}
	return c
}

// dataOf returns the names of the data sets, in order.
func dataOf(groups []Group) []string {
	var names []string
	for i := range groups {
		if !slices.Contains(names, groups[i].Data) {
			names = append(names, groups[i].Data)
		}
	}
	return names
}

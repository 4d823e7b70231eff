package ablation

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/hardwood-ml/hardwood/eval/report"
)

// Interaction is what values of two axes add together beyond what each adds alone, on one data set
// and in one norm: the effect of one value with the other, less its effect without, averaged over all
// settings with partners that differ in nothing else.
type Interaction struct {
	Data, Norm    string
	Axes          [2]string
	Values        [2]string
	Against       [2]string
	Squares       int // squares of four settings compared
	SquaresOf     int // including those that share too few seeds
	Robust, Clean Difference
}

// interactionsOf returns the interactions of each two axes on which groups differ. Values are
// compared with the same ones as in effectsOf.
func interactionsOf(ctx context.Context, s *Spec, groups []Group) []Interaction {
	place, axes := s.placesOf(groups), varying(groups)
	var all []Interaction
	for _, some := range byNorm(groups) {
		for k, second := range axes {
			for _, first := range axes[:k] {
				ones, one := s.values(some, first)
				others, other := s.values(some, second)
				for _, a := range ones {
					for _, b := range others {
						in := Interaction{Data: some[0].Data, Norm: some[0].Settings["norm"], Axes: [2]string{first, second}, Values: [2]string{a, b}, Against: [2]string{one, other}}
						if in.measure(ctx, some, place) {
							all = append(all, in)
						}
					}
				}
			}
		}
	}
	return all
}

// measure measures an interaction, and reports whether there are groups for it.
func (in *Interaction) measure(ctx context.Context, groups []*Group, place places) bool {
	var squares [][][2]*Group
	for _, g := range groups {
		if g.Settings[in.Axes[0]] != in.Values[0] || g.Settings[in.Axes[1]] != in.Values[1] {
			continue
		}
		squares = append(squares, in.squares(g, place)...)
	}
	c := contrastOf(squares...)
	if c == nil {
		return false
	}
	in.Squares, in.SquaresOf = len(c[0])/2, len(squares)
	of := squares[0][0][0]
	d := c.differences(ctx, of.measure(of.aim()), cleanMeasure)
	in.Robust, in.Clean = d[0].twice(), d[1].twice() // the mean is over both pairs of a square
	return true
}

// squares returns the squares of a group with both values as two pairs each: the group and the one
// without the first value, and the one without either and the one without the second value.
func (in *Interaction) squares(g *Group, place places) [][][2]*Group {
	var squares [][][2]*Group
	for _, second := range place.partners(g, in.Axes[0], in.Against[0]) {
		for _, first := range place.partners(g, in.Axes[1], in.Against[1]) {
			neither := place.partners(second, in.Axes[1], in.Against[1])
			for _, other := range place.partners(first, in.Axes[0], in.Against[0]) {
				if slices.Contains(neither, other) { // otherwise what applies to one value alone differs too
					squares = append(squares, [][2]*Group{{g, second}, {other, first}})
				}
			}
		}
	}
	return squares
}

// twice returns twice a difference.
func (d Difference) twice() Difference {
	d.Mean *= 2
	d.Interval.Lo, d.Interval.Hi = 2*d.Interval.Lo, 2*d.Interval.Hi
	return d
}

// InteractionTable shows interactions, nil if there are none.
func (f *Findings) InteractionTable() *report.Table {
	all, groups := f.Interactions, f.Groups
	if all == nil {
		return nil
	}
	caption := "Interactions: what two values add together beyond what each adds alone, in points, with the 95 % interval"
	t := &report.Table{Caption: caption + ofAims(groups) + byChance(len(all)), Columns: []report.Column{{Name: "data", Text: true}, {Name: "first", Text: true}, {Name: "second", Text: true},
		{Name: "squares", Help: "of four settings that differ in nothing else"}, seedsColumn, {Name: "robust"}, {Name: "clean"}, {Name: "on robust accuracy", Text: true}}}
	for i := range all {
		in := &all[i]
		of := func(k int) report.Cell {
			return report.Word(fmt.Sprintf("%s %s (not %s)", strings.TrimPrefix(in.Axes[k], trainPrefix), in.Values[k], in.Against[k]))
		}
		t.Rows = append(t.Rows, []report.Cell{report.Word(in.Data), of(0), of(1), someOf(in.Squares, in.SquaresOf), in.Robust.seeds(), in.Robust.cell(), in.Clean.cell(),
			report.Word(in.Robust.word("more together", "less together"))})
	}
	nameNorms(t, groups, func(i int) string { return all[i].Norm })
	return t
}

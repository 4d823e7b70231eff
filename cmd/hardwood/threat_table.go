package main

import (
	"math"

	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
)

// threatOf returns a first threat file for the rows of a table that is not
// scaled: the range of each column of numbers, whole numbers and their steps, and
// the groups of columns of which one is 1 in every row. It is for people to edit:
// what attackers can do, no table knows.
func threatOf(t *data.Table) *threat.Threat {
	first := &threat.Threat{Groups: groupsOf(t)}
	grouped := map[string]bool{}
	for _, g := range first.Groups {
		for _, name := range g.Features {
			grouped[name] = true
		}
	}
	ranges := t.Ranges()
	for f, c := range t.Kinds() {
		r := threat.Rule{Feature: t.Features[f], Dates: c.Dates != column.NoDates}
		switch {
		case c.Kind == column.Categorical, c.Kind == column.Boolean, grouped[r.Feature]: // what they are says it all
			continue
		case c.Kind == column.Integer:
			r.Integer = new(true)
			if step := stepOf(t, f, ranges[f].Min); step > 1 {
				r.Integer, r.Step, r.StepFrom = nil, &step, &ranges[f].Min
			}
		}
		if ranges[f].Missing < t.Rows {
			r.Min, r.Max = &ranges[f].Min, &ranges[f].Max
		}
		first.Features = append(first.Features, r)
	}
	return first
}

// categoriesOf returns what a file would say of the columns of categories of which people
// can look through the levels.
func categoriesOf(t *data.Table) *threat.Threat {
	const most = 20
	of := &threat.Threat{}
	for f, c := range t.Kinds() {
		if n := len(c.Names); c.Kind == column.Categorical && 1 < n && n <= most {
			of.Features = append(of.Features, threat.Rule{Feature: t.Features[f], Levels: c.Names})
		}
	}
	return of
}

// stepOf returns the largest step that takes the least of a column of whole numbers
// to all others, 0 for a constant.
func stepOf(t *data.Table, f int, least float64) float64 {
	step := 0.0
	for i := range t.Rows {
		v := t.Row(i)[f] - least
		for v == v && v != 0 { // Euclid
			v, step = math.Mod(step, v), v
		}
		if step == 1 {
			break
		}
	}
	return math.Abs(step)
}

package main

import (
	"math"
	"strings"

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
		r := threat.Rule{Feature: t.Features[f]}
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

// groupsOf finds columns of 0 and 1 of one prefix, such as job_a and job_b, of
// which one is 1 in every row, or at most one.
func groupsOf(t *data.Table) []threat.Group {
	byPrefix := map[string][]int{}
	var order []string
	for f, name := range t.Features {
		at := strings.LastIndexAny(name, "_=:.| ")
		if at <= 0 || !zeroOne(t, f) {
			continue
		}
		prefix := name[:at]
		if byPrefix[prefix] == nil {
			order = append(order, prefix)
		}
		byPrefix[prefix] = append(byPrefix[prefix], f)
	}
	var groups []threat.Group
	for _, prefix := range order {
		if g, ok := groupOf(t, prefix, byPrefix[prefix]); ok {
			groups = append(groups, g)
		}
	}
	return groups
}

// zeroOne reports whether a column holds 0 and 1 only, and both.
func zeroOne(t *data.Table, f int) bool {
	ones, zeros := 0, 0
	for i := range t.Rows {
		switch t.Row(i)[f] {
		case 0:
			zeros++
		case 1:
			ones++
		default:
			return false
		}
	}
	return ones > 0 && zeros > 0
}

// groupOf returns the group of some columns, and false if they are none.
func groupOf(t *data.Table, name string, columns []int) (g threat.Group, ok bool) {
	if len(columns) < 2 {
		return g, false
	}
	g.Name = name
	for i := range t.Rows {
		sum := 0.0
		for _, f := range columns {
			sum += t.Row(i)[f]
		}
		if sum > 1 {
			return g, false
		}
		g.AtMostOne = g.AtMostOne || sum == 0
	}
	for _, f := range columns {
		g.Features = append(g.Features, t.Features[f])
	}
	return g, true
}

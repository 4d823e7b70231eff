package threat

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// FindGroups finds the columns that one-hot encoding made of a category: columns of 0 and 1
// whose names have a prefix in common, such as job_a and job_b, and of which exactly one is
// 1 in every row, or failing that at most one. The prefix ends with one of "_=:.| ". Groups
// share no column, and are in the order of their columns. The table may be scaled.
func FindGroups(t *data.Table) []Group {
	const signs = "_=:.| "
	byPrefix := map[string][]int{} // with its sign
	for f, name := range t.Features {
		if !strings.ContainsAny(name, signs) || !zeroOne(t, f) {
			continue
		}
		for at, r := range name {
			if at > 0 && strings.ContainsRune(signs, r) {
				byPrefix[name[:at+1]] = append(byPrefix[name[:at+1]], f)
			}
		}
	}
	var found []candidate
	for prefix, of := range byPrefix {
		if c := (candidate{prefix: prefix, columns: of}); c.holds(t) {
			found = append(found, c)
		}
	}
	return disjoint(found, t.Features)
}

// zeroOne reports whether a column holds nothing but 0 and 1.
func zeroOne(t *data.Table, f int) bool {
	zero, one := inUnits(t, f, 0), inUnits(t, f, 1)
	for i := range t.Rows {
		if v := t.At(i, f); v != zero && v != one {
			return false
		}
	}
	return t.Rows > 0
}

// inUnits returns how a table, which may be scaled, holds a raw value.
func inUnits(t *data.Table, f int, v float64) float64 {
	if t.Scaling == nil {
		return v
	}
	return (v - t.Scaling.Min[f]) / t.Scaling.Unit(f)
}

// candidate is a set of columns of one prefix.
type candidate struct {
	prefix    string // with the sign that ends it
	columns   []int
	atMostOne bool
}

// holds reports whether at most one of the columns is 1 in every row, and finds out
// whether there are rows of none. At least two must be 1 in some row.
func (c *candidate) holds(t *data.Table) bool {
	first, changes := -1, false
	for i := range t.Rows {
		at := -1
		for _, f := range c.columns {
			switch {
			case t.At(i, f) != inUnits(t, f, 1):
			case at >= 0:
				return false
			default:
				at = f
			}
		}
		switch {
		case at < 0:
			c.atMostOne = true
		case first < 0:
			first = at
		case at != first:
			changes = true
		}
	}
	return changes
}

// disjoint returns groups that share no column: those with exactly one 1 before
// others, then larger before smaller, and of the same columns what has the longest
// prefix. They are in the order of their columns.
func disjoint(found []candidate, names []string) []Group {
	slices.SortFunc(found, func(a, b candidate) int {
		if a.atMostOne != b.atMostOne {
			if a.atMostOne {
				return 1
			}
			return -1
		}
		return cmp.Or(len(b.columns)-len(a.columns), len(b.prefix)-len(a.prefix), cmp.Compare(a.prefix, b.prefix))
	})
	taken := make([]bool, len(names))
	var kept []candidate
	for _, c := range found {
		if slices.ContainsFunc(c.columns, func(f int) bool { return taken[f] }) {
			continue
		}
		for _, f := range c.columns {
			taken[f] = true
		}
		kept = append(kept, c)
	}
	slices.SortFunc(kept, func(a, b candidate) int { return a.columns[0] - b.columns[0] })
	groups := make([]Group, len(kept))
	for i, c := range kept {
		name := c.prefix[:len(c.prefix)-1]
		if slices.ContainsFunc(groups[:i], func(g Group) bool { return g.Name == name }) {
			name = c.prefix
		}
		groups[i] = Group{Name: name, AtMostOne: c.atMostOne}
		for _, f := range c.columns {
			groups[i].Features = append(groups[i].Features, names[f])
		}
	}
	return groups
}

// AddGroups adds the groups that were found, see [FindGroups], of whose columns t says
// nothing itself, and returns them. One whose name t has already gets a number. Columns go by the names that the
// model has for them, or by their numbers.
func (t *Threat) AddGroups(found []Group, e *ensemble.Ensemble) []Group {
	said := map[string]bool{}
	for i := range t.Features {
		said[t.Features[i].Feature] = true
	}
	for i := range t.Groups {
		for _, name := range t.Groups[i].Features {
			said[name] = true
		}
	}
	for _, name := range t.Linked() {
		said[name] = true
	}
	mentioned := func(name string) bool {
		return said[name] || said[strconv.Itoa(slices.Index(e.Schema.Features, name))]
	}
	var added []Group
	for _, g := range found {
		if !slices.ContainsFunc(g.Features, mentioned) {
			g.Name = t.freeName(g.Name, added)
			added = append(added, g)
		}
	}
	t.Groups = append(t.Groups, added...)
	return added
}

// freeName returns a name, with a number if a group of t, or one that is added, has it already.
func (t *Threat) freeName(name string, added []Group) string {
	taken := func(name string) bool {
		has := func(g Group) bool { return g.Name == name }
		return slices.ContainsFunc(t.Groups, has) || slices.ContainsFunc(added, has)
	}
	free := name
	for k := 2; taken(free); k++ {
		free = name + "-" + strconv.Itoa(k)
	}
	return free
}

package main

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack/threat"
	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// oneHot says whether groups of one-hot columns are looked for.
type oneHot bool

// String is the word of the flag.
func (o oneHot) String() string {
	if o {
		return "auto"
	}
	return "none"
}

// MarshalText returns the word of the flag.
func (o oneHot) MarshalText() ([]byte, error) { return []byte(o.String()), nil }

// UnmarshalText reads the word of the flag.
func (o *oneHot) UnmarshalText(text []byte) error {
	switch string(text) {
	case "auto", "none":
		*o = string(text) == "auto"
		return nil
	}
	return fmt.Errorf("%q is neither auto nor none", text)
}

// findGroups finds the groups of one-hot columns in the rows of a table, where
// --one-hot auto asks for them, and says which it found.
func (t *threatFlags) findGroups(c *cobra.Command, e *ensemble.Ensemble, rows *data.Table) {
	if !t.oneHot {
		return
	}
	t.groups = groupsOf(rows)
	var told []string
	for i := range t.groups {
		g := &t.groups[i]
		told = append(told, fmt.Sprintf("%s (%s 1 in %d columns)", g.Name, onesOf(g), len(g.Features)))
		for k, name := range g.Features {
			if e.Schema.Features == nil { // files name features of such a model by their numbers
				g.Features[k] = strconv.Itoa(slices.Index(rows.Features, name))
			}
		}
	}
	if told == nil {
		told = []string{"none"}
	}
	progressOf(c).keep("groups of one-hot columns found: " + strings.Join(told, ", "))
}

func onesOf(g *threat.Group) string {
	if g.AtMostOne {
		return "at most one"
	}
	return "exactly one"
}

// addGroups adds the groups that were found to what a threat file says and to its
// text, but those of whose columns it says something itself.
func (t *threatFlags) addGroups(what *threat.Threat, e *ensemble.Ensemble) error {
	said := map[string]bool{}
	for i := range what.Features {
		said[what.Features[i].Feature] = true
	}
	for i := range what.Groups {
		for _, name := range what.Groups[i].Features {
			said[name] = true
		}
	}
	mentioned := func(name string) bool {
		return said[name] || said[strconv.Itoa(slices.Index(e.Schema.Features, name))]
	}
	added := threat.Threat{}
	for _, g := range t.groups {
		if !slices.ContainsFunc(g.Features, mentioned) {
			added.Groups = append(added.Groups, g)
		}
	}
	what.Groups = append(what.Groups, added.Groups...)
	var text strings.Builder
	if err := added.Write(&text); err != nil {
		return err
	}
	if t.threatText += text.String(); t.threatFile == "" {
		t.threatText = strings.TrimPrefix(t.threatText, "\n")
	}
	return nil
}

// groupsOf finds columns of 0 and 1 of one prefix, such as job_a and job_b, of which
// exactly one is 1 in every row, or failing that at most one.
func groupsOf(t *data.Table) []threat.Group {
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
		if v := t.Row(i)[f]; v != zero && v != one {
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
		x, at := t.Row(i), -1
		for _, f := range c.columns {
			switch {
			case x[f] != inUnits(t, f, 1):
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
func disjoint(found []candidate, names []string) []threat.Group {
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
	groups := make([]threat.Group, len(kept))
	for i, c := range kept {
		name := c.prefix[:len(c.prefix)-1]
		if slices.ContainsFunc(groups[:i], func(g threat.Group) bool { return g.Name == name }) {
			name = c.prefix
		}
		groups[i] = threat.Group{Name: name, AtMostOne: c.atMostOne}
		for _, f := range c.columns {
			groups[i].Features = append(groups[i].Features, names[f])
		}
	}
	return groups
}

package main

import (
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

// findGroups finds the groups of one-hot columns in the rows of a table, if --one-hot auto
// asks for them, and prints which it found.
func (t *threatFlags) findGroups(c *cobra.Command, e *ensemble.Ensemble, rows *data.Table) {
	if !t.oneHot {
		return
	}
	t.groups = threat.FindGroups(rows)
	var told []string
	for i := range t.groups {
		g := &t.groups[i]
		told = append(told, fmt.Sprintf("%s (%s 1 in %d columns)", g.Name, onesOf(g), len(g.Features)))
		for k, name := range g.Features {
			if e.Schema.Features == nil { // threat files name the features of such a model by number
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

// addGroups adds the groups that were found to a threat and to its text. It warns of a group
// that is left out because the threat file has a table for one of its columns or
// links it.
func (t *threatFlags) addGroups(warn func(string), what *threat.Threat, e *ensemble.Ensemble) error {
	added := threat.Threat{Groups: what.AddGroups(t.groups, e)}
	for i := range t.groups {
		g := &t.groups[i]
		for k := range what.Features {
			if name := what.Features[k].Feature; slices.Contains(g.Features, name) {
				warn(fmt.Sprintf("--one-hot auto: the group %s is left out, as %s has a table of %s: its columns change one by one", g.Name, t.threatFile, name))
				break
			}
		}
		linked := what.Linked()
		if k := slices.IndexFunc(linked, func(name string) bool { return slices.Contains(g.Features, name) }); k >= 0 {
			warn(fmt.Sprintf("--one-hot auto: the group %s is left out, as %s links %s: its columns change one by one", g.Name, t.threatFile, linked[k]))
		}
	}
	var text strings.Builder
	if err := added.Write(&text); err != nil {
		return err
	}
	if t.threatText += text.String(); t.threatFile == "" {
		t.threatText = strings.TrimPrefix(t.threatText, "\n")
	}
	return nil
}

package data

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Columns says which columns of a file are the features, in order, and which
// is the label, -1 for none.
type Columns struct {
	Features []int
	Label    int
}

// Header returns the header of a file with these columns.
func (c Columns) Header(names []string) Header {
	h := Header{Labelled: c.Label >= 0}
	for _, f := range c.Features {
		h.Features = append(h.Features, names[f])
	}
	return h
}

// fill puts the cells of a row, in columns of these names, into a record.
func (c Columns) fill(r *Record, cells, names []string) error {
	for f, column := range c.Features {
		v, err := number(cells[column])
		if err != nil {
			return &Error{Line: r.Line, Column: names[column], Err: err}
		}
		r.X[f] = v
	}
	if c.Label >= 0 {
		r.Label = cells[c.Label]
	}
	return nil
}

// Choose finds the label among the columns of a file, and the features among
// the rest: by name if the names are real and include all that o expects, each
// once.
func Choose(names []string, named bool, o *Options) (Columns, error) {
	byName := named && o.Features != nil && !areNumbered(o.Features)
	places, some := make([]int, len(o.Features)), false
	if byName {
		in, expected := once(names), once(o.Features)
		for f, name := range o.Features {
			c, found := in[name]
			if places[f] = c; !found || expected[name] < 0 {
				places[f] = -1
			}
			some = some || places[f] >= 0
			byName = byName && places[f] >= 0
		}
	}
	isFeature := func(c int) bool { return byName && slices.Contains(places, c) }

	label, err := labelColumn(names, named, isFeature, o)
	if err != nil {
		return Columns{}, err
	}
	if byName {
		return Columns{places, label}, nil
	}
	features := make([]int, 0, len(names))
	for c := range names {
		if c != label {
			features = append(features, c)
		}
	}
	if some && len(features) == len(places) {
		err = inOrder(features, places, names, o)
	}
	return Columns{features, label}, err
}

// once returns the places of names, -1 for those that occur more than once.
func once(names []string) map[string]int {
	places := make(map[string]int, len(names))
	for c, name := range names {
		if _, again := places[name]; again {
			c = -1
		}
		places[name] = c
	}
	return places
}

// inOrder reports columns that cannot be the expected features by position, as
// their names say otherwise.
func inOrder(columns, places []int, names []string, o *Options) error {
	for f, p := range places {
		if at := slices.Index(columns, p); at >= 0 && at != f {
			return fmt.Errorf("column %q should be feature %d, not %d: name or order the columns as expected, there is no %q",
				names[p], f+1, at+1, o.Features[slices.Index(places, -1)])
		}
	}
	return nil
}

// labelColumn returns the column of the label, or -1 if there is none.
func labelColumn(names []string, named bool, isFeature func(int) bool, o *Options) (int, error) {
	if o.Unlabelled {
		return -1, nil
	}
	if o.Label != "" {
		return asked(names, o)
	}
	if named {
		for _, want := range labelNames {
			for c, name := range names {
				if strings.EqualFold(name, want) && !isFeature(c) {
					return c, nil
				}
			}
		}
	}
	if o.LabelOptional && len(names) <= o.Cols {
		return -1, nil
	}
	last := len(names) - 1
	if !isFeature(last) {
		return last, nil
	}
	if !o.LabelOptional && len(names) == o.Cols+1 {
		for c := range names {
			if !isFeature(c) {
				return c, nil
			}
		}
	}
	return -1, nil
}

// labelNames are the columns taken as labels unasked, best first.
var labelNames = []string{"label", "class", "target"}

func isLabelName(name string) bool {
	return slices.ContainsFunc(labelNames, func(l string) bool { return strings.EqualFold(l, name) })
}

// asked returns the column that o.Label names or counts.
func asked(names []string, o *Options) (int, error) {
	if c := slices.Index(names, o.Label); c >= 0 {
		return c, nil
	}
	if p, err := strconv.Atoi(o.Label); err == nil {
		switch {
		case p >= 1 && p <= len(names):
			return p - 1, nil
		case p <= -1 && p >= -len(names):
			return len(names) + p, nil
		}
		return -1, fmt.Errorf("no column %d for the label, there are %d", p, len(names))
	}
	if o.LabelOptional {
		return -1, nil
	}
	return -1, noColumn(o.Label, "the label", names)
}

// areNumbered reports whether names were made by numbered and say nothing.
func areNumbered(names []string) bool {
	return slices.Equal(names, numbered(0, len(names))) || slices.Equal(names, numbered(1, len(names)))
}

// numbered returns the names of n columns without names, from f<first> on.
func numbered(first, n int) []string {
	names := make([]string, n)
	for i := range names {
		names[i] = "f" + strconv.Itoa(first+i)
	}
	return names
}

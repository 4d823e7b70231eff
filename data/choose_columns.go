package data

import (
	"fmt"
	"slices"
	"strconv"
	"unicode/utf8"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Choose finds the label among the columns of a file, and the features among
// the rest: by name if the names are real and include all that o expects.
// Repeated names get a number, such as x.1, and a column without a name is called
// Unnamed: 3, by its place from 0. rows returns the first rows; it is nil for a
// format whose last column is the label by convention.
func Choose(names []string, named bool, rows func() FirstRows, o *Options) (Columns, error) {
	for k, name := range names {
		if !utf8.ValidString(name) {
			return Columns{}, fmt.Errorf("name of column %d: %w", k+1, errNotUTF8(name))
		}
	}
	chosen, err := choose(names, named, rows, o)
	if err != nil {
		return chosen, err
	}
	if label := chosen.Header().Label; label != "" && (slices.Contains(o.Categorical, label) || slices.Contains(o.Numeric, label) && label != AllNumeric) {
		return chosen, &OptionError{fmt.Errorf("column %q, of a kind, is the label: Options.Classification takes its values as classes, Options.Regression as numbers", phrase.Clip(label))}
	}
	if n := len(chosen.Header().Features); o.Columns != nil && o.Features == nil && o.Cols == 0 && len(o.Columns) != n {
		return chosen, &OptionError{fmt.Errorf("kinds of %d columns do not fit %s", len(o.Columns), phrase.Count(n, "feature"))}
	}
	chosen.texts, err = newTexts(chosen.Header().Features, o)
	if o.texts = chosen.texts; err == nil {
		o.texts.named = named && !column.Numbered(chosen.Header().Features)
	}
	return chosen, err
}

func choose(names []string, named bool, rows func() FirstRows, o *Options) (Columns, error) {
	called := names
	if !slices.Contains(o.Features, "") { // as models up to version 0.1.0 may have it
		called = withNames(names)
	}
	c := choice{given: names, names: distinctNames(called), named: named, rows: rows, o: o}
	c.findFeatures()
	c.findWeight()
	label, err := c.label()
	if err != nil {
		return Columns{}, err
	}
	chosen := Columns{Names: c.names, Features: c.places, Label: label}
	if chosen.Ignored, err = c.ignored(label); err != nil {
		return Columns{}, err
	}
	if c.byName {
		chosen.Doubts = slices.Concat(c.doubts, c.twins(label), c.alikeButForBlanks(), c.otherLabel(label))
		err := c.splitBy(&chosen)
		if k := slices.Index(c.names, o.Weight); k >= 0 && k != label && !slices.Contains(chosen.Features, k) {
			chosen.Features = append(chosen.Features, k)
		}
		return chosen, err
	}
	chosen.Features = make([]int, 0, len(names))
	for k := range names {
		if found := (Found{Ignored: chosen.Ignored}); k != label && !found.ignores(c.names[k]) {
			chosen.Features = append(chosen.Features, k)
		}
	}
	chosen.Doubts = c.doubts
	if named && o.Label != "" {
		chosen.Doubts = c.otherLabels(label)
	}
	return chosen, c.renamed(chosen.Features)
}

// ignored returns the columns that the options or their schema ignore.
func (c *choice) ignored(label int) (ignored []Ignored, err error) {
	o := c.o
	for _, name := range o.Ignore {
		switch k := slices.Index(c.names, name); {
		case name == o.Weight && k >= 0: // no feature anyway
			continue
		case k < 0:
			return nil, noColumn(name, "to be ignored", c.names)
		case k == label:
			return nil, &OptionError{fmt.Errorf("column %q, to be ignored, is the label", phrase.Clip(name))}
		}
		ignored = append(ignored, Ignored{name, o.why[name]})
	}
	for k, name := range c.names {
		role, asked := o.role(k), slices.Concat([]string{o.Weight, o.SplitBy}, o.Categorical, o.Numeric)
		if role != "" && k != label && !o.ignores(name) && !slices.Contains(asked, name) && !slices.Contains(c.places, k) {
			ignored = append(ignored, Ignored{name, role})
		}
	}
	if o.Schema == nil {
		return ignored, nil
	}
	for _, of := range o.Schema.Columns {
		k := slices.Index(c.names, of.Name)
		switch {
		case k < 0 && o.Columns == nil:
			return nil, noColumn(of.Name, "of the schema", c.names)
		case k == label && label >= 0:
			return nil, &OptionError{fmt.Errorf("column %q of the schema is the label", phrase.Clip(of.Name))}
		case k >= 0 && o.ignores(of.Name) && !slices.Contains(o.Ignore, of.Name) && of.Name != o.Weight:
			ignored = append(ignored, Ignored{Column: of.Name})
		}
	}
	return ignored, nil
}

// choice is what is known of the columns of a file while they are chosen.
type choice struct {
	given, names []string // as the file has them, and made distinct
	named        bool     // the names are of the file
	rows         func() FirstRows
	o            *Options

	expected []string // names of the features, made distinct; nil if they are unknown or just numbers
	places   []int    // the column of each, -1 for none
	byName   bool     // each has a column
	bare     bool     // found without the blanks around their names
	doubts   []string // about the label
}

// findFeatures looks for the expected features by name.
func (c *choice) findFeatures() {
	if c.o.Features == nil || column.Numbered(c.o.Features) && !c.namesNumbered() || !c.named && !among(c.o.Features, c.names) {
		return
	}
	c.expected = distinctNames(c.o.Features)
	if c.places = c.find(c.expected); slices.Contains(c.places, -1) {
		c.places, c.bare = c.find(distinctNames(bare(c.o.Features))), true
	}
	if slices.Contains(c.places, -1) {
		if places := c.findUnderlined(); !slices.Contains(places, -1) {
			c.places, c.bare = places, false
		}
	}
	c.byName = !slices.Contains(c.places, -1)
	c.checkNumbered()
}

// namesNumbered reports whether a file names the expected features, which are just numbered, beside
// columns of other names, such as those of what an attack found. If all of its columns are numbered,
// those it has more may have come in between.
func (c *choice) namesNumbered() bool {
	n := len(c.o.Features) + 1
	if !c.named || len(c.names) <= n || !among(c.o.Features, c.names) {
		return false
	}
	names := slices.DeleteFunc(slices.Clone(c.names), isLabelName)
	return len(names) >= n && !column.Numbered(names[:n])
}

// findWeight looks for the weights of test rows, in a file that names the features or has as
// many columns as the training file.
func (c *choice) findWeight() {
	alike := c.byName || !c.named && len(c.names) == c.o.Cols+2 // the label and the weights
	if k := slices.Index(c.names, c.o.weight); alike && k >= 0 && !slices.Contains(c.places, k) {
		c.o.Weight = c.o.weight
	}
}

// find returns the column of each name, which may be behind an apostrophe, -1 for none.
func (c *choice) find(names []string) []int {
	at := make(map[string]int, len(c.names))
	for k, name := range c.names {
		at[name] = k
	}
	places := make([]int, len(names))
	for f, name := range names {
		places[f] = -1
		if k, found := at[name]; found {
			places[f] = k
		} else if k, found := at["'"+name]; found {
			if _, quoted := notation.Unquoted("'" + name); quoted {
				places[f] = k
			}
		}
	}
	return places
}

// findUnderlined returns the column of each expected name, which may have underscores in place of the
// blanks in the name of the file, as LightGBM writes names; -1 for none, or for several.
func (c *choice) findUnderlined() []int {
	at := make(map[string]int, len(c.names))
	for k, name := range c.names {
		name = underlined(name)
		if _, twice := at[name]; twice {
			k = -1
		}
		at[name] = k
	}
	places := c.find(c.expected)
	for f, name := range c.expected {
		if places[f] >= 0 {
			continue
		}
		if k, found := at[name]; found {
			places[f] = k
		}
	}
	return places
}

// twins notes unused columns that share an expected name, as it is unclear which one is meant,
// unless the expected names number them.
func (c *choice) twins(label int) (doubts []string) {
	places, first, times := make(map[int]bool, len(c.places)), make(map[string]int, len(c.places)), map[string]int{}
	for _, k := range c.places {
		places[k], first[c.given[k]] = true, k
		times[c.given[k]]++
	}
	for k, name := range c.given {
		of, twin := first[name]
		told := twin && (times[name] > 1 || c.names[of] != name)
		if twin && !told && name != "" && !places[k] && k != label && c.names[k] != c.o.Weight {
			doubts = append(doubts, fmt.Sprintf("columns %d and %d are both called %q: the first is taken", of+1, k+1, phrase.Clip(name)))
		}
	}
	return doubts
}

// alikeButForBlanks notes expected names that differ only in the blanks around them, which a
// file loses.
func (c *choice) alikeButForBlanks() []string {
	if !c.bare {
		return nil
	}
	first := make(map[string]string, len(c.expected))
	for f, name := range bare(c.expected) {
		if twin, twice := first[name]; twice {
			return []string{fmt.Sprintf("the model's columns %q and %q are the same but for blanks, which the file does not keep: they are taken in their order there", phrase.Clip(twin), phrase.Clip(c.expected[f]))}
		}
		first[name] = c.expected[f]
	}
	return nil
}

// renamed reports columns whose names show that they are not the expected features in
// their order.
func (c *choice) renamed(features []int) error {
	var names, strange, missing []string
	for _, k := range features {
		names = append(names, c.names[k])
		if !slices.Contains(c.places, k) {
			strange = append(strange, c.names[k])
		}
	}
	for f, name := range c.expected {
		if c.places[f] < 0 {
			missing = append(missing, strconv.Quote(phrase.Clip(name)))
		}
	}
	asMany := len(features) == len(c.expected)
	if c.expected == nil || column.Numbered(names) || asMany && len(strange) == 0 || !asMany && len(missing) == len(c.expected) {
		return nil // their number is checked for every format
	}
	first := c.expected[slices.Index(c.places, -1)]
	other := nearest.Of(first, strange)
	if other == "" && asMany {
		if other = names[slices.Index(c.places, -1)]; !slices.Contains(strange, other) { // in its place
			other = strange[0]
		}
	}
	err := fmt.Errorf("no column %s, which is expected", missing[0])
	if len(missing) > 1 && !asMany {
		err = fmt.Errorf("no columns %s, which are expected", join(missing))
	}
	if other != "" {
		err = fmt.Errorf("%w; rename %q, which is not, if it is meant", err, other)
	}
	return err
}

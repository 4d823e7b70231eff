package data

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/pelletier/go-toml/v2"

	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/data/internal/notation"
	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/internal/regular"
	"github.com/hardwood-ml/hardwood/internal/strict"
)

// Schema says what the columns of a table hold that is read repeatedly. It is a
// small TOML file, which [SchemaOf] makes and people change. The cells tell what
// other columns hold.
type Schema struct {
	// Label is the column of the label, "" to find it; Options.Label takes precedence.
	Label string `toml:"label,omitempty"`
	// MissingWords are further words for missing values in any column.
	MissingWords []string `toml:"missing-words,omitempty"`
	// Columns are the columns, each once.
	Columns []SchemaColumn `toml:"column"`
}

// SchemaColumn says what a column holds. Options.Categorical, Numeric and
// Ignore take precedence.
type SchemaColumn struct {
	Name string `toml:"name"`
	// Kind is numeric, integer, boolean, categorical, or ignored.
	Kind string `toml:"kind"`
	// Levels are those of a categorical column, numbered in this order: any
	// other is a missing value. Without them the cells tell. A boolean column
	// has two, for 0 and 1. A model knows those that have training rows.
	Levels []string `toml:"levels,omitempty"`
	// MissingWords are further words for missing values of this column.
	MissingWords []string `toml:"missing-words,omitempty"`
	// Dates says that a column of numbers may hold dates, which are read as days since
	// 1970, and what comes first in those like 1/2/2006: month-first or day-first. With
	// time-of-day it may hold times, which are read as hours since midnight.
	Dates column.Dates `toml:"dates,omitempty"`
	// Note is for people who read the schema.
	Note string `toml:"note,omitempty"`
}

// ignoredKind is the kind of columns that are not features.
const ignoredKind = "ignored"

// schemaDates are the orders of dates in a schema, and what stands for times.
var schemaDates = []string{string(column.MonthFirst), string(column.DayFirst), string(column.TimeOfDay)}

// schemaKinds are the kinds of columns in a schema.
var schemaKinds = func() (kinds []string) {
	for _, k := range column.Kinds {
		kinds = append(kinds, k.String())
	}
	return append(kinds, ignoredKind)
}()

// ReadSchema reads a schema from a file. Faults are of type [*OptionError] and name
// the line, and the nearest valid name.
func ReadSchema(path string) (*Schema, error) {
	text, err := regular.ReadText(path)
	if err != nil {
		return nil, &OptionError{err}
	}
	s, err := ParseSchema(text)
	if err != nil {
		return nil, &OptionError{fmt.Errorf("%s: %w", path, err)}
	}
	return s, nil
}

// ParseSchema is [ReadSchema] for a text.
func ParseSchema(text []byte) (*Schema, error) {
	s := &Schema{}
	err := toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(s)
	if err != nil {
		return nil, strict.Explain(err, keysBeside)
	}
	if i, err := s.check(); err != nil {
		places := strict.PlacesOf(text)
		return nil, places.Explain(err, fmt.Sprintf("column.%d", i))
	}
	return s, nil
}

// keysBeside returns the keys that could stand where key does.
func keysBeside(key []string) []string {
	if len(key) > 1 {
		return []string{"name", "kind", "levels", "missing-words", "dates", "note"}
	}
	return []string{"label", "missing-words", "column"}
}

// Check reports the first column that is wrong.
func (s *Schema) Check() error {
	_, err := s.check()
	return err
}

// check is Check with the number of the column.
func (s *Schema) check() (int, error) {
	seen := map[string]bool{}
	for i := range s.Columns {
		c := &s.Columns[i]
		levels := map[string]bool{}
		for _, level := range c.Levels {
			levels[level] = true
		}
		wrong := func(format string, args ...any) (int, error) {
			return i, fmt.Errorf("column %q: %w", phrase.Clip(c.Name), fmt.Errorf(format, args...))
		}
		switch boolean := c.Kind == column.Boolean.String(); {
		case c.Name == "":
			return i, fmt.Errorf("column %d has no name", i+1)
		case seen[c.Name]:
			return wrong("is there twice")
		case c.Name == s.Label:
			return wrong("is the label, which has no kind")
		case !slices.Contains(schemaKinds, c.Kind):
			return wrong("%w", nearest.Unknown("kind", c.Kind, schemaKinds))
		case len(c.Levels) > 0 && !boolean && c.Kind != column.Categorical.String():
			return wrong("has levels, and is %s", c.Kind)
		case boolean && len(c.Levels) > 0 && len(c.Levels) != 2:
			return wrong("has %s, not 2", phrase.Count(len(c.Levels), "level"))
		case c.Dates != column.NoDates && c.Kind != column.Numeric.String() && c.Kind != column.Integer.String():
			return wrong("has dates, and is %s", c.Kind)
		case len(levels) < len(c.Levels):
			return wrong("has a level twice")
		case c.Dates != column.NoDates && !slices.Contains(schemaDates, string(c.Dates)):
			return wrong("%w", nearest.Unknown("order of dates", string(c.Dates), schemaDates))
		case len(c.Levels) > maxWords:
			return wrong("has more than %d levels", maxWords)
		}
		seen[c.Name] = true
	}
	return 0, nil
}

// SchemaOf returns the schema of a table that was read with some options, nil for none. With it and
// them, the table is read in the same way.
func SchemaOf(t *Table, o *Options) *Schema {
	if o == nil {
		o = &Options{}
	}
	s := &Schema{Label: t.Found.Label, MissingWords: o.words()}
	for f, c := range t.Kinds() {
		of := SchemaColumn{Name: t.Features[f], Kind: c.Kind.String(), Levels: c.Names, MissingWords: c.MissingWords, Dates: c.Dates}
		if c.Dates != column.NoDates {
			of.Note = c.Dates.Numbers()
		}
		if known := o.Schema.column(of.Name); known != nil {
			of.Note = cmp.Or(known.Note, of.Note)
		} else if o.Columns == nil && c.Kind == column.Categorical {
			of.Levels = asPandas(of.Levels)
		}
		s.Columns = append(s.Columns, of)
	}
	for _, i := range t.Found.Ignored {
		of := SchemaColumn{Name: i.Column, Kind: ignoredKind, Note: i.Why}
		if known := o.Schema.column(of.Name); known != nil {
			of.Note = cmp.Or(known.Note, of.Note)
		}
		s.Columns = append(s.Columns, of)
	}
	return s
}

// asPandas returns levels in the order in which pandas numbers them, for models that know
// them by number: numbers beside words are texts there, and 10 comes before 5. If the order
// is not ours, someone chose it, and it stays.
func asPandas(levels []string) []string {
	sorted := slices.Clone(levels)
	if notation.Sort(sorted); !slices.Equal(sorted, levels) || !slices.ContainsFunc(levels, func(level string) bool { return !notation.IsNumber(level) }) {
		return levels
	}
	slices.Sort(sorted)
	return sorted
}

// Write writes the file that [ReadSchema] reads.
func (s *Schema) Write(w io.Writer) error { return toml.NewEncoder(w).Encode(s) }

// column returns what a schema says of a column, nil for nothing.
func (s *Schema) column(name string) *SchemaColumn {
	if s == nil {
		return nil
	}
	for i := range s.Columns {
		if s.Columns[i].Name == name {
			return &s.Columns[i]
		}
	}
	return nil
}

// ignores reports whether a column is neither a feature nor the label.
func (o *Options) ignores(name string) bool {
	if slices.Contains(o.Ignore, name) {
		return true
	}
	of := o.Schema.column(name)
	return of != nil && of.Kind == ignoredKind && !slices.Contains(o.Categorical, name) && !slices.Contains(o.Numeric, name)
}

// kind returns what a column holds, nil if its cells tell.
func (c *SchemaColumn) kind() *column.Column {
	for _, k := range column.Kinds {
		switch {
		case k.String() != c.Kind || k == column.Categorical && len(c.Levels) == 0:
		case k == column.Categorical:
			of := column.Named(c.Levels)
			return &of
		case k == column.Boolean && len(c.Levels) == 0:
			return &column.Column{Kind: k, Codes: []int32{0, 1}, Names: []string{"no", "yes"}}
		case k == column.Boolean:
			return &column.Column{Kind: k, Codes: []int32{0, 1}, Names: c.Levels}
		default:
			return &column.Column{Kind: k, Dates: c.Dates}
		}
	}
	return nil
}

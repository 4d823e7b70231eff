package eval

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/data"
	"github.com/hardwood-ml/hardwood/data/column"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/trainer/ensemble"
)

// Reading is how rows are read once for two models, so that each of them sees in a row what it would
// see if it were the only one.
type Reading struct {
	// Reader has the columns and the names that either model knows: trainer.Like reads rows by it.
	Reader *ensemble.Ensemble
	Notes  []string

	truths map[int]column.Column // yes and no to one model, with words, and numbers to the other; see Settle
	of     []Model
}

// ReadAlike returns how rows are read for one model, or for two that [Alike] has matched. A level gets
// one code for both, so ReadAlike may replace the ensembles in models; the names and kinds that only
// one model has are taken for both. It is an error if no reading is that of both models alone, unless o
// says how to read what they read differently.
func ReadAlike(models []Model, o *data.Options) (*Reading, error) {
	r := &Reading{Reader: models[0].Ensemble, of: models, truths: map[int]column.Column{}}
	if len(models) == 1 {
		return r, nil
	}
	a, b := models[0].Ensemble, models[1].Ensemble
	known := *a
	s, second := &known.Schema, &b.Schema
	if s.Features == nil {
		s.Features = second.Features
	}
	if s.Classes == nil {
		s.Classes = second.Classes
	}
	s.Label = cmp.Or(s.Label, second.Label)
	s.AbsentMissing = s.AbsentMissing || second.AbsentMissing
	r.Reader = &known
	var err error
	if o.MissingWords == nil {
		if s.MissingWords, err = r.missingWords(s.MissingWords, second.MissingWords, known.Features); err != nil {
			return nil, err
		}
	}
	if known.Columns, err = r.columns(o); err != nil {
		return nil, err
	}
	for i := range models {
		if models[i].Ensemble.Columns == nil {
			continue
		}
		if models[i].Ensemble, err = models[i].Ensemble.Recode(known.Columns); err != nil {
			return nil, fmt.Errorf("model %s: %w", models[i].Name, err)
		}
	}
	return r, nil
}

// columns returns what is known of all columns, nil if nothing is.
func (r *Reading) columns(o *data.Options) ([]column.Column, error) {
	if r.of[0].Ensemble.Columns == nil && r.of[1].Ensemble.Columns == nil {
		return nil, nil
	}
	columns := make([]column.Column, r.Reader.Features)
	var partly, named []string
	for f := range columns {
		a, b := r.known(0, f), r.known(1, f)
		var err error
		if columns[f], err = r.column(f, a, b, o); err != nil {
			return nil, err
		}
		switch {
		case a.Kind != column.Categorical || b.Kind != column.Categorical || columns[f].Names == nil:
		case a.Names == nil || b.Names == nil:
			named = append(named, r.name(f))
		case len(columns[f].Names) > min(len(a.Names), len(b.Names)):
			partly = append(partly, r.name(f))
		}
	}
	if partly != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("levels of %s that only one of the models knows are not known to the other", phrase.Names(partly)))
	}
	if named != nil {
		r.Notes = append(r.Notes, fmt.Sprintf("only one of the models names the levels of %s: the other one's codes are taken for those of the same levels", phrase.Names(named)))
	}
	return columns, nil
}

// known returns what model i says of a column: if it says nothing of any, that it holds numbers.
func (r *Reading) known(i, f int) *column.Column {
	if c := r.of[i].Ensemble.Columns; c != nil {
		return &c[f]
	}
	return &column.Column{}
}

// column returns what is known of a column of which the models say a and b.
func (r *Reading) column(f int, a, b *column.Column, o *data.Options) (both column.Column, err error) {
	switch levels := a.Kind == column.Categorical; {
	case levels && b.Kind == column.Categorical:
		both, err = r.levels(f, a, b)
	case levels:
		both, err = *a, r.mixed(f, a, 1)
	case b.Kind == column.Categorical:
		both, err = *b, r.mixed(f, b, 0)
	default:
		both, err = r.numbers(f, a, b)
	}
	if err != nil {
		return both, err
	}
	if both.Dates = cmp.Or(a.Dates, b.Dates); b.Dates != column.NoDates && b.Dates != both.Dates && !saysDates(o.Schema, r.name(f)) {
		how := func(d column.Dates) string {
			if d == column.TimeOfDay {
				return "times"
			}
			return fmt.Sprintf("dates with the %s first", strings.TrimSuffix(d.String(), "-first"))
		}
		return both, r.differ(f, "has %s to %s and %s to %s: Options.Schema takes a file that says which", how(a.Dates), r.of[0].Name, how(b.Dates), r.of[1].Name)
	}
	told := func(word string) bool { return slices.Contains(o.MissingWords, word) }
	both.MissingWords, err = r.missingWords(slices.DeleteFunc(slices.Clone(a.MissingWords), told), slices.DeleteFunc(slices.Clone(b.MissingWords), told), f)
	return both, err
}

// mixed refuses a column of levels that holds numbers to model i, unless that says nothing of its
// columns and reads the same numbers, or none.
func (r *Reading) mixed(f int, levels *column.Column, i int) error {
	if e := r.of[i].Ensemble; e.Columns == nil && (levels.Names == nil || !slices.Contains(e.Used(), f)) {
		return nil
	}
	return r.differ(f, "holds categories to %s and numbers to %s", r.of[1-i].Name, r.of[i].Name)
}

// saysDates reports whether a schema says how the dates of a column are read.
func saysDates(s *data.Schema, name string) bool {
	return s != nil && slices.ContainsFunc(s.Columns, func(c data.SchemaColumn) bool { return c.Name == name && c.Dates != column.NoDates })
}

// levels returns a column with the levels of both models: those of the first keep their codes. No level
// may be written as the other model reads another one.
func (r *Reading) levels(f int, a, b *column.Column) (column.Column, error) {
	both := *a
	both.Others = a.Others || b.Others
	switch {
	case b.Names == nil:
		return both, nil
	case a.Names == nil:
		both.Codes, both.Names = b.Codes, b.Names
		return both, nil
	}
	both.Codes, both.Names = slices.Clone(a.Codes), slices.Clone(a.Names)
	at, next := len(a.Codes), int32(0) // of the next level, before that of all others
	if a.ListsOther() {
		at--
	}
	if at > 0 {
		next = a.Codes[at-1] + 1
	}
	ofA, ofB := namesOf(a), namesOf(b)
	for i, columns := range [2][2]*column.Column{{a, b}, {b, a}} {
		reads, own := data.CodeOf(columns[0]), [2]map[string]bool{ofA, ofB}[i]
		for _, name := range columns[1].Names {
			if own[name] {
				continue
			}
			if code, known := reads(name); known {
				return both, r.differ(f, "has a level %q to %s, which is %q to %s", name, r.of[1-i].Name, columns[0].Name(code), r.of[i].Name)
			}
			switch code, _ := columns[1].Code(name); {
			case i != 0:
			case code == column.Other && columns[1].ListsOther():
				both.Codes, both.Names = append(both.Codes, code), append(both.Names, name)
			default:
				both.Codes, both.Names = slices.Insert(both.Codes, at, next), slices.Insert(both.Names, at, name)
				at, next = at+1, next+1
			}
		}
	}
	return both, nil
}

func namesOf(c *column.Column) map[string]bool {
	names := make(map[string]bool, len(c.Names))
	for _, name := range c.Names {
		names[name] = true
	}
	return names
}

// numbers returns what is known of a column of numbers. It moves in whole steps, or stays 0 or 1, if
// that is so for either model: both face one attacker.
func (r *Reading) numbers(f int, a, b *column.Column) (column.Column, error) {
	both := *a
	switch {
	case a.Kind == column.Boolean && b.Kind == column.Boolean:
		if a.Names == nil {
			both = *b
		}
		for i, columns := range [2][2]*column.Column{{a, b}, {b, a}} {
			reads := data.CodeOf(columns[0])
			for at, word := range columns[1].Names {
				if code, known := reads(word); columns[0].Names != nil && !known || known && int(code) != at {
					return both, r.differ(f, "has the words %s to %s, which %s does not read alike", phrase.List(columns[1].Names, "and"), r.of[1-i].Name, r.of[i].Name)
				}
			}
		}
	case b.Kind == column.Boolean || b.Kind == column.Integer && a.Kind == column.Numeric:
		both = *b
	}
	if a.Kind != b.Kind && both.Kind == column.Boolean && both.Names != nil {
		r.truths[f] = both
		both.Codes, both.Names = nil, nil // reads words for yes and no, and numbers
	}
	return both, nil
}

// missingWords returns the words for missing values that either model knows. A word that is a missing
// value to one must not be a number, or a level of column f, to the other; f may be the number of
// columns, for words that hold in all of them.
func (r *Reading) missingWords(a, b []string, f int) ([]string, error) {
	both := slices.Clone(a)
	for i, words := range [2][2][]string{{a, b}, {b, a}} {
		for _, word := range words[0] {
			if slices.Contains(words[1], word) {
				continue
			}
			if i == 1 {
				both = append(both, word)
			}
			_, err := strconv.ParseFloat(strings.TrimSpace(word), 64)
			if other := r.of[1-i]; err == nil || isLevel(other.Ensemble, word, f) {
				return nil, fmt.Errorf("%q is a word for missing values to %s and not to %s: Options.MissingWords says which are", word, r.of[i].Name, other.Name)
			}
		}
	}
	return both, nil
}

// isLevel reports whether a word is a level of column f of a model, or of any if it has no column f.
func isLevel(e *ensemble.Ensemble, word string, f int) bool {
	for k := range e.Columns {
		if (k == f || f == e.Features) && slices.Contains(e.Columns[k].Names, word) {
			return true
		}
	}
	return false
}

// Settle finishes rows that were read by the reader. It refuses a number in a column that holds yes or
// no, and nothing else, to one of the models, and numbers to the other.
func (r *Reading) Settle(t *data.Table) error {
	for _, f := range slices.Sorted(maps.Keys(r.truths)) {
		c := r.truths[f]
		for i := range t.Rows {
			if v := RawValue(r.Reader, f, t.At(i, f)); v == v && v != 0 && v != 1 {
				return fmt.Errorf("%s, row %d: column %q holds %v, but is yes or no to one of the models and a number to the other: compare them on rows without", t.Name(), t.Position(i), r.name(f), v)
			}
		}
		if t.Columns != nil {
			t.Columns = slices.Clone(t.Columns)
			t.Columns[f].Codes, t.Columns[f].Names = c.Codes, c.Names
		}
		r.Reader.Columns[f].Codes, r.Reader.Columns[f].Names = c.Codes, c.Names
	}
	return nil
}

// differ says what the models do not read alike in a column.
func (r *Reading) differ(f int, format string, args ...any) error {
	return fmt.Errorf("column %q %s: the models cannot be compared on the same rows", r.name(f), fmt.Sprintf(format, args...))
}

// name returns the name of a column, its number from 0 if it has none.
func (r *Reading) name(f int) string {
	if names := r.Reader.Schema.Features; names != nil {
		return names[f]
	}
	return fmt.Sprint(f)
}

package data

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Found says what reading found in a source, in all rows that were read.
type Found struct {
	Label         string    // column that the labels are from, "" if the format has no such column
	Missing       int       // values
	Unlabelled    int       // rows that were left out, as their label is missing
	Odd           string    // why the column that was asked for does not hold labels, "" if it does
	Doubts        []string  // what may have been meant otherwise, a sentence each
	Ignored       []Ignored // columns that are not features
	SplitBy       string    // column that Table.Groups is from, "" for none
	Words         []string  // that the options made missing values
	Unseen        int       // cells of an unknown level, which are missing values
	Stranger      string    // the first of these that a feature has, and where it stands
	Untold        bool      // some of these may have been in training, too rare to be told apart
	Absent        bool      // rows of a LIBSVM file leave cells out, as far as its first pass tells
	AbsentMissing bool      // the options made these missing values
}

// Ignored is a column of a source that is not a feature.
type Ignored struct {
	Column string
	Why    string // what its cells say, such as "has no values", or "" if the options ask for it
}

// String names the column and says why it is not a feature.
func (i Ignored) String() string {
	return fmt.Sprintf("%q %s", phrase.Clip(i.Column), cmp.Or(i.Why, asked))
}

// asked is why a column is ignored if its cells were not looked at.
const asked = "is ignored as asked"

// why lists the columns that are ignored with the reasons.
func (f *Found) why() string {
	parts := make([]string, len(f.Ignored))
	for k, i := range f.Ignored {
		parts[k] = i.String()
	}
	return join(parts)
}

// howToKeep says which options make features of columns that name the rows, "" if
// there are none.
func (f *Found) howToKeep() string {
	if slices.ContainsFunc(f.Ignored, func(i Ignored) bool { return i.Why == numbersRows || i.Why == tellsRows }) {
		return "; Options.Numeric keeps such numbers, Options.Categorical such texts"
	}
	return ""
}

// ignores reports whether a column is ignored.
func (f *Found) ignores(name string) bool {
	return slices.ContainsFunc(f.Ignored, func(i Ignored) bool { return i.Column == name })
}

package data

import (
	"fmt"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
	"github.com/hardwood-ml/hardwood/internal/terminal"
)

// Error is a fault in the content of a source, and where it is.
type Error struct {
	Source string
	Line   int    // of a text, from 1; 0 if there are no lines
	Record int    // of a format without lines, from 1; 0 if unknown
	Column string // name of the column, "" if unknown
	Err    error
}

// Error says where the fault is, then what.
func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(shown(e.Source))
	b.WriteString(": ")
	if e.Line > 0 {
		fmt.Fprintf(&b, "line %d: ", e.Line)
	}
	if e.Record > 0 {
		fmt.Fprintf(&b, "record %d: ", e.Record)
	}
	if e.Column != "" {
		fmt.Fprintf(&b, "column %q: ", e.Column)
	}
	b.WriteString(e.Err.Error())
	return b.String()
}

// Unwrap returns what is wrong, without the place.
func (e *Error) Unwrap() error { return e.Err }

// OptionError is a fault in [Options], or in the schema among them: on their own, or
// because they do not fit a source.
type OptionError struct{ Err error }

// Error says what is wrong.
func (e *OptionError) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *OptionError) Unwrap() error { return e.Err }

// LabelError says that a source leaves open which column is the label, or whether it
// holds classes: the options have to say it. Options.Unlabelled reads the source anyway, with
// all columns as features.
type LabelError struct{ Err error }

// Error says what the options have to say.
func (e *LabelError) Error() string { return e.Err.Error() }

// Unwrap returns what the options have to say.
func (e *LabelError) Unwrap() error { return e.Err }

// inLine is a name from a file in a message, which is one line.
func inLine(name string) string { return terminal.Line(phrase.Clip(name)) }

// list joins names for a message, the first few of many.
func list(names []string) string {
	shown := make([]string, len(names))
	for i, name := range names {
		shown[i] = inLine(name)
	}
	return join(shown)
}

// join joins parts of a message, the first few of many.
func join(parts []string) string { return phrase.Few(parts, 12, ", ") }

// noColumn says that a column for some purpose does not exist, and which one was
// probably meant.
func noColumn(name, purpose string, names []string) error {
	if meant := nearest.Of(name, names); meant != "" {
		return &OptionError{fmt.Errorf("no column %q %s: did you mean %q?", name, purpose, meant)}
	}
	return &OptionError{fmt.Errorf("no column %q %s, there are %s", name, purpose, list(names))}
}

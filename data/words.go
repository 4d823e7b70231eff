package data

import "fmt"

// FirstLine is what a CSV file starts with, in the words of command lines and files.
type FirstLine string

// What a CSV file may start with.
const (
	AnyFirst   FirstLine = ""    // told from the first rows
	NamesFirst FirstLine = "yes" // the names of the columns
	RowFirst   FirstLine = "no"  // a row
)

// IndexBase is the number of the first feature of a LIBSVM file, in the words of command
// lines and files: as a number, a reader of TOML would take it unchecked.
type IndexBase string

// The numbers that features may start at.
const (
	AnyBase  IndexBase = ""  // 0 if index 0 occurs, or Options.Features are f0, f1, ...; else 1; refused where Options.Features say otherwise
	FromZero IndexBase = "0" // 0
	FromOne  IndexBase = "1" // 1
)

// check reports any other word.
func (l FirstLine) check() error {
	switch l {
	case AnyFirst, NamesFirst, RowFirst:
		return nil
	}
	return fmt.Errorf("header is %q, must be yes or no", string(l))
}

// MarshalText returns the word.
func (l FirstLine) MarshalText() ([]byte, error) { return []byte(l), nil }

// UnmarshalText takes the words of [FirstLine.MarshalText], and true and false, which are
// what TOML calls them.
func (l *FirstLine) UnmarshalText(text []byte) error {
	switch *l = FirstLine(text); *l {
	case "true":
		*l = NamesFirst
	case "false":
		*l = RowFirst
	}
	return l.check()
}

// check reports any other word.
func (b IndexBase) check() error {
	switch b {
	case AnyBase, FromZero, FromOne:
		return nil
	}
	return fmt.Errorf("index base is %q, must be 0 or 1", string(b))
}

// MarshalText returns the word.
func (b IndexBase) MarshalText() ([]byte, error) { return []byte(b), nil }

// UnmarshalText takes the words of [IndexBase.MarshalText].
func (b *IndexBase) UnmarshalText(text []byte) error {
	*b = IndexBase(text)
	return b.check()
}

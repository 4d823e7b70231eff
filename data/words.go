package data

import "fmt"

// FirstLine is what a CSV file starts with.
type FirstLine uint8

// What a CSV file may start with.
const (
	AnyFirst   FirstLine = iota // told from the first rows
	NamesFirst                  // the names of the columns
	RowFirst                    // a row
)

// IndexBase is the number of the first feature of a LIBSVM file.
type IndexBase uint8

// The numbers that features may start at.
const (
	AnyBase  IndexBase = iota // 0 if index 0 occurs, or Options.Features are f0, f1, ...; else 1
	FromZero                  // 0
	FromOne                   // 1
)

// The words for values, for command lines and configuration files.
var (
	firstLineWords = []string{"", "yes", "no"} // whether there is a header
	indexBaseWords = []string{"", "0", "1"}
)

// MarshalText returns the word for a value: yes where there are names, no where
// there are none, and nothing where that is not known.
func (l FirstLine) MarshalText() ([]byte, error) { return []byte(firstLineWords[l]), nil }

// UnmarshalText takes the words of [FirstLine.MarshalText].
func (l *FirstLine) UnmarshalText(text []byte) error {
	for k, word := range firstLineWords {
		if word == string(text) {
			*l = FirstLine(k)
			return nil
		}
	}
	return fmt.Errorf("header is %q, must be yes or no", text)
}

// MarshalText returns the number, or nothing where it is not known.
func (b IndexBase) MarshalText() ([]byte, error) { return []byte(indexBaseWords[b]), nil }

// UnmarshalText takes the words of [IndexBase.MarshalText].
func (b *IndexBase) UnmarshalText(text []byte) error {
	for k, word := range indexBaseWords {
		if word == string(text) {
			*b = IndexBase(k)
			return nil
		}
	}
	return fmt.Errorf("index base is %q, must be 0 or 1", text)
}

package data

import (
	"errors"
	"fmt"
	"maps"

	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// turned is the error for a date with the day first where the month is expected to come first. As
// dates that show no order, such as 2024-01-18, are remembered like those with the month first, this
// may say nothing of a file that shows one: it is read again, with the day first.
type turned struct {
	column, cell string
	error
}

// Unwrap returns what to say if the day does not come first in all dates of the column.
func (t *turned) Unwrap() error { return t.error }

// asTurned calls read, which reads a source, and again for each column whose dates turn out to have
// the day first.
func asTurned[T any](o Options, read func(o Options) (T, error)) (T, error) {
	t, err := read(o)
	for {
		var first *turned
		if !errors.As(err, &first) || o.turned[first.column] != "" {
			return t, err
		}
		o.turned = maps.Clone(o.turned)
		if o.turned == nil {
			o.turned = map[string]string{}
		}
		o.turned[first.column] = first.cell
		again, other := read(o)
		if e := (*Error)(nil); errors.As(other, &e) && e.Column == first.column {
			return t, err // some dates of the column have the month first
		}
		t, err = again, other
	}
}

// nowTurned says that the dates of a column are read with the day first because of one of them.
func nowTurned(cell string) string {
	return fmt.Sprintf("%q has the day first, and all others are read so, although the month is expected to come first there: dates = \"day-first\" in a schema says so", phrase.Clip(cell))
}

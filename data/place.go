package data

import "fmt"

// place is where a cell stands: in a line of a text, or, if it is below 0, in a record of a format
// without lines. It is 0 if that is unknown.
type place int

// String names the place, "" if it is unknown.
func (p place) String() string {
	switch {
	case p > 0:
		return fmt.Sprintf("line %d", int(p))
	case p < 0:
		return fmt.Sprintf("record %d", -int(p))
	}
	return ""
}

// fault returns an error of a column there.
func (p place) fault(column string, err error) *Error {
	return &Error{Line: max(int(p), 0), Record: max(-int(p), 0), Column: column, Err: err}
}

// place returns where the fault is.
func (e *Error) place() place {
	if e.Line > 0 {
		return place(e.Line)
	}
	return place(-e.Record)
}

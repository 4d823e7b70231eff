package option

import "fmt"

// Error is a fault in the value of an option.
type Error struct {
	Name string // of the option
	Err  error
}

// Error says what is wrong.
func (e *Error) Error() string { return e.Err.Error() }

// Unwrap returns what is wrong.
func (e *Error) Unwrap() error { return e.Err }

// Errorf returns a fault in the option with a name.
func Errorf(name, format string, args ...any) error { return In(name, fmt.Errorf(format, args...)) }

// In returns an error as a fault in the option with a name; nil stays nil.
func In(name string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{name, err}
}

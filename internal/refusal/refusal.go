// Package refusal tells what hardwood cannot do from what is wrong.
package refusal

import (
	"errors"
	"fmt"
)

// Unsupported says what cannot be done, and what can instead. It is an
// [errors.ErrUnsupported], whose own words tell a reader nothing.
type Unsupported string

// Unsupportedf returns an Unsupported of a format.
func Unsupportedf(format string, args ...any) error {
	return Unsupported(fmt.Sprintf(format, args...))
}

func (u Unsupported) Error() string { return string(u) }

// Is implements the interface of [errors.Is].
func (Unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

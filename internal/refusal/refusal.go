// Package refusal marks errors for unsupported requests, as opposed to invalid ones.
package refusal

import (
	"errors"
	"fmt"
)

// Unsupported says what cannot be done, and what can be instead. It matches
// [errors.ErrUnsupported], whose own words tell a reader nothing.
type Unsupported string

// Unsupportedf formats an Unsupported.
func Unsupportedf(format string, args ...any) error {
	return Unsupported(fmt.Sprintf(format, args...))
}

func (u Unsupported) Error() string { return string(u) }

// Is implements the interface of [errors.Is].
func (Unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

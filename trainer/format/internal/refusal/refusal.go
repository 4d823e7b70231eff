// Package refusal tells files that are of a kind that hardwood does not read
// from damaged ones.
package refusal

import "errors"

// Unsupported says what a file holds that hardwood does not read, and what to
// do about it. It is an [errors.ErrUnsupported].
type Unsupported string

func (u Unsupported) Error() string { return string(u) }

// Is implements the interface of [errors.Is].
func (Unsupported) Is(target error) bool { return target == errors.ErrUnsupported }

package column

import (
	"fmt"
	"slices"
)

// Check reports a kind, or a way to read dates, that does not exist, or levels and words that do not
// fit the kind or each other.
func (c *Column) Check() error {
	switch {
	case c.Kind > Categorical:
		return fmt.Errorf("has unknown kind %d", c.Kind)
	case c.Codes != nil && c.Kind != Categorical && (c.Kind != Boolean || !slices.Equal(c.Codes, []int32{0, 1})):
		return fmt.Errorf("is %v and has levels", c.Kind)
	case c.Names != nil && len(c.Names) != len(c.Codes):
		return fmt.Errorf("has %d names for %d levels", len(c.Names), len(c.Codes))
	case !Ascending(c.Codes):
		return fmt.Errorf("has levels that do not ascend from 0")
	case c.Dates != NoDates && c.Dates != MonthFirst && c.Dates != DayFirst && c.Dates != TimeOfDay:
		return fmt.Errorf("has dates of an unknown kind, %q", string(c.Dates)) // no model file could be read again
	}
	if name, twice := Again(c.Names); twice {
		return fmt.Errorf("has two levels called %q", name)
	}
	return nil
}

// Ascending reports whether levels are at least 0 and each is larger than the one before.
func Ascending(levels []int32) bool {
	last := int32(-1)
	for _, l := range levels {
		if l <= last {
			return false
		}
		last = l
	}
	return true
}

// Again returns the first name that comes a second time.
func Again(names []string) (name string, twice bool) {
	seen := make(map[string]bool, len(names))
	for _, name := range names {
		if seen[name] && name != "" { // "" is no name
			return name, true
		}
		seen[name] = true
	}
	return "", false
}

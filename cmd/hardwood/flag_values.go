package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/pflag"
)

// takes says what a flag takes, by the type of its value, in the words of package option. Other
// types say it themselves.
var takes = map[string]string{
	"bool":         "true or false",
	"int":          "a whole number",
	"uint64":       "a whole number of at least 0",
	"float64":      "a number",
	"duration":     "a time such as 10s",
	"intSlice":     "a list of whole numbers",
	"float64Slice": "a list of numbers",
}

// valueError returns an error of pflag for a value in the words of the errors of options. A flag
// that was given by its old name is named by the new one too.
func valueError(err *pflag.InvalidValueError) error {
	given := err.GetFlag().Name
	for inner := err; errors.As(inner.Unwrap(), &inner); {
		err = inner
	}
	name, old := err.GetFlag().Name, ""
	if name != given {
		old = " (--" + given + " is its old name)"
	}
	cause := err.Unwrap().Error()
	if limit, ok := strings.CutPrefix(cause, "must be "); ok {
		return fmt.Errorf("--%s is %s, must be %s%s", name, err.GetValue(), limit, old)
	}
	if what := takes[err.GetFlag().Value.Type()]; what != "" {
		return fmt.Errorf("--%s is %q, not %s%s", name, err.GetValue(), what, old)
	}
	if _, must, ok := strings.Cut(cause, ", must be "); ok {
		return fmt.Errorf("--%s is %q, must be %s%s", name, err.GetValue(), must, old)
	}
	return fmt.Errorf("--%s: %s%s", name, cause, old)
}

package trainer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// Set sets the option of a name, or of an alias, from text: how flags and
// files give parameters. Underscores count as dashes. Lists are comma
// separated and may stand in brackets. Whether the value is in the option's
// range is for [Params.Check].
func (p *Params) Set(booster, name, text string) error {
	o, err := FindOption(booster, name)
	if err != nil {
		return err
	}
	bad := func(what string) error { return fmt.Errorf("%s is %q, not %s", o.Name, text, what) }
	switch field := o.Field(p).(type) {
	case *int:
		if *field, err = strconv.Atoi(text); err != nil {
			return bad("a whole number")
		}
	case *uint64:
		if *field, err = strconv.ParseUint(text, 10, 64); err != nil {
			return bad("a whole number of at least 0")
		}
	case *float64:
		if *field, err = strconv.ParseFloat(text, 64); err != nil {
			return bad("a number")
		}
	case *bool:
		if *field, err = strconv.ParseBool(text); err != nil {
			return bad("true or false")
		}
	case *string:
		*field = text
	case *[]int:
		if *field, err = list(text, strconv.Atoi); err != nil {
			return bad("a list of whole numbers")
		}
	case *[]float64:
		if *field, err = list(text, func(s string) (float64, error) { return strconv.ParseFloat(s, 64) }); err != nil {
			return bad("a list of numbers")
		}
	case *FeatureGroups:
		if err := field.UnmarshalText([]byte(text)); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	return nil
}

// FindOption returns the option of a name or an alias. One that only the
// other booster uses is an error, as is an unknown one.
func FindOption(booster, name string) (Option, error) {
	word := strings.ReplaceAll(name, "_", "-")
	var names []string
	for _, o := range Options {
		usable := o.Booster == "" || o.Booster == booster
		if o.Name == word || slices.Contains(o.Aliases, word) {
			if !usable {
				return o, fmt.Errorf("%s is for booster %s, not for %s", o.Name, o.Booster, booster)
			}
			return o, nil
		}
		if usable {
			names = append(append(names, o.Name), o.Aliases...)
		}
	}
	return Option{}, nearest.Unknown("parameter", name, names)
}

// list parses comma-separated values in brackets or without.
func list[T any](text string, parse func(string) (T, error)) ([]T, error) {
	var values []T
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("[](), ", r) }) {
		v, err := parse(part)
		if err != nil {
			return nil, err
		}
		values = append(values, v)
	}
	return values, nil
}

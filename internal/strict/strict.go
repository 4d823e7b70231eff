// Package strict says in a reader's words what is wrong with a TOML text that is decoded
// strictly, and where: in its form ([Explain]), or in a value ([Places]).
package strict

import (
	"errors"
	"fmt"
	"regexp"
	"strings"

	"github.com/pelletier/go-toml/v2"

	"github.com/hardwood-ml/hardwood/internal/nearest"
)

// Explain adds the line to an error of decoding: for an unknown key also the nearest of those that
// could stand there (beside), for a value of the wrong type both types in words. It returns other
// errors as they are.
func Explain(err error, beside func(key []string) []string) error {
	var unknown *toml.StrictMissingError
	var decode *toml.DecodeError
	switch {
	case errors.As(err, &unknown) && len(unknown.Errors) > 0:
		first := &unknown.Errors[0]
		line, _ := first.Position()
		key := first.Key()
		return fmt.Errorf("line %d: %w", line, nearest.UnknownOf("key", key[len(key)-1], beside(key)))
	case errors.As(err, &decode):
		line, column := decode.Position()
		return fmt.Errorf("line %d, column %d: %s", line, column, inWords(decode))
	}
	return err
}

// The decoder's messages for values that do not fit their fields, which name types of Go.
var (
	otherType  = regexp.MustCompile(`^cannot (?:decode TOML|store an?) (.+?) (?:into|in)(?: struct field \S+ of type| a)? (.+)$`)
	belowZero  = regexp.MustCompile(`^negative integer value (\S+) cannot be stored in uint\d*$`)
	outOfRange = regexp.MustCompile(`^(.+) cannot be stored in \S+$`)
)

// inWords returns what is wrong without the names of types and fields of Go.
func inWords(err *toml.DecodeError) string {
	message, key := strings.TrimPrefix(err.Error(), "toml: "), strings.Join(err.Key(), ".")
	if m := otherType.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("%s is %s, must be %s", key, held(m[1]), wanted(m[2], key))
	}
	if m := belowZero.FindStringSubmatch(message); m != nil {
		return fmt.Sprintf("%s: %s is below 0", key, m[1])
	}
	return outOfRange.ReplaceAllString(message, key+": $1 is out of range")
}

// held returns a type of TOML in words.
func held(tomlType string) string {
	switch tomlType {
	case "string":
		return "a text"
	case "integer":
		return "a whole number"
	case "float":
		return "a number"
	case "boolean":
		return "true or false"
	case "array", "array table":
		return "a list"
	case "inline table", "table":
		return "a table"
	}
	return "a date or time"
}

// wanted returns the type of the field of a key in words.
func wanted(goType, key string) string {
	item, list := strings.CutPrefix(goType, "[]")
	one, several := "a table, below ["+key+"]", "tables, each below [["+key+"]]"
	switch item {
	case "string":
		one, several = "a text", "texts"
	case "int":
		one, several = "a whole number", "whole numbers"
	case "uint64":
		one, several = "a whole number from 0", "whole numbers from 0"
	case "float64":
		one, several = "a number", "numbers"
	case "bool":
		one = "true or false"
	}
	if list {
		return "a list of " + several
	}
	return one
}

// Package option describes the fields of a struct of parameters in a table:
// the one place from which flags, keys of files, help, ranges and records are
// derived.
package option

import (
	"encoding"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/hardwood-ml/hardwood/internal/nearest"
	"github.com/hardwood-ml/hardwood/internal/phrase"
)

// Of describes one field of a P.
type Of[P any] struct {
	Name    string   // "learning-rate"
	Aliases []string // names that other libraries use
	Usage   string
	For     string // the only user of the option, such as a booster; "" for all
	Range   Range

	// Unsaid is a value that records leave out, as text: what records from before the option
	// existed stand for. "" for none.
	Unsaid string

	// Field returns a pointer to the field: a *int, *uint64, *float64, *bool, *Not, *string,
	// *time.Duration, *[]int, *[]float64, or something that reads and writes text.
	Field func(*P) any
}

// Not is a switch that is on if its field is false.
type Not bool

// word is a field that reads and writes text.
type word interface {
	encoding.TextMarshaler
	encoding.TextUnmarshaler
}

// Set sets the field from text, as flags and files give parameters. Lists are comma-separated and
// may be in brackets. It does not check the range, see [Of.Check]. Errors are of type [*Error].
func (o *Of[P]) Set(p *P, text string) error { return In(o.Name, o.set(p, text)) }

func (o *Of[P]) set(p *P, text string) (err error) {
	var kind string
	switch field := o.Field(p).(type) {
	case *int:
		kind, err = "a whole number", put(field, text, strconv.Atoi)
	case *uint64:
		kind, err = "a whole number of at least 0", put(field, text, func(s string) (uint64, error) { return strconv.ParseUint(s, 10, 64) })
	case *float64:
		kind, err = "a number", put(field, text, number)
	case *bool:
		kind, err = "true or false", put(field, text, strconv.ParseBool)
	case *Not:
		var on bool
		if kind, err = "true or false", put(&on, text, strconv.ParseBool); err == nil {
			*field = Not(!on)
		}
	case *string:
		*field = text
	case *time.Duration:
		kind, err = "a time such as 10s", put(field, text, time.ParseDuration)
	case *[]int:
		kind, err = "a list of whole numbers", put(field, text, list(strconv.Atoi))
	case *[]float64:
		kind, err = "a list of numbers", put(field, text, list(number))
	case word:
		if err := field.UnmarshalText([]byte(text)); err != nil {
			return fmt.Errorf("%s: %w", o.Name, err)
		}
	}
	if err != nil {
		return fmt.Errorf("%s is %q, not %s", o.Name, text, kind)
	}
	return nil
}

// put sets a field to what a text says, and leaves it as it is if that is an error.
func put[T any](field *T, text string, parse func(string) (T, error)) error {
	v, err := parse(text)
	if err == nil {
		*field = v
	}
	return err
}

func number(text string) (float64, error) { return strconv.ParseFloat(text, 64) }

// list returns a function that parses values between commas or blanks, in brackets or without.
// Text writes a nil list as null.
func list[T any](parse func(string) (T, error)) func(text string) ([]T, error) {
	return func(text string) ([]T, error) {
		bare := strings.TrimSuffix(strings.Trim(text, "[]() "), ",") // Python writes a list of one as (1,)
		if bare == "" || text == "null" {
			return nil, nil
		}
		parts := strings.Split(bare, ",")
		if len(parts) == 1 {
			parts = strings.Fields(bare)
		}
		values := make([]T, len(parts))
		for i, part := range parts {
			if err := put(&values[i], strings.TrimSpace(part), parse); err != nil {
				return nil, err
			}
		}
		return values, nil
	}
}

// Text returns the value of the field: words as they are, the rest as JSON, with NaN, +Inf and
// -Inf, which JSON lacks. Set reads it back as the same value.
func (o *Of[P]) Text(p *P) string {
	field := o.Field(p)
	switch v := field.(type) {
	case *string:
		return *v
	case *int:
		return strconv.Itoa(*v)
	case *bool:
		return strconv.FormatBool(*v)
	case *Not:
		return strconv.FormatBool(!bool(*v))
	case *time.Duration:
		return v.String()
	case *float64:
		if i := int(*v); float64(i) == *v { // most are whole, and many small models are trained
			return strconv.Itoa(i)
		}
		if *v-*v != 0 { // JSON has no such number, and Check refuses it
			return strconv.FormatFloat(*v, 'g', -1, 64)
		}
	case *[]float64:
		if slices.ContainsFunc(*v, func(x float64) bool { return x-x != 0 }) {
			texts := make([]string, len(*v))
			for i, x := range *v {
				texts[i] = strconv.FormatFloat(x, 'g', -1, 64)
			}
			return "[" + strings.Join(texts, ",") + "]"
		}
	case word:
		text, err := v.MarshalText()
		if err != nil {
			return fmt.Sprint(v)
		}
		return string(text)
	}
	b, err := json.Marshal(field)
	if err != nil {
		return fmt.Sprint(field)
	}
	return string(b)
}

// Record writes the value to a record of what was done, unless it is Unsaid.
func (o *Of[P]) Record(p *P, name string, to map[string]string) {
	if text := o.Text(p); o.Unsaid == "" || text != o.Unsaid {
		to[name] = text
	}
}

// Check reports a value out of range, as an [*Error]. The message names the option, its value and
// what it may be.
func (o *Of[P]) Check(p *P) error { return In(o.Name, o.check(p)) }

func (o *Of[P]) check(p *P) error {
	ok := true
	var value any
	switch v := o.Field(p).(type) {
	case *int:
		ok, value = o.Range.holds(float64(*v)), *v
	case *float64:
		ok, value = o.Range.holds(*v) && *v-*v == 0, *v // refuses NaN and infinity
	case *time.Duration:
		ok, value = o.Range.holds(v.Seconds()), *v
	case *[]int:
		ok, value = !slices.ContainsFunc(*v, func(x int) bool { return !o.Range.holds(float64(x)) }), *v
	case *[]float64:
		ok, value = !slices.ContainsFunc(*v, func(x float64) bool { return !o.Range.holds(x) || x-x != 0 }), *v
	case *string:
		if !slices.Contains(o.Range.Words, *v) {
			return nearest.Unknown(o.Name, *v, o.Range.words())
		}
	}
	if !ok {
		return fmt.Errorf("%s is %v, must be %s", o.Name, value, o.Range)
	}
	return nil
}

// Switch is the Kind of an option that is on or off.
const Switch = "bool"

// Kind says what to call a value in the help.
func (o *Of[P]) Kind() string {
	switch o.Field(new(P)).(type) {
	case *int, *uint64:
		return "int"
	case *float64:
		return "float"
	case *bool, *Not:
		return Switch
	case *time.Duration:
		return "duration"
	case *[]int, *[]float64:
		return "list"
	}
	return "word"
}

// About returns the usage, and the words that the option may be unless the usage
// names them all.
func (o *Of[P]) About() string {
	words := o.Range.words()
	if !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(o.Usage, w) }) {
		return o.Usage
	}
	return o.Usage + ": " + phrase.List(words, "or")
}

// Called reports whether a word is the option's name or one of its aliases. Underscores count as
// dashes.
func (o *Of[P]) Called(word string) bool {
	word = strings.ReplaceAll(word, "_", "-")
	return o.Name == word || slices.Contains(o.Aliases, word)
}

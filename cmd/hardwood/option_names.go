package main

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/internal/option"
)

// named is an error whose message names the flags of a command.
type named struct {
	message string
	error
}

func (n named) Error() string { return n.message }
func (n named) Unwrap() error { return n.error }

// withFlags returns an error of a command in which flags replace the options that it names.
func withFlags(c *cobra.Command, err error) error {
	if err == nil {
		return nil
	}
	message := err.Error()
	var of *option.Error
	if errors.As(err, &of) && has(c, of.Name) {
		message = dashed(message, of)
	}
	if message = inFlags(c, message); message == err.Error() {
		return err
	}
	return named{message, err}
}

// has reports whether a command has a flag that its help shows.
func has(c *cobra.Command, name string) bool {
	f := c.Flags().Lookup(name)
	return f != nil && !f.Hidden
}

// dashed writes the name of an option that begins the text of its error as a flag. It puts the
// flag before a message that is the text alone and does not begin with the name. A message that
// begins with another flag stays.
func dashed(message string, of *option.Error) string {
	text := of.Error()
	at := strings.Index(message, text)
	after, begins := strings.CutPrefix(text, of.Name)
	switch {
	case at < 0 || strings.HasPrefix(message, "--"):
		return message
	case begins && (strings.HasPrefix(after, " ") || strings.HasPrefix(after, ":")):
		return message[:at] + "--" + message[at:]
	case message == text && !strings.Contains(text, "--") && !field.MatchString(text):
		return "--" + of.Name + ": " + text
	}
	return message
}

// field is how advice of the library names a field of data.Options, of
// experiment.Options, or of format.Reader.
var field = regexp.MustCompile(`\b(Options|Reader)\.[A-Z]\w*`)

// inFlags returns a message in which flags of the command replace the fields that its advice
// names. If the command has no such flag, it names a key of an ablation spec or the flag of
// another command.
func inFlags(c *cobra.Command, message string) string {
	return field.ReplaceAllStringFunc(message, func(found string) string {
		of, name, _ := strings.Cut(found, ".")
		name = flagName(name)
		switch {
		case of == "Reader":
			return "hardwood convert --" + name + "-classes --" + name + "-features"
		case has(c, name):
			return "--" + name
		case c.Name() == "ablate" && slices.Contains(ablation.DataKeys(), name):
			return "the key " + name
		}
		for _, other := range []string{"train", "harden"} {
			if o, _, err := c.Root().Find([]string{other}); err == nil && has(o, name) {
				return o.CommandPath() + " --" + name
			}
		}
		return found
	})
}

var capital = regexp.MustCompile(`\B[A-Z]`)

// flagName returns the flag of a field of options.
func flagName(name string) string {
	switch name {
	case "Keep":
		return "classes"
	case "KeepLoop":
		return "loop"
	case "Weight":
		return "weight-column"
	}
	return strings.ToLower(capital.ReplaceAllString(name, "-$0"))
}

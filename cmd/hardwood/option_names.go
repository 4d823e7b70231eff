package main

import (
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// field is how messages of the library name a field of data.Options, of
// experiment.Options, or of format.Reader.
var field = regexp.MustCompile(`\b(Options|Reader)\.[A-Z]\w*`)

// named is an error whose message names the flags of a command.
type named struct {
	message string
	error
}

func (n named) Error() string { return n.message }
func (n named) Unwrap() error { return n.error }

// withFlags returns an error of a command with its flags in place of the
// options that it names.
func withFlags(c *cobra.Command, err error) error {
	if err == nil || !field.MatchString(err.Error()) {
		return err
	}
	return named{inFlags(c, err.Error()), err}
}

// inFlags returns a message with the flags of a command in place of options.
// What is no flag is a key of a file to ablate, or a flag of training.
func inFlags(c *cobra.Command, message string) string {
	return field.ReplaceAllStringFunc(message, func(found string) string {
		of, name, _ := strings.Cut(found, ".")
		name = flagName(name)
		switch {
		case of == "Reader":
			return "hardwood convert --" + name + "-classes --" + name + "-features"
		case c.Flags().Lookup(name) != nil:
			return "--" + name
		case c.Name() == "ablate" && slices.Contains(dataKeys, name):
			return "the key " + name
		case name == "split-by": // training by itself splits nothing
			return "hardwood harden --" + name
		}
		return "hardwood train --" + name
	})
}

// dataKeys are the options that are keys of [[data]] in a file to ablate.
var dataKeys = []string{"label", "header", "index-base", "classes", "classification", "no-missing",
	"categorical", "numeric", "ignore", "missing-words", "encoding", "separator", "decimal-comma", "formatted-numbers", "comment", "split-by"}

var capital = regexp.MustCompile(`\B[A-Z]`)

// flagName returns the flag of a field of options.
func flagName(name string) string {
	switch name {
	case "Keep":
		return "classes"
	case "KeepLoop":
		return "loop"
	}
	return strings.ToLower(capital.ReplaceAllString(name, "-$0"))
}

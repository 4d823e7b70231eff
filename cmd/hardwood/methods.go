package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/attack/method"
)

// newMethods is a page of help, not a command. It is written when it is asked for.
func newMethods() *cobra.Command {
	return newPage("methods", "The methods of attack and proof, a line each", methodsPage)
}

// methodsPage lists all methods by what they do.
func methodsPage() string {
	var b strings.Builder
	b.WriteString(aboutMethods)
	for _, group := range []struct {
		head     string
		does, no method.Task
	}{
		{"Attacks that also prove", method.Find | method.Prove, 0},
		{"Attacks only", method.Find, method.Prove},
		{"Proofs only", method.Prove, method.Find},
	} {
		fmt.Fprintf(&b, "\n%s:\n\n", group.head)
		for _, m := range method.All {
			if m.Does&group.does == group.does && m.Does&group.no == 0 {
				fmt.Fprintf(&b, "  %-13s  %s\n", m.Name, m.About)
			}
		}
	}
	return b.String()
}

const aboutMethods = `--method of hardwood attack, eval and harden names an attack, which looks for the
nearest adversarial example of a row. --method of hardwood verify names a proof, which
bounds the distance of that example from below. A spec of hardwood ablate names an
attack by the key method of [evaluate].

A black-box attack only asks the model for predictions. Not every method takes every
norm, categories or every key of a threat file; one that does not says so.
`

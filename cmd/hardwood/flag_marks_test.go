package main

import (
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// noFiles are the flags that take any text but a file: names of columns and classes,
// words, characters, sizes and addresses. All others that take any text say what they do with the
// file, as the list of those that --out must not overwrite, what a part is part of, and what
// a worker may read are made from that.
const noFiles = "label weight-column split-by comment separator encoding image memory harden-eps target " +
	"rival listen http aim keep-models spec"

// Every flag that can take a file says whether it reads it or writes it, or that it is of this
// process.
func TestFilesOfFlags(t *testing.T) {
	texts, met := strings.Fields(noFiles), map[string]bool{}
	var visit func(c *cobra.Command)
	visit = func(c *cobra.Command) {
		c.LocalFlags().VisitAll(func(f *pflag.Flag) {
			switch {
			case f.Hidden || f.Value.Type() != "string" || valuesOf(c, f.Name) != nil && f.Name != "data" && f.Name != "test":
				return
			case slices.Contains(texts, f.Name):
				met[f.Name] = true
				if says(f, reads, writes) {
					t.Errorf("%s --%s is no file, and says that it is", c.CommandPath(), f.Name)
				}
			case !says(f, reads, writes, here):
				t.Errorf("%s --%s may take a file: say(c, reads, %q) beside its definition, or writes, or here", c.CommandPath(), f.Name, f.Name)
			}
		})
		for _, sub := range c.Commands() {
			visit(sub)
		}
	}
	visit(newRoot())
	for _, name := range texts {
		if !met[name] {
			t.Errorf("--%s is no flag of text any more", name)
		}
	}
}

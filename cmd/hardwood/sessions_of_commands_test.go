package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every command is run by a session, or named by the command line of another test.
func TestEveryCommandHasASession(t *testing.T) {
	sessions, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	tests, err := filepath.Glob("*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	var texts strings.Builder
	for _, file := range slices.Concat(sessions, tests) {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		texts.Write(text)
	}
	var check func(c *cobra.Command)
	check = func(c *cobra.Command) {
		words := strings.Fields(c.CommandPath())[1:]
		if c.Runnable() && !c.Hidden && !strings.Contains(texts.String(), "hardwood "+strings.Join(words, " ")) &&
			!strings.Contains(texts.String(), `"`+strings.Join(words, `", "`)+`"`) {
			t.Errorf("no session in testdata runs %s", c.CommandPath())
		}
		for _, sub := range c.Commands() {
			check(sub)
		}
	}
	check(newRoot())
}

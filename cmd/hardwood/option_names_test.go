package main

import (
	"errors"
	"fmt"
	"testing"

	"github.com/hardwood-ml/hardwood/internal/option"
)

// Messages of the library name what the command at hand has: its flag, its key, the flag of
// a command that has one, or else what the library calls it.
func TestWithFlags(t *testing.T) {
	root := newRoot()
	for _, c := range []struct {
		command string
		err     error
		want    string
	}{
		{"train", errors.New("Options.Schema takes a file"), "--schema takes a file"},
		{"ablate", errors.New("Options.Schema takes a file"), "the key schema takes a file"},
		{"ablate", errors.New("Options.AbsentMissing, Options.Keep"), "the key absent-missing, the key classes"},
		{"predict", errors.New("Options.Regression reads numbers"), "hardwood train --regression reads numbers"},
		{"train", errors.New("Options.SplitBy holds out"), "hardwood harden --split-by holds out"},
		{"harden", errors.New("Options.Weight takes the weights"), "--weight-column takes the weights"},
		{"harden", errors.New("Options.Dir is empty"), "Options.Dir is empty"},
		{"attack", option.Errorf("starts", "starts is -1"), "--starts is -1"},
		{"attack", fmt.Errorf("x: %w", option.Errorf("starts", "starts is -1")), "x: --starts is -1"},
		{"eval", fmt.Errorf("--starts-curve-methods: %w", option.Errorf("starts", "starts does nothing")), "--starts-curve-methods: starts does nothing"},
		{"harden", fmt.Errorf("data: %w", option.Errorf("numeric", "column is to be numeric")), "data: column is to be numeric"},
		{"ablate", option.Errorf("starts", "starts is -1"), "starts is -1"},
		{"harden", option.Errorf("loop", "method dive is for norm inf"), "--loop: method dive is for norm inf"},
		{"harden", option.Errorf("method", "method dive is for norm inf"), "--method dive is for norm inf"},
		{"harden", option.Errorf("seed", "Options.Seed is odd"), "--seed is odd"},
	} {
		command, _, err := root.Find([]string{c.command})
		if err != nil {
			t.Fatal(err)
		}
		got := withFlags(command, c.err)
		if got.Error() != c.want || !errors.Is(got, c.err) {
			t.Errorf("%s: %q, want %q", c.command, got, c.want)
		}
	}
}

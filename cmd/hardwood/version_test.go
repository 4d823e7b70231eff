package main

import (
	"errors"
	"testing"
)

// What a commit does not name is told apart by the program, in what parts and workers
// compare.
func TestMixedVersions(t *testing.T) {
	sum := func() (string, error) { return "0123456789abcdef", nil }
	for version, want := range map[string]string{
		"0.1.0":                                  "0.1.0",
		"0.1.0 (v0.2.0-0.20261128-8bd87f2e)":     "0.1.0 (v0.2.0-0.20261128-8bd87f2e)",
		"0.1.0 (devel)":                          "0.1.0 (devel, program 0123456789ab)",
		"0.1.0 (v0.2.0-0.2026-8bd87f2e56+dirty)": "0.1.0 (v0.2.0-0.2026-8bd87f2e56+dirty, program 0123456789ab)",
	} {
		if got := mixed(version, sum); got != want {
			t.Errorf("%s: %q, want %q", version, got, want)
		}
	}
	if got := mixed("0.1.0 (devel)", func() (string, error) { return "", errors.New("no file") }); got != "0.1.0 (devel)" {
		t.Errorf("a program that cannot be read is %q", got)
	}
}

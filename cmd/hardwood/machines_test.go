package main

import (
	"regexp"
	"strings"
	"testing"
)

// TestMachinesPage: the page is shown as it is, and the commands of its recipes have the
// flags that they are given.
func TestMachinesPage(t *testing.T) {
	code, page, stderr := hardwood(t, "help", "machines")
	if code != 0 || page != machines+"\n" || stderr != "" {
		t.Errorf("hardwood help machines: %d, %q, %q", code, page, stderr)
	}
	lines := regexp.MustCompile(`[ \\]*\n +--`).ReplaceAllString(page, " --")
	flags := 0
	for _, line := range regexp.MustCompile(`hardwood [a-z]+ .*`).FindAllString(lines, -1) {
		words := strings.Fields(line)
		c, _, err := newRoot().Find(words[1:2])
		if err != nil {
			continue // prose
		}
		for _, word := range words {
			if name, flag := strings.CutPrefix(word, "--"); flag && name != "" {
				flags++
				if c.Flag(name) == nil {
					t.Errorf("hardwood %s has no %s: %s", c.Name(), word, line)
				}
			}
			if word == "&&" || word == "|" {
				break
			}
		}
	}
	if flags < 40 { // of the nine commands in recipes
		t.Errorf("%d flags were looked up", flags)
	}
}

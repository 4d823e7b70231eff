package main

import (
	"regexp"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// TestJobKnowsFiles: what a job depends on is the content of each file that a flag
// names, not its path.
func TestJobKnowsFiles(t *testing.T) {
	a := &attackFlags{threatFlags: threatFlags{threatFile: "c"}, unitFlags: unitFlags{scaleBy: "r"}}
	a.train = "t.csv"
	inputs := inputFiles(&modelFlags{"m"}, &dataFlags{source: "d.csv", schema: "s"}, a)
	aFile := regexp.MustCompile(`^(\w+ )?file\b`)
	for _, c := range []*cobra.Command{newAttack(), newVerify(), newEval(), newAblate()} {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, known := inputs[f.Name]; aFile.MatchString(f.Usage) && !known && ofJob(f) {
				t.Errorf("%s --%s names a file that the job does not hold", c.Name(), f.Name)
			}
		})
	}
}

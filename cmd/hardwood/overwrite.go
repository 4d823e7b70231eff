package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"github.com/spf13/cobra"
)

// The flags that name files to read, and those that name what is written. A model that
// training goes on from (--init) may get its further rounds in place.
var (
	readFlags  = []string{"data", "test", "train", "labels-file", "schema", "threat", "model", "against", "in", "refine", "scale-by"}
	writeFlags = []string{"out", "examples", "answers", "write-schema", "write-threat", "checkpoint"}
)

// inReports are the files in directories of reports that commands read, too.
var inReports = []string{"examples.csv", "comparison.csv", "ablation.csv", "metrics.json", "refined.json", "refined.txt"}

// keepsInputs refuses, before anything is read, to write over a file that a flag names
// to be read, and two files under one name: --checkpoint and --out may share theirs, a
// model taking the place of its first rounds.
func keepsInputs(c *cobra.Command) error {
	var taken []string
	for _, flag := range writeFlags {
		out := pathOf(c, flag)
		if out == "" {
			continue
		}
		for _, input := range readFlags {
			if in := pathOf(c, input); in != "" && writesOver(out, in) {
				return usage(fmt.Errorf("--%s would write over %s, which --%s reads: name another", flag, in, input))
			}
		}
		if flag == "checkpoint" {
			continue
		}
		for _, other := range taken {
			if sameFile(out, pathOf(c, other)) {
				return usage(fmt.Errorf("--%s and --%s both name %s: name another for one of them", other, flag, out))
			}
		}
		taken = append(taken, flag)
	}
	return nil
}

// pathOf returns the path that a flag has, "" where it has none.
func pathOf(c *cobra.Command, flag string) string {
	f := c.Flags().Lookup(flag)
	if f == nil || f.Value.String() == "-" {
		return ""
	}
	return f.Value.String()
}

// writesOver reports whether what is written to out, a file or the directory of a
// report, takes the place of a file that is there.
func writesOver(out, in string) bool {
	info, err := os.Stat(in)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	at, err := os.Stat(out)
	switch {
	case err != nil:
		return false
	case at.IsDir():
		return slices.Contains(inReports, filepath.Base(in)) && sameFile(out, filepath.Dir(in))
	}
	return os.SameFile(at, info)
}

// sameFile reports whether two paths are one file or directory, there or not. What is
// no file, such as a terminal, takes more than one output.
func sameFile(a, b string) bool {
	first, missingA := os.Stat(a)
	second, missingB := os.Stat(b)
	if missingA == nil && missingB == nil {
		return os.SameFile(first, second) && first.Mode()&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeCharDevice) == 0
	}
	return missingA != nil && missingB != nil && filepath.Clean(a) == filepath.Clean(b)
}

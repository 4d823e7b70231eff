package main

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/data"
)

// inReports are the files in report directories that commands also read.
var inReports = []string{"examples.csv", "comparison.csv", "ablation.csv", "metrics.json", "refined.json", "refined.txt"}

// keepsInputs refuses, before anything is read, to write over a file that a flag names to be
// read, and to write two files under one name. --checkpoint and --out may share one, as the
// model takes the place of its first rounds, and so may either with --init.
func keepsInputs(c *cobra.Command) error {
	var taken []*pflag.Flag
	for _, flag := range thatSay(c, writes) {
		out := pathOf(flag)
		if out == "" {
			continue
		}
		for _, input := range thatSay(c, reads) {
			if in := pathOf(input); in != "" && input.Name != "init" && writesOver(out, in) {
				return usage(fmt.Errorf("--%s would write over %s, which --%s reads: name another", flag.Name, in, input.Name))
			}
		}
		if flag.Name == "checkpoint" {
			continue
		}
		for _, other := range taken {
			if sameFile(out, pathOf(other)) {
				return usage(fmt.Errorf("--%s and --%s both name %s: name another for one of them", other.Name, flag.Name, out))
			}
		}
		taken = append(taken, flag)
	}
	return nil
}

// keepsNames refuses, before anything is read, to write a file that its name calls compressed
// but is not.
func keepsNames(c *cobra.Command) error {
	for _, flag := range thatSay(c, writes) {
		path := pathOf(flag)
		ext := strings.ToLower(filepath.Ext(path))
		if packed := says(flag, packs) && (ext == ".gz" || ext == ".zst"); packed || !slices.Contains(data.Packings(), ext) {
			continue
		}
		return usage(fmt.Errorf("--%s %s: what is written is not packed: leave out %s, and pack the file afterwards", flag.Name, path, ext))
	}
	return nil
}

// pathOf returns the path that a flag has, "" if it has none.
func pathOf(f *pflag.Flag) string {
	if path := f.Value.String(); path != "-" {
		return path
	}
	return ""
}

// writesOver reports whether writing out, a file or the directory of a report, would
// replace the existing file in.
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

// sameFile reports whether two paths are one file or directory, which need not exist. A
// device or pipe, such as a terminal, may take several outputs.
func sameFile(a, b string) bool {
	first, missingA := os.Stat(a)
	second, missingB := os.Stat(b)
	if missingA == nil && missingB == nil {
		return os.SameFile(first, second) && first.Mode()&(fs.ModeDevice|fs.ModeNamedPipe|fs.ModeCharDevice) == 0
	}
	return missingA != nil && missingB != nil && filepath.Clean(a) == filepath.Clean(b)
}

package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"
)

// release is the version of hardwood, which CHANGELOG.md describes.
const release = "0.1.0"

func newVersion() *cobra.Command {
	var full bool
	c := &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  hardwood version\n  hardwood version --licences",
		Args:    noArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			text := "hardwood version " + fullVersion()
			if full {
				text = strings.TrimSpace(licences)
			}
			_, err := fmt.Fprintln(c.OutOrStdout(), text)
			return err
		},
	}
	c.Flags().BoolVar(&full, "licences", false, "print the licences of the libraries in this program")
	return c
}

// fullVersion says what version this program is, and what built it for what.
func fullVersion() string {
	return fmt.Sprintf("%s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// version is the release and, where this program is built from another commit
// than the released one, what the go command recorded of that.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "v"+release {
		return release
	}
	return fmt.Sprintf("%s (%s)", release, strings.Trim(info.Main.Version, "()"))
}

package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/spf13/cobra"

	"github.com/hardwood-ml/hardwood/eval/cluster/part"
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

// fullVersion returns the version of this program, of Go, and of the platform.
func fullVersion() string {
	return fmt.Sprintf("%s %s %s/%s", version(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// mixVersion is the version that parts and workers need to share a job. If [version] does
// not tell what this program was built from, because that was outside a repository or with
// uncommitted changes, each such program counts as a version of its own.
var mixVersion = sync.OnceValue(func() string {
	return mixed(version(), func() (string, error) {
		if sum, err := part.SumFile("/proc/self/exe"); err == nil { // works even if the program was replaced since
			return sum, nil
		}
		path, err := os.Executable()
		if err != nil {
			return "", err
		}
		return part.SumFile(path)
	})
})

// mixed adds the SHA-256 of this program to a version that different programs may have. A
// program that cannot be read mixes with others of its version.
func mixed(version string, sum func() (string, error)) string {
	if !strings.HasSuffix(version, "(devel)") && !strings.HasSuffix(version, "+dirty)") {
		return version
	}
	of, err := sum()
	if err != nil {
		return version
	}
	return fmt.Sprintf("%s, program %.12s)", strings.TrimSuffix(version, ")"), of)
}

// version is the release and, if this program was built from another commit, what the go
// command recorded about that.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "v"+release {
		return release
	}
	return fmt.Sprintf("%s (%s)", release, strings.Trim(info.Main.Version, "()"))
}

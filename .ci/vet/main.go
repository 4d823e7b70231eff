// Vet is go vet from source, for many platforms: it compiles nothing. Of packages that are not
// ours it reads what they declare: it sees neither faults within their functions nor which of
// them pass a format on, as .ci/staticcheck does for one platform.
package main

import (
	"fmt"
	"log"
	"maps"
	"os"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"
)

func main() {
	log.SetFlags(0)
	files, err := newFiles()
	if err != nil {
		log.Fatal(err)
	}
	good := true
	for _, platform := range os.Args[1:] {
		fmt.Printf("%s: vet\n", platform)
		ok, err := check(platform, files)
		if err != nil {
			log.Fatal(err)
		}
		good = good && ok
	}
	if !good {
		os.Exit(1)
	}
}

// check vets all of ours for a platform, prints what is wrong and says whether nothing is.
func check(platform string, files *files) (bool, error) {
	system, arch, _ := strings.Cut(platform, "/")
	ours, err := packages.Load(&packages.Config{
		Mode:       packages.LoadSyntax | packages.NeedModule,
		Tests:      true,
		Env:        append(os.Environ(), "GOOS="+system, "GOARCH="+arch),
		BuildFlags: []string{"-export=false"}, // without export data, which asks for compiling, functions of others are skipped
		Fset:       files.set,
		ParseFile:  files.parse,
	}, "./...")
	if err != nil || packages.PrintErrors(ours) > 0 {
		return false, err
	}
	for _, p := range ours {
		maps.DeleteFunc(p.Imports, func(_ string, i *packages.Package) bool { return !slices.Contains(ours, i) })
	}
	graph, err := checker.Analyze(vet.Suite, ours, nil)
	if err != nil {
		return false, err
	}
	if err := graph.PrintText(os.Stderr, 0); err != nil {
		return false, err
	}
	return !slices.ContainsFunc(graph.Roots, func(a *checker.Action) bool { return a.Err != nil || len(a.Diagnostics) > 0 }), nil
}

// Vet is go vet from source: it compiles nothing, so that it can be asked about every
// platform. Of packages that are not ours it reads what they declare: it sees neither faults
// within their functions nor which of them pass a format on, as go vet does for one platform.
package main

import (
	"log"
	"maps"
	"os"
	"slices"

	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/suite/vet"
	"golang.org/x/tools/go/packages"
)

func main() {
	ours, err := packages.Load(&packages.Config{
		Mode:       packages.LoadSyntax | packages.NeedModule,
		Tests:      true,
		BuildFlags: []string{"-export=false"}, // without export data, which asks for compiling, functions of others are skipped
	}, os.Args[1:]...)
	if err != nil {
		log.Fatal(err)
	}
	if packages.PrintErrors(ours) > 0 {
		os.Exit(1)
	}
	for _, p := range ours {
		maps.DeleteFunc(p.Imports, func(_ string, i *packages.Package) bool { return !slices.Contains(ours, i) })
	}
	graph, err := checker.Analyze(vet.Suite, ours, nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := graph.PrintText(os.Stderr, 0); err != nil {
		log.Fatal(err)
	}
	for _, act := range graph.Roots {
		if act.Err != nil || len(act.Diagnostics) > 0 {
			os.Exit(1)
		}
	}
}

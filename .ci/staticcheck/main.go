// Staticcheck is staticcheck and go vet in one. Each reads the functions of every package that
// ours need, those of the standard library among them, to know what they do with formats or
// whether they return: that is done once. What go vet says of files that are not compiled for
// this system .ci/vet says.
package main

import (
	"os"

	"golang.org/x/tools/go/analysis/suite/vet"
	"honnef.co/go/tools/lintcmd"
	"honnef.co/go/tools/simple"
	"honnef.co/go/tools/staticcheck"
	"honnef.co/go/tools/stylecheck"
	"honnef.co/go/tools/unused"
)

func main() {
	c := lintcmd.NewCommand("staticcheck")
	c.ParseFlags(os.Args[1:])
	c.AddBareAnalyzers(vet.Suite...)
	c.AddAnalyzers(simple.Analyzers...)
	c.AddAnalyzers(staticcheck.Analyzers...)
	c.AddAnalyzers(stylecheck.Analyzers...)
	c.AddAnalyzers(unused.Analyzer)
	c.Run()
}

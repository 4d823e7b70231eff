package main

import (
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// TestMachinesPage: the package comment says what the page of help does, and the
// page names flags that there are.
func TestMachinesPage(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "../../eval/cluster/part/doc.go", nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	if doc := strings.ReplaceAll(file.Doc.Text(), "\t", "    "); !strings.HasSuffix(doc, machines) {
		t.Errorf("the package comment does not end with the page:\n%s", doc)
	}
	code, page, stderr := hardwood(t, "help", "machines")
	if code != 0 || page != machines+"\n" || stderr != "" {
		t.Errorf("hardwood help machines: %d, %q, %q", code, page, stderr)
	}
}

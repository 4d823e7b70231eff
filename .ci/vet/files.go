package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"slices"
	"strings"
	"sync"
)

// files are parsed once for all platforms: most are the same for each.
type files struct {
	set    *token.FileSet
	others []string // the folders of packages that are not ours
	parsed sync.Map // by name, functions that parse
}

func newFiles() (*files, error) {
	out, err := exec.Command("go", "env", "GOROOT", "GOMODCACHE").Output() // a line each
	return &files{set: token.NewFileSet(), others: strings.Split(strings.TrimSpace(string(out)), "\n")}, err
}

func (f *files) parse(set *token.FileSet, name string, text []byte) (*ast.File, error) {
	parse := sync.OnceValues(func() (*ast.File, error) {
		if !slices.ContainsFunc(f.others, func(folder string) bool { return strings.HasPrefix(name, folder) }) {
			return parser.ParseFile(set, name, text, parser.AllErrors|parser.ParseComments)
		}
		file, err := parser.ParseFile(set, name, text, parser.AllErrors|parser.SkipObjectResolution)
		if file != nil {
			onlyDeclare(file)
		}
		return file, err
	})
	known, _ := f.parsed.LoadOrStore(name, parse)
	return known.(func() (*ast.File, error))()
}

// onlyDeclare drops what functions do, and what tables hold whose type says how they are.
func onlyDeclare(file *ast.File) {
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Body != nil {
				d.Body = &ast.BlockStmt{Lbrace: d.Body.Lbrace, Rbrace: d.Body.Rbrace}
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && d.Tok == token.VAR {
					for _, value := range v.Values {
						empty(value)
					}
				}
			}
		}
	}
}

// empty drops the elements of a composite literal, unless they say how many there are.
func empty(value ast.Expr) {
	if u, ok := value.(*ast.UnaryExpr); ok {
		value = u.X
	}
	c, ok := value.(*ast.CompositeLit)
	if !ok {
		return
	}
	if a, ok := c.Type.(*ast.ArrayType); ok {
		if _, counted := a.Len.(*ast.Ellipsis); counted {
			return
		}
	}
	c.Elts = nil
}

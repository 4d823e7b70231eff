package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path"
	"path/filepath"
)

const arm64 = "arm64"

// pkg is what go list says of a package.
type pkg struct {
	ImportPath, Dir, Export   string
	GoFiles, Imports          []string
	EmbedPatterns, EmbedFiles []string
	Module                    struct {
		Main      bool
		GoVersion string
	}
}

// list lists all packages, dependencies first, and compiles them for export.
func list(arch string, export bool) ([]*pkg, error) {
	c := exec.Command("go", "list", "-deps", fmt.Sprintf("-export=%t", export),
		"-json=ImportPath,Dir,Export,GoFiles,Imports,EmbedPatterns,EmbedFiles,Module", "./...")
	c.Env, c.Stderr = append(os.Environ(), "CGO_ENABLED=0", "GOARCH="+arch), os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", c, err)
	}
	var packages []*pkg
	for d := json.NewDecoder(bytes.NewReader(out)); d.More(); {
		p := new(pkg)
		if err := d.Decode(p); err != nil {
			return nil, err
		}
		packages = append(packages, p)
	}
	return packages, nil
}

// builder compiles packages for arm64.
type builder struct {
	dir      string
	compiled map[string]string // files, by import path
}

// borrow takes over what packages declare that were compiled for this machine, as far as ours
// import them.
func (b builder) borrow(packages, ours []*pkg, first []byte) error {
	imported := map[string]bool{}
	for _, p := range ours {
		for _, i := range p.Imports {
			imported[i] = true
		}
	}
	for i, p := range packages {
		if !imported[p.ImportPath] || p.Export == "" { // unsafe has none
			continue
		}
		_, rest, err := declarations(p.Export)
		if err != nil {
			return err
		}
		b.compiled[p.ImportPath] = filepath.Join(b.dir, fmt.Sprint("other", i))
		if err := os.WriteFile(b.compiled[p.ImportPath], withDeclarations(first, rest), 0o600); err != nil {
			return err
		}
	}
	return nil
}

// compile compiles a package and returns the places that are fused.
func (b builder) compile(p *pkg) ([]string, error) {
	file := b.compiled[p.ImportPath]
	var imports []byte
	for _, i := range p.Imports {
		if b.compiled[i] != "" {
			imports = fmt.Appendf(imports, "packagefile %s=%s\n", i, b.compiled[i])
		}
	}
	if err := os.WriteFile(file+".imports", imports, 0o600); err != nil {
		return nil, err
	}
	args := []string{"tool", "compile", "-d=fmahash=vy", "-dwarf=false", "-pack", "-p", p.ImportPath, "-importcfg", file + ".imports", "-o", file}
	if p.Module.GoVersion != "" {
		args = append(args, "-lang", version.Lang("go"+p.Module.GoVersion))
	}
	if len(p.EmbedFiles) > 0 {
		if err := os.WriteFile(file+".embed", p.embedded(), 0o600); err != nil {
			return nil, err
		}
		args = append(args, "-embedcfg", file+".embed")
	}
	c := exec.Command("go", append(args, p.GoFiles...)...)
	c.Dir, c.Env, c.Stderr = p.Dir, append(os.Environ(), "GOARCH="+arm64), os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w\n%s", p.ImportPath, err, out)
	}
	return fused(out), nil
}

// embedded says where embedded files are, as the compiler reads it.
func (p *pkg) embedded() []byte {
	patterns, files := map[string][]string{}, map[string]string{}
	for _, file := range p.EmbedFiles {
		files[file] = filepath.Join(p.Dir, file)
		for _, pattern := range p.EmbedPatterns {
			if ok, _ := path.Match(pattern, file); ok {
				patterns[pattern] = append(patterns[pattern], file)
			}
		}
	}
	out, _ := json.Marshal(map[string]any{"Patterns": patterns, "Files": files})
	return out
}

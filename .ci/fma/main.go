// Fma finds multiplications that are fused with an addition. Processors such as arm64 round
// a*b + c once, amd64 twice, and then models and results differ in their last places:
// float64(a*b) + c is rounded the same everywhere, and so is math.FMA. The system does not
// matter.
//
// Ours are compiled for arm64, by a compiler that says what it fuses. Of all others only what
// they declare is needed, which it reads from what was compiled for this machine, with
// another first line.
package main

import (
	"bytes"
	"cmp"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

func main() {
	log.SetFlags(0)
	dir, err := os.MkdirTemp("", "fma")
	if err != nil {
		log.Fatal(err)
	}
	found, err := search(dir)
	if err := cmp.Or(err, os.RemoveAll(dir)); err != nil {
		log.Fatal(err)
	}
	for _, f := range found {
		fmt.Println(f)
	}
	if len(found) > 0 {
		os.Exit(1)
	}
}

// search returns where ours multiply and add in one, and uses dir for files.
func search(dir string) ([]string, error) {
	here, err := list(runtime.GOARCH, true)
	if err != nil {
		return nil, err
	}
	there, err := list(arm64, false)
	if err != nil {
		return nil, err
	}
	ours := slices.DeleteFunc(there, func(p *pkg) bool {
		return !p.Module.Main || strings.Contains(p.ImportPath, "/eval/bench") || strings.HasSuffix(p.ImportPath, "test")
	})
	first, err := probe(dir)
	if err != nil {
		return nil, err
	}
	b := builder{dir: dir, compiled: map[string]string{}}
	if err := b.borrow(here, ours, first); err != nil {
		return nil, err
	}
	done := map[string]chan struct{}{}
	for i, p := range ours {
		b.compiled[p.ImportPath] = filepath.Join(dir, fmt.Sprint("our", i))
		done[p.ImportPath] = make(chan struct{})
	}
	found := make([][]string, len(ours))
	var g errgroup.Group
	g.SetLimit(runtime.NumCPU()) // what a package imports was listed before it: one of them can always go on
	for i, p := range ours {
		g.Go(func() error {
			defer close(done[p.ImportPath])
			for _, i := range p.Imports {
				if done[i] != nil {
					<-done[i]
				}
			}
			var err error
			found[i], err = b.compile(p)
			return err
		})
	}
	err = g.Wait()
	return slices.Compact(slices.Sorted(slices.Values(slices.Concat(found...)))), err
}

// probe compiles a package that multiplies and adds, and returns the first line of what is
// compiled for arm64.
func probe(dir string) ([]byte, error) {
	p := &pkg{ImportPath: "probe", Dir: dir, GoFiles: []string{"probe.go"}}
	source := "package probe\n\nfunc Fused(a, b, c float64) float64 { return a*b + c }\n"
	if err := os.WriteFile(filepath.Join(dir, p.GoFiles[0]), []byte(source), 0o600); err != nil {
		return nil, err
	}
	file := filepath.Join(dir, p.ImportPath)
	found, err := builder{dir, map[string]string{p.ImportPath: file}}.compile(p)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, fmt.Errorf("the compiler does not say what it fuses: %q", found)
	}
	first, _, err := declarations(file)
	return first, err
}

// fused returns the places in what the compiler says, each with those that it was inlined into.
func fused(output []byte) []string {
	var places []string
	for line := range strings.Lines(string(output)) {
		if place, ok := strings.CutPrefix(line, "fmahash triggered "); ok {
			places = append(places, place[:strings.LastIndexByte(place, ' ')])
		}
	}
	return places
}

const archive = "!<arch>\n"

// declarations returns what a compiled package declares, its first member: the first line,
// which names the machine it is for, and the rest.
func declarations(file string) (first, rest []byte, err error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	const header = len(archive) + 60
	var size int
	if _, err := fmt.Sscan(string(data[header-12:header-2]), &size); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", file, err)
	}
	data = data[header:][:size]
	end := bytes.IndexByte(data, '\n') + 1
	return data[:end], data[end:], nil
}

// withDeclarations returns a compiled package that only declares.
func withDeclarations(first, rest []byte) []byte {
	return fmt.Appendf(nil, "%s%-16s%-12d%-6d%-6d%-8o%-10d`\n%s%s", archive, "__.PKGDEF", 0, 0, 0, 0o644, len(first)+len(rest), first, rest)
}

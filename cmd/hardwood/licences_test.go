package main

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write licences.txt")

// TestLicences: licences.txt has the licences of all modules in the program, on
// any platform that is promised, and no others.
func TestLicences(t *testing.T) {
	var modules []string
	for _, platform := range []string{"linux/amd64", "linux/386", "darwin/arm64", "windows/amd64"} {
		system, processor, _ := strings.Cut(platform, "/")
		c := exec.Command("go", "list", "-deps", "-f", "{{with .Module}}{{if not .Main}}{{.Path}} {{.Version}}\t{{.Dir}}{{end}}{{end}}", ".")
		c.Env = append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0")
		out, err := c.Output()
		if err != nil {
			t.Fatal(err)
		}
		modules = append(modules, strings.Split(strings.TrimSpace(string(out)), "\n")...)
	}
	slices.Sort(modules)
	modules = slices.DeleteFunc(slices.Compact(modules), func(m string) bool { return m == "" })
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	want := collectLicences(t, append(modules, "Go\t"+strings.TrimSpace(string(root))))
	if *update {
		if err := os.WriteFile("licences.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want != licences {
		t.Error("licences.txt is not what go.mod asks for: go test -run TestLicences ./cmd/hardwood -update")
	}
}

// collectLicences returns each text once, below the names of the modules, each of
// which is followed by a tab and its directory.
func collectLicences(t *testing.T, modules []string) string {
	var texts []string
	of := map[string][]string{}
	for _, module := range modules {
		name, dir, _ := strings.Cut(module, "\t")
		var text strings.Builder
		for _, pattern := range []string{"LICEN[CS]E*", "NOTICE*", "PATENTS*"} {
			files, _ := filepath.Glob(filepath.Join(dir, pattern))
			for _, file := range files {
				b, err := os.ReadFile(file)
				if err != nil {
					t.Fatal(err)
				}
				lines := strings.Split(strings.ReplaceAll(string(b), "\r", ""), "\n")
				for i := range lines {
					lines[i] = strings.TrimRight(lines[i], " \t\f")
				}
				text.WriteString(strings.Trim(strings.Join(lines, "\n"), "\n") + "\n\n")
			}
		}
		if text.Len() == 0 {
			t.Errorf("%s has no licence", name)
		}
		if of[text.String()] == nil {
			texts = append(texts, text.String())
		}
		of[text.String()] = append(of[text.String()], name)
	}
	slices.SortStableFunc(texts, func(a, b string) int { return cmp.Compare(of[a][0], of[b][0]) })
	var all strings.Builder
	for _, text := range texts {
		fmt.Fprintf(&all, "%s\n%s\n\n%s", strings.Join(of[text], "\n"), strings.Repeat("-", 80), text)
	}
	return all.String()
}

package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"github.com/hardwood-ml/hardwood/data"
)

const module = "github.com/hardwood-ml/hardwood"

// start is every way in which the README starts the program.
var start = regexp.MustCompile(`^(hardwood|go run (\./cmd/hardwood|` + module + `/cmd/hardwood@latest)) `)

// TestReadme runs the commands of the README, in one folder and in its order.
// The files that it takes for the reader's own are made from built-in data.
// Its table is what the command before it prints.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("not in short mode: it runs everything")
	}
	text, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	script := "exec hardwood train --quiet --data train.csv --label outcome --rounds 5 --out own.json\n" +
		"exec hardwood convert --in own.json --to xgboost --out booster.json\n"
	var sample, threat string
	for _, block := range indented(string(text)) {
		switch first, _, _ := strings.Cut(block, " "); first {
		case "hardwood", "go", "git", "make":
			for line := range strings.Lines(block) {
				script += runLine(t, strings.TrimSpace(line))
			}
		case "model":
			sample = block
			script += "prints_sample\n"
		case "[feature.radius_mean]\ndirection":
			threat = block
		case "table,": // the Example of package experiment, which asks for it
		default:
			t.Errorf("no test knows this block of the README:\n%s", block)
		}
	}
	if sample == "" {
		t.Error("the README shows nothing that is printed")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "readme.txt"), []byte(script), 0o666); err != nil {
		t.Fatal(err)
	}
	prints := func(ts *testscript.TestScript, _ bool, _ []string) { prints(ts, sample) }
	testscript.Run(t, testscript.Params{
		Dir:   dir,
		Setup: func(e *testscript.Env) error { return writeOwnFiles(e.WorkDir, threat) },
		Cmds:  map[string]func(*testscript.TestScript, bool, []string){"prints_sample": prints},
	})
}

// indented returns the indented blocks of a Markdown text.
func indented(text string) (blocks []string) {
	inside := false
	for line := range strings.Lines(text) {
		code, ok := strings.CutPrefix(line, "    ")
		switch {
		case ok && inside:
			blocks[len(blocks)-1] += code
		case ok:
			blocks = append(blocks, code)
		}
		inside = ok
	}
	return blocks
}

// runLine returns the line of a script for a command. One that a test cannot
// run must name a folder or a target that exists.
func runLine(t *testing.T, line string) string {
	t.Helper()
	line, _, _ = strings.Cut(line, "  #")
	words := strings.Fields(line)
	switch {
	case start.MatchString(line):
		return start.ReplaceAllString(line, "exec hardwood ") + "\n"
	case words[0] == "git" || line == "go test ./...":
	case words[0] == "make":
		if out, err := exec.Command("make", "-C", "../..", "-n", words[1]).CombinedOutput(); err != nil {
			t.Errorf("%s: %s", line, out)
		}
	default:
		folder := strings.TrimPrefix(strings.TrimSuffix(words[len(words)-1], "@latest"), module)
		if _, err := os.Stat(filepath.Join("../..", folder)); err != nil {
			t.Errorf("%s: %v", line, err)
		}
	}
	return ""
}

var seconds = regexp.MustCompile(`[0-9.]+ s\b`)

// prints asks that what was printed last holds a text, whatever the widths of
// columns and the times, and what "..." leaves out.
func prints(ts *testscript.TestScript, text string) {
	plain := func(s string) string { return strings.Join(strings.Fields(seconds.ReplaceAllString(s, "TIME")), " ") }
	printed := plain(ts.ReadFile("stdout"))
	for _, part := range strings.Split(text, "...") {
		i := strings.Index(printed, plain(part))
		if i < 0 {
			ts.Fatalf("the README shows\n%s\nwhich was not printed", part)
		}
		printed = printed[i:]
	}
}

// writeOwnFiles writes the files that the README takes for the reader's own.
func writeOwnFiles(dir, threat string) error {
	table, err := data.Read(context.Background(), "builtin:wdbc", data.Options{})
	if err != nil {
		return err
	}
	train, rest, err := table.Split(0.5, 1)
	if err != nil {
		return err
	}
	test, fresh, err := rest.Split(0.5, 1)
	if err != nil {
		return err
	}
	for name, t := range map[string]*data.Table{"train.csv": train, "test.csv": test, "new.csv": fresh} {
		var file bytes.Buffer
		if err := data.WriteCSV(&file, t); err != nil {
			return err
		}
		named := bytes.Replace(file.Bytes(), []byte(",label\n"), []byte(",outcome\n"), 1)
		if err := os.WriteFile(filepath.Join(dir, name), named, 0o666); err != nil {
			return err
		}
	}
	return os.WriteFile(filepath.Join(dir, "threat.toml"), []byte(threat), 0o666)
}

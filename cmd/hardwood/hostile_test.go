package main

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// hardwood runs a command line in this process.
func hardwood(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, err bytes.Buffer
	code = run(t.Context(), args, &out, &err)
	return code, out.String(), err.String()
}

// hostileNames writes a table with names that tell a terminal what to do, or a
// spreadsheet.
func hostileNames(t *testing.T) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "rows\x1b[2J.csv")
	text := "=cmd|'/C calc'!A0,\x1b]0;owned\a,label\n"
	for i := range 40 {
		text += fmt.Sprintf("%d,%d,%s\n", i, i%7, []string{"@SUM(1)\u202e", "-1"}[i/20])
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Skipf("no such names here: %v", err)
	}
	return path
}

func TestNamesAreSafeToShow(t *testing.T) {
	rows, model := hostileNames(t), filepath.Join(t.TempDir(), "m.json")
	for _, args := range [][]string{
		{"train", "--data", rows, "--rounds", "2", "--out", model},
		{"data", "show", "--data", rows},
		{"check", model},
		{"verify", "--model", model, "--data", rows, "--eps", "1", "--out", filepath.Join(t.TempDir(), "v.csv")},
		{"attack", "--model", model, "--data", rows, "--target", "\x1b[31m", "--out", "-"},
		{"check", rows},
		{"\x1b[2J"},
	} {
		_, stdout, stderr := hardwood(t, args...)
		shown := stdout + stderr
		if strings.ContainsAny(shown, "\x1b\a\u202e") || !strings.ContainsAny(shown, "\n") {
			t.Errorf("hardwood %q shows %q", args, shown)
		}
	}
	_, stdout, _ := hardwood(t, "predict", "--model", model, "--data", rows)
	if !strings.Contains(stdout, ",@SUM(1)\u202e,") {
		t.Errorf("a pipe does not get the names that the data have: %q", stdout)
	}
}

// In the CSV files of a report no text is a formula, and numbers and classes
// that are numbers stay what they are.
func TestReportsHoldNoFormulas(t *testing.T) {
	rows, dir := hostileNames(t), t.TempDir()
	if code, _, stderr := hardwood(t, "harden", "--data", rows, "--rounds", "3", "--eps", "1", "--out", dir); code != 0 {
		t.Fatal(stderr)
	}
	var cells []string
	for _, name := range []string{"examples.csv", "comparison.csv"} {
		f, err := os.Open(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		records, err := csv.NewReader(f).ReadAll()
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, slices.Concat(records...)...)
	}
	for _, cell := range cells {
		if _, err := strconv.ParseFloat(cell, 64); err != nil && strings.IndexAny(cell, "=+@-") == 0 {
			t.Errorf("a spreadsheet calculates %q", cell)
		}
	}
	for _, want := range []string{"'=cmd|'/C calc'!A0", "'@SUM(1)\u202e", "-1"} {
		if !slices.Contains(cells, want) {
			t.Errorf("no cell is %q", want)
		}
	}
}

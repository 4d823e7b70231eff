package main

import (
	"context"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/spf13/pflag"
)

// FuzzRadii: whatever --eps says, radii are numbers of at least 0, ascending, or
// there is an error.
func FuzzRadii(f *testing.F) {
	for _, text := range []string{"0.01,0.05", "8/255", "1/0", "0/0", "-0", "1e999", "nan", " 1 / 2", "1,,2", "0x1p-3", ""} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		a := &attackFlags{}
		a.eps = strings.Split(text, ",")
		eps, err := a.radii()
		if err != nil {
			return
		}
		for i, v := range eps {
			if !(v >= 0) || math.IsInf(v, 1) || math.Signbit(v) || i > 0 && v <= eps[i-1] {
				t.Errorf("%q gives %v", text, eps)
			}
		}
		if !slices.IsSorted(eps) {
			t.Errorf("%q gives %v", text, eps)
		}
	})
}

// unfuzzed are flags that write files, that ask other machines, or that bound the
// memory of the whole process, which runs the tests.
var unfuzzed = []string{
	"out", "examples", "answers", "checkpoint", "write-schema", "write-threat", "on", "part", "help", "quiet", "memory",
}

// FuzzCommandLine: whatever a flag of a command is given, also one that reads a file,
// the command ends, well or with one line that says why not.
func FuzzCommandLine(f *testing.F) {
	dir := f.TempDir()
	rows, model := filepath.Join(dir, "rows.csv"), filepath.Join(dir, "model.json")
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(rows, []byte("a,b,label\n1,2,x\n2,1,y\n3,2,x\n4,1,y\n"), 0o666); err != nil {
		f.Fatal(err)
	}
	if code := run(f.Context(), []string{"train", "--quiet", "--data", rows, "--rounds", "2", "--out", model}, io.Discard, io.Discard); code != 0 {
		f.Fatalf("exit code %d", code)
	}
	commands := [][]string{
		{"train", "--data", rows, "--rounds", "1", "--out", filepath.Join(dir, "m.json")},
		{"attack", "--model", model, "--data", rows, "--out", "-"},
		{"verify", "--model", model, "--data", rows, "--eps", "0.1", "--out", "-"},
		{"predict", "--model", model, "--data", rows, "--out", "-"},
		{"convert", "--in", model, "--to", "xgboost", "--out", filepath.Join(dir, "c.json")},
		{"check", model},
		{"data", "show", "--data", rows},
	}
	values := []string{
		"", "0", "-1", "1e999", "nan", "x", "1,2", "[[0],[1]]", "x:2,y:1", "file", "auto", "9223372036854775807", "1ns", "64MiB",
		"\x1b[2J", "label", "a,b", "no", "32x32x3", "[links]\nrules = ['a = b']", "label = 'x'\n",
	}
	flags := make([][]string, len(commands))
	for number, args := range commands {
		c, _, err := newRoot().Find(args)
		if err != nil {
			f.Fatal(err)
		}
		c.Flags().VisitAll(func(flag *pflag.Flag) {
			if !slices.Contains(unfuzzed, flag.Name) {
				flags[number] = append(flags[number], flag.Name)
			}
		})
		for i := range flags[number] {
			f.Add(uint8(number), uint16(i), values[i%len(values)], []byte(values[(i+number)%len(values)]))
			if flags[number][i] == "model" {
				f.Add(uint8(number), uint16(i), "a\tb\nc", []byte{})
			}
		}
	}
	f.Fuzz(func(t *testing.T, number uint8, flag uint16, value string, content []byte) {
		command := int(number) % len(commands)
		name := flags[command][int(flag)%len(flags[command])]
		if err := os.WriteFile(file, content, 0o666); err != nil {
			t.Fatal(err)
		}
		if value == "file" {
			value = file
		}
		ctx, stop := context.WithTimeout(t.Context(), time.Second)
		defer stop()
		var stderr strings.Builder
		args := slices.Concat(commands[command], []string{"--quiet", "--" + name + "=" + value})
		code := run(ctx, args, io.Discard, &stderr)
		lines := strings.Split(strings.TrimSuffix(stderr.String(), "\n"), "\n")
		switch {
		case !slices.Contains([]int{exitOK, exitFailure, exitUsage, exitInterrupted}, code):
			t.Errorf("--%s=%q: exit code %d", name, value, code)
		case code != exitOK && !strings.HasPrefix(lines[len(lines)-1], "hardwood: "):
			t.Errorf("--%s=%q: %q", name, value, stderr.String())
		case strings.ContainsFunc(strings.Join(lines, ""), unicode.IsControl):
			t.Errorf("--%s=%q: %q is not safe to show", name, value, stderr.String())
		}
	})
}

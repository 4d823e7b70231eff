package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/hardwood-ml/hardwood/eval/ablation"
	"github.com/hardwood-ml/hardwood/eval/cluster/part"
	"github.com/hardwood-ml/hardwood/eval/cluster/queue"
)

// The flags of commands that workers do whose values are any words, but name no files.
var words = []string{
	"aim", "categorical", "classes", "clique", "comment", "encoding", "eps", "format", "gap", "ignore", "image",
	"label", "levels", "method", "missing-words", "nodes", "norm", "numeric", "patience", "recheck", "separator",
	"solver", "split-by", "starts", "starts-curve-methods", "steps", "target", "time", "units",
}

// A job cannot name a file of a worker's by any flag: not by those of this list, and there
// is no other one that takes a path.
func TestJobNamesNoFiles(t *testing.T) {
	for name, begin := range workable {
		c := begin().command()
		var flags []string
		c.Flags().VisitAll(func(f *pflag.Flag) { flags = append(flags, f.Name) })
		for _, flag := range flags {
			switch err := parseJob(begin().command(), []string{"--" + flag + "=/etc/passwd"}, nil); {
			case err == nil && !slices.Contains(words, flag):
				t.Errorf("%s --%s takes a path", name, flag)
			case err != nil && slices.Contains(words, flag):
				t.Errorf("%s --%s: %v", name, flag, err)
			}
		}
	}
}

// What a job may name is built-in data, and of its inputs those that commands read.
func TestFilesOfJobs(t *testing.T) {
	in := map[string][]string{"model": {"cache/m.json"}, "data": {"cache/images", "cache/labels"}}
	for _, test := range []struct {
		args  []string
		paths map[string][]string
		want  string // of the error
	}{
		{[]string{"--norm=2", "--train=builtin:wdbc", "--examples=examples"}, in, ""},
		{[]string{"--data=-"}, in, "by --data: "},
		{[]string{"-m", "/etc/passwd"}, in, "by --model: "},
		{[]string{"--examples=x.csv"}, in, "by --examples: "},
		{nil, map[string][]string{"out": {"cache/x"}}, "--out, but that flag does not name an input"},
		{nil, map[string][]string{"token-file": {"cache/x"}}, "--token-file, but that flag does not name an input"},
	} {
		a := &attackCommand{}
		c := a.command()
		switch err := parseJob(c, test.args, test.paths); {
		case (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want):
			t.Errorf("%v, %v: %v", test.args, test.paths, err)
		case err == nil && (a.model.path != "cache/m.json" || a.rows.source != "cache/images" || a.rows.LabelsFile != "cache/labels"):
			t.Errorf("it reads %q, %q, %q", a.model.path, a.rows.source, a.rows.LabelsFile)
		}
	}
	for want, d := range map[string]ablation.DataSet{
		"as data x: ":      {Source: "/etc/passwd"},
		"as test of x: ":   {Source: "builtin:wdbc", Test: "/etc/passwd"},
		"as schema of x: ": {Source: "mine", Schema: "builtin:wdbc"},
		"":                 {Source: "mine"},
	} {
		d.Name = "x"
		paths := map[string][]string{}
		if d.Source == "mine" {
			paths["data x"] = []string{"cache/mine"}
		}
		spec := &ablation.Spec{Data: []ablation.DataSet{d}}
		err := placeFiles(spec, paths)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) || err == nil && spec.Data[0].Source != "cache/mine" {
			t.Errorf("%+v: %v", d, err)
		}
	}
	if _, err := readyAblate(&queue.Job{Args: []string{`{"Data":[{"Name":"x","Source":"/etc/passwd"}]}`, "all"}}, nil); err == nil || !strings.Contains(err.Error(), "names a file on the worker") {
		t.Error(err)
	}
}

// Inputs that were damaged while they were read are not taken for those of the job.
func TestUnchanged(t *testing.T) {
	dir := t.TempDir()
	j, paths := &queue.Job{}, map[string][]string{}
	for _, name := range []string{"model.json", "rows-a", "rows-b"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(name), 0o666); err != nil {
			t.Fatal(err)
		}
		sum, err := part.SumFile(path)
		if err != nil {
			t.Fatal(err)
		}
		flag := name[:4]
		j.Files = append(j.Files, queue.File{Flag: flag, Name: name, SHA256: sum})
		paths[flag] = append(paths[flag], path)
	}
	if err := unchanged(j, paths); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "rows-b"), []byte("rows-c"), 0o666); err != nil {
		t.Fatal(err)
	}
	if err := unchanged(j, paths); !errors.Is(err, part.ErrChanged) || !strings.HasPrefix(err.Error(), "rows-b") {
		t.Errorf("%v", err)
	}
}

package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
)

// A command says in one line what it cannot do, before it measures anything.
func TestWordsRefuse(t *testing.T) {
	model := filepath.Join(t.TempDir(), "stumps.json")
	if err := format.WriteFile(model, ensembletest.Stumps(), format.Hardwood); err != nil {
		t.Fatal(err)
	}
	for line, message := range map[string]string{
		"attack --dir nowhere":                 "nowhere",
		"attack --dir . --models nix":          `--models has "nix"`,
		"prove --dir nowhere":                  "nowhere",
		"rivals --dir nowhere":                 "nowhere",
		"prove --model nothing.json":           "nothing.json",
		"smoothing --norm inf":                 "no noise has a certificate in norm inf",
		"smoothing --noise 0.5":                "must be above 0.5 and below 1",
		"smoothing --model nothing.json":       "nothing.json",
		"smoothing --data builtin:wdbc":        "--model is missing",
		"smoothing --model " + model:           "--data is missing",
		"prove --model " + model:               "--data is missing",
		"prove --data builtin:wdbc":            "--model is missing",
		"harden --sets breast-canser":          `no data set "breast-canser"`,
		"harden --params max-depth":            "key=value",
		"harden --folds -1":                    "--folds is -1",
		"harden --seeds 0":                     "--seeds is 0",
		"train sped":                           `"sped"`,
		"train --tasks digits growth":          `"digits"`,
		"train own --task {}":                  "",
		"attack 7":                             `"7"`,
		"attack --dir nowhere --patience much": "patience",
	} {
		root := newRoot()
		root.SetArgs(append(strings.Fields(line), dataFlag(line, t.TempDir())...))
		root.SetOut(io.Discard)
		err := root.Execute()
		if err == nil || !strings.Contains(err.Error(), message) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s: error %v, want one line with %q", line, err, message)
		}
	}
}

// dataFlag keeps train away from the rows that other runs have left.
func dataFlag(line, dir string) []string {
	if strings.HasPrefix(line, "train") {
		return []string{"--data", dir}
	}
	return nil
}

package format_test

import (
	"bytes"
	"compress/gzip"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/hardwood-ml/hardwood/internal/seed"
	"github.com/hardwood-ml/hardwood/trainer/ensemble/ensembletest"
	"github.com/hardwood-ml/hardwood/trainer/format"
	"github.com/hardwood-ml/hardwood/trainer/format/xgboost"
)

// sharedModels returns the models that lie beside the repository, if they do.
func sharedModels(t *testing.T, pattern string) []string {
	paths, err := filepath.Glob(filepath.Join("..", "..", "..", "shared", "models", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(paths) == 0 {
		t.Skip("no ../shared/models beside the repository")
	}
	return paths
}

// A dump and the model it was made from have the same trees, because nine
// digits are enough for a float32.
func TestDumpHasTreesOfModel(t *testing.T) {
	for _, path := range sharedModels(t, "*_gbdt.json.gz") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			t.Parallel()
			e, err := format.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			dumpPath := strings.Replace(path, ".json.gz", ".dump.json.gz", 1)
			if _, err := os.Stat(dumpPath); err != nil {
				t.Skip(err)
			}
			warned := false
			r := format.Reader{
				Dump: xgboost.Dump{Classes: e.Classes, Features: e.Features},
				Warn: func(string) { warned = true },
			}
			d, err := r.ReadFile(dumpPath)
			if err != nil {
				t.Fatal(err)
			}
			if !warned {
				t.Error("no warning about the dump")
			}
			if d.Features != e.Features || len(d.Trees) != len(e.Trees) {
				t.Fatalf("dump has %d features and %d trees, model %d and %d", d.Features, len(d.Trees), e.Features, len(e.Trees))
			}
			differ := 0
			for i := range e.Trees {
				for n, s := range e.Trees[i].Splits {
					if d.Trees[i].Splits[n].Threshold != s.Threshold || d.Trees[i].Splits[n].Left != s.Left {
						differ++
					}
				}
				for l, v := range e.Trees[i].Leaves {
					if d.Trees[i].Leaves[l] != v {
						differ++
					}
				}
			}
			if differ > 0 {
				t.Errorf("%d numbers differ", differ)
			}
		})
	}
}

func TestPackedBombIsRefused(t *testing.T) {
	var file bytes.Buffer
	z := gzip.NewWriter(&file)
	spaces := bytes.Repeat([]byte(" "), 1<<20)
	z.Write([]byte(`[{"nodeid":`))
	for range 100 {
		z.Write(spaces)
	}
	z.Close()
	_, err := format.Read(&file)
	if err == nil || !strings.Contains(err.Error(), "unpacks to more than 100 times its size") {
		t.Errorf("error %v", err)
	}
}

// A program that writes a dump again may space it otherwise and sort its keys.
func TestDumpKeys(t *testing.T) {
	for _, text := range []string{
		"[\n  { \"nodeid\": 0, \"leaf\": 0.5 }\n]",
		`[{"leaf":0.5,"nodeid":0}]`,
		"\n[ {\"children\": [{\"leaf\": 1, \"nodeid\": 1}, {\"leaf\": -1, \"nodeid\": 2}], \"depth\": 0, \"missing\": 1, \"no\": 2, \"nodeid\": 0, \"split\": \"f0\", \"split_condition\": 0.5, \"yes\": 1}]",
	} {
		if e, err := format.Read(strings.NewReader(text)); err != nil || len(e.Trees) != 1 {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// Editors of Windows begin a text with a byte order mark, which is none of it.
func TestReadAfterByteOrderMark(t *testing.T) {
	e := ensembletest.Random(seed.At(3), ensembletest.Shapes["float32"])
	for _, kind := range []format.Kind{format.Hardwood, format.XGBoost, format.LightGBM} {
		var file bytes.Buffer
		if err := (format.Writer{Round: true}).Write(&file, e, kind); err != nil {
			t.Fatal(err)
		}
		want, err := format.Read(bytes.NewReader(file.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		got, err := format.Read(strings.NewReader("\uFEFF" + file.String()))
		if err != nil || cmp.Diff(want, got) != "" {
			t.Errorf("%s: %v %s", kind, err, cmp.Diff(want, got))
		}
	}
}

func TestUnknownFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "empty file",
		"  \n":                   "empty file",
		"hello":                  "not a model that hardwood knows",
		`{"x": 1}`:               "not a model that hardwood knows",
		`{ "name": "tree"}`:      "a JSON dump of LightGBM",
		`["age", "sex"]`:         "not a model that hardwood knows", // names of features, beside a model
		`[{"day": 1}]`:           "not a model that hardwood knows",
		"booster[0]:\n":          "a text dump of XGBoost",
		`{"Config": {}}`:         "use save_model",
		"\x1f\x8b\x08garbage":    "gzip: ",
		"\x28\xb5\x2f\xfdbroken": "unknown dictionary",
		"binf\x00\x00":           "XGBoost binary",
		"\x00\x00\x80\x7f" + strings.Repeat("\x00", 132) + "\x0f\x00\x00\x00\x00\x00\x00\x00binary:logistic\x06\x00\x00\x00\x00\x00\x00\x00gbtree": "XGBoost binary",

		"\x80\x04\x95pickle": "pickle",
		"ccopy_reg\n_rec":    "pickle",
		"x^\xad\x98joblib":   "pickle",
		"CBM1\xff":           `format="json"`,
		"X\n\x00\x00":        "an R object",
	} {
		if _, err := format.Read(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
	}
	if _, err := format.ReadFile(t.TempDir()); err == nil {
		t.Error("a directory was taken for a model")
	}
	if _, err := format.ReadFile(filepath.Join(t.TempDir(), "none.json")); !os.IsNotExist(err) {
		t.Errorf("no file: %v", err)
	}
}

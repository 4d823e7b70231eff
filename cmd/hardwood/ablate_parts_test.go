package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Models are beside the store of a part and belong to it: a model that is missing, cut off or
// of another run is refused before anything is merged, and is there again once the part is
// done again, or merged again.
func TestModelsOfParts(t *testing.T) {
	t.Chdir(t.TempDir())
	spec := "loop = \"none\"\nseeds = [0, 1]\n[[data]]\nname = \"wdbc\"\nsource = \"builtin:wdbc\"\neps = 0.1\nrows = 100\ntest-rows = 20\n" +
		"[train]\nrounds = 2\n[evaluate]\nmethod = \"lt\"\nstarts = 1\n"
	if err := os.WriteFile("spec.toml", []byte(spec), 0o644); err != nil {
		t.Fatal(err)
	}
	must := func(args ...string) string {
		t.Helper()
		code, stdout, stderr := hardwood(t, args...)
		if code != 0 {
			t.Fatalf("%v: %s", args, stderr)
		}
		return stdout
	}
	refused := func(want string, args ...string) {
		t.Helper()
		code, _, stderr := hardwood(t, args...)
		if code != 1 || !regexp.MustCompile("^hardwood: "+want+"\n$").MatchString(stderr) {
			t.Errorf("%v: exit code %d, %q", args, code, stderr)
		}
	}
	part := func(number int) {
		t.Helper()
		must("ablate", "--quiet", "spec.toml", "--store", fmt.Sprintf("p%d.db", number), "--part", fmt.Sprintf("%d/2", number))
	}
	model := func(store string) string {
		t.Helper()
		files, err := filepath.Glob(store + ".models/*.json.gz")
		if err != nil || len(files) != 1 {
			t.Fatal(files, err)
		}
		return files[0]
	}
	part(1)
	part(2)
	first, second := model("p1.db"), model("p2.db")
	id := strings.TrimSuffix(filepath.Base(second), ".json.gz")
	merge := []string{"merge", "--quiet", "all.db", "p1.db", "p2.db"}
	export := []string{"runs", "export", id, "--store", "all.db", "--out", "model.json"}
	whole := contentOf(t, second)
	damages := []struct {
		says    string
		content []byte // nil to remove the file
	}{
		{"is missing", nil},
		{"is damaged, or the model of another run", whole[:len(whole)/2]},
		{"is damaged, or the model of another run", contentOf(t, first)},
	}
	damage := func(path string, content []byte) {
		t.Helper()
		err := os.Remove(path)
		if content != nil {
			err = os.WriteFile(path, content, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, d := range damages {
		damage(second, d.content)
		refused(regexp.QuoteMeta(second)+": "+d.says+`: copy it again with p2\.db, or do the part again`, merge...)
		if left, _ := filepath.Glob("all.db*"); left != nil {
			t.Errorf("%s are left", left)
		}
		part(2)
		if !bytes.Equal(contentOf(t, second), whole) {
			t.Error("the part was made again, and its model is another one")
		}
	}
	must(merge...)
	must(export...)
	want, merged := contentOf(t, "model.json"), filepath.Join("all.db.models", filepath.Base(second))
	for _, d := range damages {
		damage(merged, d.content)
		refused(regexp.QuoteMeta(merged)+": "+d.says+`: drop the run to make it again`, export...)
		if shown := must("runs", "show", id, "--store", "all.db"); !strings.Contains(shown, "\nmodel     "+merged+": "+d.says+"\n") {
			t.Errorf("%q", shown)
		}
		must(merge...)
		must(export...)
		if !bytes.Equal(contentOf(t, "model.json"), want) {
			t.Error("the model comes back as another one")
		}
	}
}
